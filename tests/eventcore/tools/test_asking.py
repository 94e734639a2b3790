"""``eventcore state`` and ``explain``: a recording is asked what there was, and who did it."""

from pathlib import Path
from typing import Any

import pytest

from eventcore import World
from examples import caravan
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command
from tests.journals import seal


def test_a_turn_shows_what_its_first_intent_meets(tool: Command, week: Path) -> None:
    assert tool("state", week, "--turn", 0).lines == [
        "turn 0, 0 records played; 0 events",
        "world",
        "  Bandits",
        "wagon 2",
        "  Wagon.silver 50",
        "  Wagon.miles 0",
        "  Wagon.log []",
        "cargo 3, owned by wagon 2",
        "  Cargo.weight 30",
        "cargo 4, owned by wagon 2",
        "  Cargo.weight 40",
    ]
    assert tool("state", week, "--turn", 2).lines[0].startswith("turn 2, 2 records played; ")


def test_what_is_scheduled_is_shown_and_what_waits_for_a_thaw_too(
    tool: Command, week: Path
) -> None:
    shown = tool("state", week, "--turn", 0, place=f"{caravans.__name__}:waiting").lines
    assert shown[-2:] == [
        "due at 60: Travel, enactor entity 2",
        "held, due in 30: Travel, enactor entity 3",
    ]


def test_without_a_turn_the_end_is_shown(tool: Command, week: Path) -> None:
    assert tool("state", week).lines[0] == (
        "turn 7, 8 records played, the end; 9 events, 10 drawn from road"
    )


@pytest.mark.parametrize("who", ["wagon", "2", "wagon 2"])
def test_one_entity_a_component_or_a_field_is_asked_for_by_name_or_id(
    tool: Command, week: Path, who: str
) -> None:
    fields = ["Wagon.silver 25", "Wagon.miles 112"]
    whole = tool("state", week, who).lines
    assert (whole[0], whole[1:3]) == ("wagon 2", [f"  {field}" for field in fields])
    assert tool("state", week, f"{who}.Wagon").lines[:2] == fields
    outcome = tool("state", week, f"{who}.Wagon.silver", "--turn", 3)
    assert (outcome.code, outcome.out) == (0, "Wagon.silver of wagon 2: 25\n")


def test_a_name_of_several_means_all_of_them(tool: Command, week: Path) -> None:
    assert tool("state", week, "cargo.Cargo.weight").lines == [
        "Cargo.weight of cargo 3: 30",
        "Cargo.weight of cargo 4: 40",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["waggon"], "there is no 'waggon'; there is wagon"),
        (["7"], "there is no '7'; there is world, wagon, cargo"),
        (["wagon.Wheel"], "wagon has no 'Wheel'; there is Wagon"),
        (["wagon.Wagon.gold"], "Wagon has no field 'gold'; there is silver, miles, log"),
        (["world.Bandits.silver"], "Bandits has no field 'silver'; there is none"),
        (["--turn", "8"], "--turn 8: {week} has the turns 0 to 7"),
        (["--turn", "9" * 5000], "Invalid value for --turn: a number of 5000 digits is too large"),
    ],
    ids=["name", "id", "component", "field", "none", "turn", "digits"],
)
def test_what_is_not_there_is_one_line_that_lists_what_is(
    tool: Command, week: Path, arguments: list[str], said: str
) -> None:
    outcome = tool("state", week, *arguments)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(f"eventcore: {said.format(week=week)}")


def test_every_writer_of_a_field_is_told_with_turn_and_cause(tool: Command, week: Path) -> None:
    outcome = tool("explain", week, "--changes", "Wagon.silver", "--of", "wagon")
    assert (outcome.code, outcome.err) == (0, "")
    start = "Wagon.silver of wagon 2"
    assert outcome.lines == [
        f"turn 2  {start}: 50 → 36  by Wagon.pay in Lose #3 world → wagon 2, of Travel #2",
        f"turn 3  {start}: 36 → 25  by Wagon.pay in Lose #5 world → wagon 2, of Travel #4",
    ]
    assert tool(
        "explain", week, "--changes", "Wagon.silver", "--turn", "3-7"
    ).lines == outcome.lines[1:]  # fmt: skip


def test_a_writer_is_found_wherever_it_hides(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes to somebody who has no part in the event, before and after it publishes."""
    lie_in_wait = caravan.Bandits.lie_in_wait

    def steal_silver(rule: Any, travel: Any, world: World) -> None:
        world[3][caravan.Cargo].weight -= 1
        lie_in_wait(rule, travel, world)
        world[3][caravan.Cargo].weight += 1

    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", steal_silver)
    lines = tool("explain", week, "--changes", "Cargo.weight", "--turn", 2).lines
    assert [line.split("  by ")[0] for line in lines] == [
        "turn 2  Cargo.weight of cargo 3: 30 → 29",
        "turn 2  Cargo.weight of cargo 3: 29 → 30",
    ]
    assert all("by Bandits.lie_in_wait in Travel #2 wagon 2" in line for line in lines)


def test_who_writes_outside_of_all_handlers_is_told_too(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    perform = caravan.Caravan.perform

    def pay_a_toll(one: Any, intent: Any) -> Any:
        if one.world.turn == 4:
            one.wagon[caravan.Wagon].silver -= 1
        return perform(one, intent)

    monkeypatch.setattr(caravan.Caravan, "perform", pay_a_toll)
    *_, last = tool("explain", week, "--changes", "Wagon.silver").lines
    assert last == "turn 5  Wagon.silver of wagon 2: 25 → 24  by no handler"


def test_what_a_handler_writes_in_anothers_component_is_told_of_its_turn(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steal_silver(rule: Any, travel: Any, world: World) -> None:
        travel.enactor[caravan.Wagon].silver -= 1

    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", steal_silver)
    assert "  Bandits.lie_in_wait  Wagon.silver 50 → 49" in tool("explain", week, "--turn", 1).lines
    lines = tool("explain", week, "--event", "#1").lines
    assert any(line.endswith("  Bandits.lie_in_wait  Wagon.silver 50 → 49") for line in lines)


def test_an_observer_that_writes_is_told_by_its_name(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = caravan.Caravan.__init__

    def fine(lose: Any) -> None:
        lose.target[caravan.Wagon].silver -= 5

    def observed(one: Any, *arguments: Any) -> None:
        begin(one, *arguments)
        one.world.observe(caravan.Lose, fine)

    monkeypatch.setattr(caravan.Caravan, "__init__", observed)
    first, second, *_ = tool("explain", week, "--changes", "Wagon.silver").lines
    assert first.endswith("50 → 36  by Wagon.pay in Lose #3 world → wagon 2, of Travel #2")
    who = f"the observer {fine.__qualname__}"
    assert second.endswith(f"36 → 31  by {who} in Lose #3 world → wagon 2, of Travel #2")


def test_what_nobody_wrote_is_said(tool: Command, week: Path) -> None:
    outcome = tool("explain", week, "--changes", "Cargo.weight", "--of", "3")
    assert (outcome.code, outcome.out) == (0, "nobody wrote Cargo.weight of 3\n")


def test_all_events_of_a_type_are_told_with_what_they_came_of(tool: Command, week: Path) -> None:
    assert tool("explain", week, "--event", "Lose").lines == [
        "turn 2  Lose #3 world → wagon: done · silver 14, of Travel #2",
        "turn 3  Lose #5 world → wagon: done · silver 11, of Travel #4",
    ]


def test_the_event_of_a_number_needs_no_turn(tool: Command, week: Path) -> None:
    lines = tool("explain", week, "--event", "#5").lines
    assert lines == tool("explain", week, "--event", "5").lines
    assert [line for line in lines if line.startswith("> ")] == [
        ">   Lose #5 world → wagon: done · silver 11"
    ]
    outcome = tool("explain", week, "--event", 999)
    assert (outcome.code, outcome.err) == (
        2, f"eventcore: {week}: the recording has no event '999'; the last one is #9\n"
    )  # fmt: skip


def test_what_an_intent_of_another_turn_led_to_is_told_of_the_turn_it_happened_in(
    tool: Command, week: Path
) -> None:
    """A caravan's day goes by before it travels: day 1 is of the intent met on day 0."""
    assert tool("explain", week, "--turn", 1).lines[0] == "Travel #1 wagon: done · miles 20"
    assert tool("state", week, "wagon.Wagon.miles", "--turn", 1).out.endswith(": 13\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "explain needs what to tell of: --turn, --event or --changes"),
        (["--of", "wagon"], "--of wagon: says whose field; name it with --changes"),
        (["--changes", "Wagon.gold"], "--changes Wagon.gold: Wagon has no field 'gold'; there "),
        (
            ["--changes", "Wagon"],
            "--changes Wagon: name a field of it, one of Wagon.silver, Wagon.",
        ),
        (["--turn", "2", "--event", "9"], "{week}: turn 2 has no event '9'; there is #2 to #3"),
        (["--changes", "Waggon.x"], "--changes Waggon.x: there is no component 'Waggon'; there "),
        (["--changes", "Wagon.silver", "--of", "x"], "there is no 'x'; there is world, wagon"),
        (["--changes", "Wagon.silver", "--of", "3"], "{week}: 3 has no Wagon"),
        (["--changes", "Wagon.silver", "--event", "Lose"], "--changes is told in lines"),
        (["--event", "Loose"], "{week}: there is no event 'Loose'; there is Lose"),
        (["--turn", "9-7"], "--turn 9-7: name a turn, as in 7, or the first and the last, 7-12"),
        (["--mermaid", "--event", "Lose"], "a tree is of a turn or of one event: name it with"),
    ],
)
def test_what_cannot_be_told_is_one_line(
    tool: Command, week: Path, arguments: list[str], said: str
) -> None:
    outcome = tool("explain", week, *arguments)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert outcome.err.startswith(f"eventcore: {said.format(week=week)}")


def test_past_a_divergence_it_is_told_with_a_warning(tool: Command, tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "plain.jsonl", events=False)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(seal([*lines[:2], *lines[3:]]))
    for command, *options in (
        ["explain", "--turn", "3"],
        ["state"],
        ["explain", "--event", "Lose"],
    ):
        outcome = tool(command, path, *options)
        assert outcome.code == 1
        assert outcome.out
        (warning,) = outcome.err.splitlines()
        assert "differs first on turn " in warning
        assert "; what is told from there on is of the replay" in warning


def test_what_a_handler_raises_ends_it_and_is_told(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pay = caravan.Wagon.pay

    def stumble(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn == 3:
            raise LookupError("no purse")

    monkeypatch.setattr(caravan.Wagon, "pay", stumble)
    for arguments in (["--event", "Lose"], ["--changes", "Wagon.silver"], ["--turn", "3"]):
        outcome = tool("explain", week, *arguments)
        assert outcome.code == 1
        assert "raises on turn 2 (line " in outcome.err
        assert "LookupError: no purse" in outcome.err
    assert "Lose #5 world → wagon: broken off by an error" in outcome.lines[-1]
    changes = tool("explain", week, "--changes", "Wagon.silver").lines
    assert [line.split("  by ")[0].split(": ")[1] for line in changes] == ["50 → 36", "36 → 25"]


def test_things_without_names_go_by_their_ids(tool: Command, week: Path) -> None:
    bare = f"{caravans.__name__}:bare"
    assert tool("state", week, "2.Wagon.silver", place=bare).out == "Wagon.silver of entity 2: 25\n"
    assert tool("state", week, place=bare).lines[1:4] == ["world", "  Bandits", "entity 2"]
