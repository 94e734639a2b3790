"""``eventcore state`` shows the state at a turn, and ``explain`` shows what caused it."""

import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    REACT,
    Broadcast,
    Component,
    Entity,
    Notice,
    Run,
    Simulation,
    World,
    component,
    event,
    handles,
)
from eventcore.inspector.inspection import Inspection
from eventcore.resources import Join, Server
from eventcore.testing.probe import Probe
from eventcore.tools import Simulations
from examples import caravan, emergency_room
from tests.eventcore.inspector.conftest import texts
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command
from tests.journals import seal


@pytest.mark.parametrize("options", [("--turn", 0), ("--turn", 2), ()], ids=str)
def test_state_of_a_turn_lists_entities_and_fields(
    tool: Command, week: Path, options: tuple[Any, ...], snapshot: SnapshotAssertion
) -> None:
    outcome = tool("state", week, *options)
    assert outcome.code == 0
    assert outcome.shown == snapshot


def test_state_lists_scheduled_events_and_those_of_frozen_entities(
    tool: Command, week: Path, snapshot: SnapshotAssertion
) -> None:
    shown = tool("state", week, "--turn", 0, place=f"{caravans.__name__}:waiting").lines
    assert shown[-2:] == snapshot


@pytest.mark.parametrize("who", ["wagon", "2", "wagon 2", "wagon (2)"])
def test_state_of_one_entity_component_or_field_is_asked_for_by_name_or_id(
    tool: Command, week: Path, who: str
) -> None:
    fields = ["Wagon.silver 25", "Wagon.miles 112"]
    whole = tool("state", week, who).lines
    assert (whole[0], whole[1:3]) == ("wagon 2", [f"  {field}" for field in fields])
    assert tool("state", week, f"{who}.Wagon").lines[:2] == fields
    assert (
        tool("state", week, f"{who}.Wagon.silver", "--turn", 3).out == "wagon 2: Wagon.silver 25\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "state {week} waggon",
        "state {week} 7",
        "state {week} wagon.Wheel",
        "state {week} wagon.Wagon.gold",
        "state {week} world.Bandits.silver",
        "state {week} --turn 8",
        f"state {{week}} --turn {'9' * 5000}",
        "explain {week}",
        "explain {week} --of waggon",
        "explain {week} --of waggon --turn 2",
        "explain {week} --of wagon --all",
        "explain {week} --changes Wagon",
        "explain {week} --changes Wagon.gold",
        "explain {week} --changes Wagon._entity",
        "explain {week} --changes Waggon.x",
        "explain {week} --changes Wagon.silver --of x",
        "explain {week} --changes Wagon.silver --of 3",
        "explain {week} --changes Wagon.silver --event Lose",
        "explain {week} --turn 2 --event 9",
        "explain {week} --turn 9-7",
        "explain {week} --event Loose",
        "explain {week} --event 999",
        "explain {week} --all --event Lose",
        "explain {week} --why Wagon.silver --changes Wagon.silver",
        "explain {week} --why Wagon.silver --of 3",
    ],
    ids=lambda line: line[:60],
)
def test_invalid_argument_is_answered_in_one_line_with_valid_choices(
    tool: Command, week: Path, line: str, snapshot: SnapshotAssertion
) -> None:
    outcome = tool(*line.format(week=week).split())
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err == snapshot


@pytest.mark.parametrize(
    "options",
    [
        "--changes Wagon.silver --of wagon",
        "--changes Cargo.weight --of 3",
        "--event Lose",
        "--event #5",
        "--turn 1",
        "--turn 2-3",
        "--turn 2 --all",
        "--of wagon",
        "--of 3 --turn 2-3",
        "--of wagon --event Lose",
        "--why Wagon.silver --of wagon",
        "--why Wagon.silver --of wagon --turn 3",
        "--why Wagon.silver --of wagon --turn 1",
        "--why Cargo.weight --of 3",
    ],
)
def test_explain_shows_events_and_writers_with_their_causes(
    tool: Command, week: Path, options: str, snapshot: SnapshotAssertion
) -> None:
    outcome = tool("explain", week, *options.split())
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == snapshot


def test_explain_restricted_to_turns_or_entities_tells_only_their_writes(
    tool: Command, week: Path
) -> None:
    def told(*options: str) -> list[str]:
        lines = tool("explain", week, "--changes", "Wagon.silver", *options).lines
        return [line.split("  ")[0] for line in lines]

    assert told() == ["turn 2", "turn 3"]
    assert told("--turn", "3-7") == ["turn 3"]
    assert told("--turn", "2") == ["turn 2"]


@pytest.mark.parametrize(
    "line",
    [
        "state",
        "explain --event Travel",
        "explain --turn 2",
        "explain --why Wagon.silver",
        "series Wagon.silver",
        "what-if --set silver=5",
    ],
)
def test_error_in_the_name_function_is_not_reported_as_a_journal_fault(
    tool: Command, week: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(entity: Entity, world: World) -> str:
        return f"cargo of {entity[caravan.Cargo].weight}"

    monkeypatch.setattr(caravan.Caravan, "name", staticmethod(name))
    command, *options = line.split()
    outcome = tool(command, week, *options)
    assert (outcome.code, outcome.out) == (2, "")
    at = f"tests/eventcore/tools/test_asking.py:{name.__code__.co_firstlineno + 1}"
    said = r"name\(\) of (Entity\(\d\)) raises MissingComponentError: \1 has no Cargo; it has \w+"
    assert re.fullmatch(rf"eventcore: {said} at {at}\n", outcome.err)
    assert tool("verify", week).code == 0


def changes(tool: Command, week: Path, field: str) -> list[tuple[str, str]]:
    lines = tool("explain", week, "--changes", field).lines
    found = [line.rsplit("  ", 1)[1] for line in lines]
    return re.findall(r": (\w+ → \w+)(?=[^\n]*? by ([^,\n]+))", "\n".join(found))


def test_write_to_an_entity_without_a_part_in_the_event_is_found(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lie_in_wait = caravan.Bandits.lie_in_wait

    def steal(rule: Any, travel: Any, world: World) -> None:
        world[3][caravan.Cargo].weight -= world.turn == 2
        lie_in_wait(rule, travel, world)
        world[3][caravan.Cargo].weight += world.turn == 2

    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", steal)
    assert changes(tool, week, "Cargo.weight") == [
        ("30 → 29", "Bandits.lie_in_wait"),
        ("29 → 30", "Bandits.lie_in_wait"),
    ]


def test_write_during_a_query_is_attributed_to_the_answering_handler(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weigh = caravan.Cargo.weigh

    def grow_heavier(cargo: Any, question: Any, world: World) -> None:
        weigh(cargo, question, world)
        cargo.weight += world.turn == 2

    monkeypatch.setattr(caravan.Cargo, "weigh", grow_heavier)
    assert changes(tool, week, "Cargo.weight") == [
        (values, "Cargo.weigh") for values in ("30 → 31", "40 → 41", "31 → 32", "41 → 42")
    ]
    why = tool("explain", week, "--why", "Cargo.weight").lines
    assert why[1] == "by Cargo.weigh, which answered WhatIsCarried in this event:"
    assert why[2].startswith("Travel #")
    verified = tool("verify", week).err
    assert "Cargo.weight of cargo 3 was written by code that may not write it:" in verified
    writers = re.findall(r"turn \d+: 3\d → 3\d by (.*)", verified)
    assert set(writers) == {"Cargo.weigh (MODIFY 300) in Travel #2 (2 times since turn 2)"}


def test_write_outside_of_all_handlers_and_by_an_observer_is_found(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, perform = caravan.Caravan.__init__, caravan.Caravan.perform

    def fine(lose: Any) -> None:
        lose.target[caravan.Wagon].silver -= 5

    def observed(one: Any, *arguments: Any, **named: Any) -> None:
        begin(one, *arguments, **named)
        one.world.observe(caravan.Lose, fine)

    def pay_a_toll(one: Any, intent: Any) -> Any:
        one.wagon[caravan.Wagon].silver -= one.world.turn == 4
        return perform(one, intent)

    monkeypatch.setattr(caravan.Caravan, "__init__", observed)
    monkeypatch.setattr(caravan.Caravan, "perform", pay_a_toll)
    found = changes(tool, week, "Wagon.silver")
    assert [values for values, _ in found] == [
        "50 → 36", "36 → 31", "31 → 20", "20 → 15", "15 → 14",
    ]  # fmt: skip
    assert [by.startswith("Wagon.pay") for _, by in found] == [True, False, True, False, False]
    assert [fine.__qualname__ in by for _, by in found] == [False, True, False, True, False]


def test_explain_and_state_warn_about_turns_after_a_divergence(
    tool: Command, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = caravans.record(tmp_path / "plain.jsonl", events=False)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(seal([*lines[:2], *lines[3:]]))
    for command, *options in (
        ["explain", "--turn", "3"],
        ["explain", "--event", "Lose"],
        ["state"],
    ):
        outcome = tool(command, path, *options)
        assert (outcome.code, outcome.err.count("\n")) == (1, 1)
        assert outcome.out
    assert outcome.err.partition("; ")[2] == snapshot


class Counting(caravan.Caravan):
    """A caravan that rests every seventh day, and counts the days in an unsaved attribute."""

    game = "counting"

    def setup(self, silver: int = 50) -> None:
        super().setup(silver)
        self.days = 0

    def act(self, intent: Any) -> Any:
        self.days += 1
        return super().act(attrs.evolve(intent, miles=0 if self.days % 7 == 0 else intent.miles))


class Forgetful(Counting):
    """A caravan that counts the days from 0 again after it is restored."""

    def restored(self) -> None:
        self.days = 0


@pytest.mark.parametrize(
    ("kind", "problem"),
    [(Counting, "raises on turn 100"), (Forgetful, "differs first on turn 10")],
)
def test_difference_after_a_keyframe_names_the_keyframe(
    tool: Command, tmp_path: Path, kind: type[caravan.Caravan], problem: str
) -> None:
    path, place = tmp_path / "days.jsonl", f"{__name__}:{kind.__name__}"
    with kind.record(path, seed=4) as days:
        for _ in range(120):
            days.perform(caravan.Go(20))
    assert tool("verify", path, place=place).code == 0
    for command in ("state", "explain"):
        outcome = tool(command, path, "--turn", 110, place=place)
        expected = f"days.jsonl: restored from the keyframe of turn 100, {problem}"
        assert outcome.code != 0
        assert expected in outcome.err
    early = tool("explain", path, "--turn", 50, place=place)
    assert (early.code, early.err) == (0, "")


@component
class Pothole(Component):
    @handles(caravan.Travel, REACT, via="world")
    def break_wheel(self, travel: caravan.Travel, world: World) -> None:
        if travel.miles == 6:
            raise LookupError("no spare wheel")


class Rough(caravan.Caravan):
    """A caravan that breaks a wheel if it sets out for 13 miles."""

    components: ClassVar[Any] = (*caravan.COMPONENTS, Pothole)

    def setup(self, silver: int = 50) -> None:
        super().setup(silver)
        self.world.attach(self.world.root, Pothole())


@pytest.mark.parametrize("upgraded", [False, True])
def test_tools_show_the_whole_run_if_the_caller_caught_an_error(
    tool: Command, tmp_path: Path, *, upgraded: bool
) -> None:
    path, place = tmp_path / "rough.jsonl", f"{__name__}:Rough"
    with Rough.record(path, seed=4) as rough:
        for miles in (20, 13, 18, 13, 17):
            with suppress(LookupError):
                rough.perform(caravan.Go(miles))
    if upgraded:
        with Rough.resume(path, upgrade=True) as rough:
            rough.perform(caravan.Go(16))
    turn, miles = rough.world.turn, rough.wagon[caravan.Wagon].miles
    what = "raises on turn 2 (line 3): LookupError: no spare wheel"
    passed = "; the run went on after this error\n"
    state = tool("state", path, "wagon.Wagon.miles", place=place)
    assert state.lines[-1].endswith(f"Wagon.miles {miles}")
    for options, place_of_last in (("--why", 0), ("--changes", -1)):
        outcome = tool("explain", path, options, "Wagon.miles", place=place)
        last = outcome.lines[place_of_last]
        assert (f"turn {turn}" in last, f"→ {miles}" in last) == (True, True), last
        assert (outcome.code, what in outcome.err, outcome.err.endswith(passed)) == (1, True, True)
    drawn = tool("series", path, "Wagon.miles", place=place)
    assert drawn.lines[0].startswith(f"Wagon.miles, turns 0 to {turn}")
    assert drawn.lines[1].endswith(f" {miles}")
    assert (drawn.code, what in drawn.err, drawn.err.endswith(passed)) == (1, True, True)
    table = tool("series", path, "Wagon.miles", "--to", "-", place=place)
    assert (table.code, table.lines[-1].split(",")[-1]) == (1, str(miles))
    events = tool("explain", path, "--turn", turn, place=place)
    assert f"Wagon.miles {miles - 10 + upgraded} → {miles}" in events.out
    one = Inspection(Simulations.of(Rough), path)
    one.go(2)
    assert "broken off by an error" in "\n".join(texts(one))
    assert [text for _, text in one.turns.marks(2) if text.startswith(what)]
    one.go(3)
    assert any(text.startswith("Travel") for text in texts(one))
    assert [turn for turn in range(6) if "!" in one.turns[turn].text] == [2, 4]
    assert one.turns.marks(3) == []


@pytest.mark.parametrize(
    "options",
    ["state --turn 105", "explain --why Wagon.miles --turn 106", "explain --event #128"],
)
def test_difference_in_the_last_shown_turn_is_found_in_the_next_record(
    tool: Command, tmp_path: Path, options: str
) -> None:
    path, (command, *rest) = tmp_path / "days.jsonl", options.split()
    with Forgetful.record(path, seed=4) as days:
        for _ in range(110):
            days.perform(caravan.Go(20))
    # Day 105 is a day of rest, but not in a replay from the keyframe of turn 100.
    outcome = tool(command, path, *rest, place=f"{__name__}:Forgetful")
    assert outcome.code == 1
    assert "restored from the keyframe of turn 100, differs first on turn 105" in outcome.err
    earlier = tool("state", path, "--turn", 104, place=f"{__name__}:Forgetful")
    assert (earlier.code, earlier.err) == (0, "")


def test_explain_reports_events_until_a_handler_raises_and_exits_1(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pay = caravan.Wagon.pay

    def stumble(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn == 3:
            raise LookupError("no purse")

    monkeypatch.setattr(caravan.Wagon, "pay", stumble)
    for options in (["--event", "Lose"], ["--changes", "Wagon.silver"], ["--turn", "3"]):
        outcome = tool("explain", week, *options)
        assert outcome.code == 1
        assert "LookupError: no purse" in outcome.err
    assert "Lose #5" in outcome.lines[-2]
    found = changes(tool, week, "Wagon.silver")
    assert [values for values, _ in found] == ["50 → 36", "36 → 25"]


@pytest.fixture
def day(tmp_path: Path) -> Path:
    """Record an emergency room, where events also happen partway through a turn."""
    path = tmp_path / "day.jsonl"
    with emergency_room.Emergency.record(path, seed=42, patients=30) as emergency:
        emergency.run()
    return path


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """Record the same day as a single intent."""
    path = tmp_path / "whole.jsonl"
    with emergency_room.Emergency.record(path, seed=42, patients=30) as emergency:
        emergency.perform(Run())
    return path


@pytest.mark.parametrize(
    "options",
    [
        "--event Renege",
        "--event #48",
        "--of 'patient 17'",
        "--of 17 --event Join",
        "--of room --turn 132",
        "--why EmergencyRoom.left",
        "--why Server.reneged --internals",
        "--turn 132 --internals",
        "--changes Server.line --turn 105",
    ],
)
def test_explain_shows_times_draws_and_what_scheduled_an_event(
    tool: Command, day: Path, options: str, snapshot: SnapshotAssertion
) -> None:
    outcome = tool("explain", day, *shlex.split(options), place="examples.emergency_room:Emergency")
    assert (outcome.code, outcome.err) == (0, "")
    assert re.sub(r"\.py:\d+", ".py:…", outcome.out) == snapshot


def test_entity_is_followed_through_fields_writes_and_observers(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    lie_in_wait, begin = caravan.Bandits.lie_in_wait, caravan.Caravan.__init__

    def steal(rule: Any, travel: Any, world: World) -> None:
        lie_in_wait(rule, travel, world)
        if world.turn == 2:
            world[3][caravan.Cargo].weight -= 1
        if world.turn == 5:
            world.despawn(world[3])

    def observed(one: Any, *arguments: Any, **named: Any) -> None:
        begin(one, *arguments, **named)

        def rot(travel: Any) -> None:
            if one.world.turn == 3:
                one.world[3][caravan.Cargo].weight -= 2

        one.world.observe(caravan.Travel, rot)

    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", steal)
    monkeypatch.setattr(caravan.Caravan, "__init__", observed)
    place = f"{caravans.__name__}:Caravan"
    for options in ["--of 3", *(f"--why Cargo.weight --of 3 --turn {n}" for n in (3, 4))]:
        shown = tool("explain", week, *options.split(), place=place).out
        assert re.sub(r"test_\w+\.<locals>|\.py:\d+", "…", shown) == snapshot


def test_component_attached_in_a_later_event_than_the_spawn_is_a_change(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lie_in_wait, pay = caravan.Bandits.lie_in_wait, caravan.Wagon.pay

    def follow(rule: Any, travel: Any, world: World) -> None:
        if world.turn == 2:
            world.spawn(caravan.Wagon(5))
        lie_in_wait(rule, travel, world)

    def load(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn == 2:
            world.attach(world[5], caravan.Cargo(7))

    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", follow)
    monkeypatch.setattr(caravan.Wagon, "pay", load)
    lines = tool("explain", week, "--of", "5").lines
    assert lines[0].endswith("spawned by Bandits.lie_in_wait")
    assert lines[1].endswith("Cargo.weight nothing → 7 by Wagon.pay")


def test_why_shows_a_long_value_in_full(tool: Command, day: Path) -> None:
    options = ["--why", "Server.line", "--of", "room", "--turn", "110"]
    lines = tool("explain", day, *options, place="examples.emergency_room:Emergency").lines
    assert lines[0].count('"patient 12"') == 2  # once in each of the two values
    assert lines[0].count('"patient 17"') == 1


def test_unknown_name_is_compared_with_names_of_entities_that_have_left(
    tool: Command, day: Path
) -> None:
    place = "examples.emergency_room:Emergency"
    outcome = tool("explain", day, "--of", "patiemt", place=place)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("there is no 'patiemt'; did you mean patient?\n")


@pytest.mark.parametrize("who", ["patient 10", "patient (10)", "10"])
def test_state_says_that_an_entity_has_left_the_world(tool: Command, day: Path, who: str) -> None:
    outcome = tool("state", day, who, place="examples.emergency_room:Emergency")
    assert (outcome.code, outcome.out) == (2, "")
    said = rf"there is no '{re.escape(who)}': entity 10 left by turn \d+; see explain --of 10\n"
    assert re.search(rf"{said}$", outcome.err)


@pytest.mark.parametrize("name", ["desk 2", "patient 2", "patient (2)"])
def test_wrong_name_with_the_id_of_an_entity_is_answered_with_its_name(
    tool: Command, day: Path, name: str
) -> None:
    for command in (["state", day, name], ["explain", day, "--of", name]):
        outcome = tool(*command, place="examples.emergency_room:Emergency")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.endswith(f"there is no '{name}': entity 2 is 'room 2'\n")


def test_state_of_a_turn_inside_an_intent_is_called_the_next_state(
    tool: Command, whole: Path
) -> None:
    place = "examples.emergency_room:Emergency"
    lines = tool("state", whole, "room", "--turn", 130, place=place).lines
    assert lines[0] == "turn 130 has no state of its own; this is the next state:"
    assert lines[1].startswith("turn 432, 1 record played; ")
    assert "state of its own" not in tool("state", whole, "--turn", 0, place=place).out


def test_entity_that_has_left_the_world_has_no_field_of_another_component(
    tool: Command, day: Path
) -> None:
    place = "examples.emergency_room:Emergency"
    outcome = tool("explain", day, "--of", "patient 12", "--why", "EmergencyRoom.left", place=place)
    assert outcome.code == 2
    assert "patient 12 lacked the component EmergencyRoom; choose from room 2" in outcome.err


def test_explain_names_the_first_handler_that_has_changed(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eventcore.journal.format.Header.chains_of", lambda _: "another")
    monkeypatch.setattr("eventcore.journal.format.Header.handlers_of", lambda _: {})
    outcome = tool("explain", week, "--turn", "2")
    note = outcome.err.partition("recorded with different handlers: ")[2]
    assert re.fullmatch(
        r"\w+\.\w+ no longer handles \w+: its class is not listed, and \d+ more changes\n", note
    )


def test_commands_accept_list_items_as_fields(tool: Command, week: Path) -> None:
    first = '"day 2: 14 silver lost"'
    assert tool("state", week, "wagon.Wagon.log[0]").out == f"wagon 2: Wagon.log[0] {first}\n"
    assert tool("state", week, "wagon.Wagon.log.7").out == "wagon 2: Wagon.log.7 nothing\n"
    (change,) = tool("explain", week, "--changes", "Wagon.log.0").lines
    assert f"Wagon.log.0 of wagon 2: nothing → {first} by Wagon.pay" in change
    why = tool("explain", week, "--why", "Wagon.log.1").lines
    assert why[0].startswith('Wagon.log.1 of wagon 2: nothing → "day 3: 11 silver lost"')
    (pay,) = [line for line in why if line.startswith("  Wagon.pay (")]
    assert pay.count("day 3: 11 silver lost") == 1
    assert "Wagon.log of" not in pay


def test_why_lists_handlers_that_left_the_field_alone_on_request(tool: Command, day: Path) -> None:
    def handlers(*options: str) -> list[str]:
        why = ["--why", "EmergencyRoom.left", *options]
        out = tool("explain", day, *why, place="examples.emergency_room:Emergency").out
        return re.findall(r"^  (\w+\.\w+) ", out.partition("earlier changes")[0], re.MULTILINE)

    some, every = handlers(), handlers("--all")
    assert "Server.give_up" not in some
    assert "Server.give_up" in every
    assert [one for one in every if one in some] == some


def test_state_plays_the_last_intent_to_find_its_last_turn(tool: Command, whole: Path) -> None:
    place = "examples.emergency_room:Emergency"
    last = tool("state", whole, place=place).lines[0].split(",")[0]
    whole.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:2]))  # keep the Run
    number = int(last.split()[1])
    there, beyond = (tool("state", whole, "--turn", n, place=place) for n in (number, number + 1))
    assert (there.code, there.lines[0].split(",")[0]) == (0, last)
    assert beyond.err.endswith(f"has only turns 0 to {number}\n")


def test_turns_and_queries_that_cannot_be_explained_are_refused(
    tool: Command, week: Path, day: Path
) -> None:
    several = tool("explain", week, "--why", "Wagon.silver", "--turn", "0-300")
    assert (several.code, several.out) == (2, "")
    assert several.err.endswith("the last change before a turn: give only one turn\n")
    place = "examples.emergency_room:Emergency"
    assert tool("explain", day, "--turn", 9999, place=place).err.endswith(
        "nothing is recorded on turn 9999\n"
    )
    day.write_bytes(b"".join(day.read_bytes().splitlines(keepends=True)[:2]))  # keep the Run
    quiet = tool("explain", day, "--turn", "1", place=place)
    assert quiet.err.endswith("no event happened on turn 1\n")
    for more in ([], ["--turn", 3]):
        query = tool("explain", week, "--event", "WhatIsCarried", *more)
        assert (query.code, query.out) == (2, "")
        assert "WhatIsCarried is a query, and queries are not traced" in query.err


@pytest.mark.parametrize(
    "line",
    [
        "explain {week} --event ''",
        "explain {week} --of ''",
        "state {week} ''",
        "series {week} Wagon.silver --to ''",
        "verify {week} ''",
    ],
)
def test_empty_value_is_refused(tool: Command, week: Path, line: str) -> None:
    outcome = tool(*shlex.split(line.format(week=week)))
    assert (outcome.code, outcome.out) == (2, "")
    assert "an empty value ('') is not allowed (try 'eventcore" in outcome.err


def test_unknown_id_or_quiet_turn_is_named(tool: Command, week: Path) -> None:
    assert tool("explain", week, "--of", "wagon 999").err.endswith("no wagon has the id 999\n")
    assert tool("explain", week, "--of", 3, "--turn", 3).out == "no event happened to 3 on turn 3\n"
    quiet = tool("explain", week, "--changes", "Wagon.silver", "--turn", "4-5").out
    assert quiet == "nothing changed Wagon.silver on turns 4 to 5\n"


@event
class Ring(Broadcast):
    pass


@component
class Bell(Component):
    rung: int = 0

    @handles(Ring, APPLY)
    def ring(self, ring: Ring, world: World) -> None:
        self.rung += self.entity.id == 3


class Tower(Simulation):
    components = (Bell,)
    intents = (Ring,)

    def setup(self) -> None:
        for _ in range(3):
            self.world.spawn(Bell())


def test_change_in_a_broadcast_is_listed_only_under_the_entity_that_made_it(
    tool: Command, tmp_path: Path
) -> None:
    path = tmp_path / "tower.jsonl"
    with Tower.record(path) as tower:
        tower.perform(Ring(tower.world.root))
    lines = tool("explain", path, "--why", "Bell.rung", place=f"{__name__}:Tower").lines
    (made,) = [line for line in lines if line.startswith("  Bell.ring of ")]
    assert made.startswith("  Bell.ring of entity 3 (")
    assert made.count("0 → 1") == 1


ER = "examples.emergency_room:Emergency"
CLASS = ER.rpartition(":")[2]


def not_a_source(journal: object) -> None:
    raise TypeError("the argument is not a Journal")


def test_final_change_of_a_field_names_the_handler_that_despawned_the_entity(
    tool: Command, day: Path
) -> None:
    lines = tool("explain", day, "--changes", "Patient.triage", place=ER).lines
    ends = [line for line in lines if "→ nothing" in line]
    assert ends
    assert all(re.search(r"→ nothing by \w+\.\w+$", line) for line in ends), ends


@pytest.mark.parametrize("value", [emergency_room.Patient, not_a_source, 3600, (15, 35), sys])
@pytest.mark.parametrize("command", ["verify", "explain", "state"])
def test_error_for_a_name_that_is_not_a_simulation_suggests_simulations(
    tool: Command, day: Path, command: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(not_a_source, "__module__", emergency_room.__name__)
    monkeypatch.setattr(emergency_room, "wrong", value, raising=False)
    said = tool(command, day, place=f"{emergency_room.__name__}:wrong").err
    assert f"did you mean {ER}?" in said, said
    assert said.count("\n") == 1, said
    assert "not callable" not in said


def as_path(journal: Any) -> Path:
    return Path(journal)


def test_error_in_the_standard_library_is_located_in_the_code_that_called_it(
    tool: Command, day: Path
) -> None:
    said = tool("verify", day, place=f"{__name__}:as_path").err
    line = as_path.__code__.co_firstlineno + 1
    assert f"not Journal at tests/eventcore/tools/test_asking.py:{line}" in said


@pytest.mark.parametrize(
    ("name", "hint"),
    [(CLASS.upper(), f"did you mean {CLASS}?"), ("Patiemt", f"choose from {CLASS}")],
)
def test_error_for_a_misspelt_simulation_suggests_only_simulations(
    tool: Command, day: Path, name: str, hint: str
) -> None:
    said = tool("verify", day, place=f"{emergency_room.__name__}:{name}").err
    assert said.endswith(f"; {hint}\n"), said


@event
class ChangeShift(Notice):
    pass


@component
class Rota(Component):
    @handles(ChangeShift, APPLY)
    def send_home(self, change: ChangeShift, world: World) -> None:
        self.entity[Server].capacity -= 1


class Clinic(Simulation):
    components = (Rota, Server)
    intents = (Join, ChangeShift)

    def setup(self) -> None:
        self.clinic = self.world.spawn(Rota(), Server(capacity=3))


@pytest.fixture
def shift(tmp_path: Path) -> Path:
    path = tmp_path / "shift.jsonl"
    with Clinic.record(path) as clinic:
        clinic.perform(Join(clinic.world.root, clinic.clinic))
        clinic.perform(ChangeShift(clinic.clinic))
    return path


def test_only_changes_by_handlers_of_the_library_are_internal(tool: Command, shift: Path) -> None:
    changed, place = "Server.capacity 3 → 2", f"{__name__}:Clinic"
    handler = f"  Rota.send_home  {changed}"
    turn = tool("explain", shift, "--turn", 0, place=place).lines
    assert (turn[-1], [line for line in turn if "Server.arrived" in line]) == (handler, [])
    assert handler in texts(Inspection(Simulations.of(place), shift))
    entity = tool("explain", shift, "--of", 2, place=place).out
    assert f"  {changed} by Rota.send_home" in entity
    assert "Server.arrived" not in entity
    every = tool("explain", shift, "--turn", 0, "--all", place=place).lines
    assert every[-1].startswith("--internals adds ")
    more = tool("explain", shift, "--turn", 0, "--all", "--internals", place=place)
    assert "Server.arrived of entity 2: 0 → 1" in more.out
    assert "--internals" not in more.out

    clinic = Clinic()
    probe = Probe(clinic.world)
    assert probe.publish(Join(clinic.world.root, clinic.clinic)).changes == []
    assert probe.publish(ChangeShift(clinic.clinic)).changes == [f"Rota.send_home: {changed}"]
