"""``eventcore diff``, ``what-if`` and ``demo``, on a simulation that is no roguelike."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eventcore import World
from eventcore.journal import read_journal
from examples import caravan
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command

BARE = f"{caravans.__name__}:bare"


def test_recordings_that_are_the_same_exit_0(tool: Command, week: Path) -> None:
    outcome = tool("diff", week, week)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"{week} and {week}: the same: 8 records and 9 events, up to turn 7\n"


def test_where_two_part_is_told(tool: Command, tmp_path: Path, week: Path) -> None:
    other = caravans.record(tmp_path / "other.jsonl", 20, 21, 29)
    outcome = tool("diff", week, other)
    assert outcome.code == 1
    assert outcome.lines[:6] == [
        f"{week} and {other}: the same for 2 records and 3 events, up to turn 2",
        "they part on turn 2 at record 3:",
        f"  {week}: line 6",
        f"  {other}: line 6",
        '  data {"miles":22} | {"miles":29}',
    ]


def test_who_differs_is_told_by_name(
    tool: Command, tmp_path: Path, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(caravan.Bandits, "lie_in_wait", _rob_the_first_cargo)
        other = caravans.record(tmp_path / "other.jsonl")
    outcome = tool("diff", week, other)
    assert outcome.code == 1
    assert "  target wagon 2 | cargo 3" in outcome.lines


def _rob_the_first_cargo(rule: Any, travel: Any, world: World) -> None:
    road = world.stream("road")
    if road.chance(1, 4):
        world.publish(caravan.Lose(world.root, world[3], road.roll(1, 20)))


def test_a_rule_less_is_compared(tool: Command, week: Path) -> None:
    outcome = tool("what-if", week, "--mute", "Wagon.pay")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.lines[0] == (
        "they part on turn 1, with intent 2: Lose #3: outcome 'done' as it was, 'failed' now"
    )
    summary = dict(line.split(maxsplit=1) for line in outcome.lines if "  silver" in line)
    assert summary["silver"].split() == ["25", "50"]


def test_refusals_are_not_counted_where_nothing_tells_of_them(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    perform = caravan.Caravan.perform
    counted = tool("what-if", week, "--mute", "Wagon.pay").out
    monkeypatch.setattr(caravan.Caravan, "perform", lambda *given: str(perform(*given)))
    silent = tool("what-if", week, "--mute", "Wagon.pay").out
    assert "refused" in counted
    assert "refused" not in silent


def test_a_datum_is_another(tool: Command, week: Path) -> None:
    outcome = tool("what-if", week, "--set", "silver=10")
    assert "Lose #3: silver 14 as it was, 10 now" in outcome.lines[0]
    outcome = tool("what-if", week, "--set", "gold=10")
    assert (outcome.code, outcome.err) == (
        2, "eventcore: there is no 'gold' to change, only silver\n"
    )  # fmt: skip


def test_what_is_refused_anew_is_counted(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caravan.Wagon, "refuse_to_break", _refuse_who_has_less_than(30))
    path = caravans.record(tmp_path / "poor.jsonl")
    outcome = tool("what-if", path, "--set", "silver=10")
    assert outcome.lines[-1] == "  refused    4              7, 3 of them refused only there"


def test_where_all_is_refused_anew_no_number_is_told_twice(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caravan.Wagon, "refuse_to_break", _refuse_who_has_less_than(1))
    path = caravans.record(tmp_path / "poor.jsonl")
    outcome = tool("what-if", path, "--set", "silver=10")
    assert outcome.lines[-1] == "  refused    0              5, all refused only there"


def _refuse_who_has_less_than(silver: int) -> Callable[[Any, Any, World], None]:
    def refuse(wagon: Any, travel: Any, world: World) -> None:
        if wagon.silver < silver:
            travel.fail("poor")

    return refuse


def test_a_log_that_says_the_same_in_both_is_not_shown(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caravans.Caravan, "told_since", lambda *_: ["It rains."])
    outcome = tool("what-if", week, "--set", "silver=10")
    assert outcome.lines[1] == "in the end:"
    assert "It rains." not in outcome.out


def test_what_is_not_there_is_told_as_nothing(
    tool: Command, tmp_path: Path, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(caravan.Wagon, "refuse_to_break", lambda _, travel, __: travel.fail("rain"))
        other = caravans.record(tmp_path / "other.jsonl")
    outcome = tool("diff", week, other)
    assert '  outcome "done" | "failed"' in outcome.lines
    assert '  reason nothing | "rain"' in outcome.lines


@pytest.mark.parametrize(
    ("arguments", "place", "said"),
    [
        ([], caravans.PLACE, "what-if needs something to change: --mute Component.method or --set"),
        (["--mute", "Wagon.fly"], caravans.PLACE, "mute='Wagon.fly': there is no such handler"),
        (["--mute", "Wagon.pay"], BARE, f"{BARE} makes no simulation another way: give its Source"),
    ],
    ids=["nothing", "handler", "bare"],
)
def test_what_cannot_be_changed_is_one_line(
    tool: Command, week: Path, arguments: list[str], place: str, said: str
) -> None:
    outcome = tool("what-if", week, *arguments, place=place)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(f"eventcore: {said}")


def test_a_bot_plays_and_its_journal_is_compared(tool: Command, tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl"
    outcome = tool("demo", "--seed", 4, "--intents", 5, "--journal", path, "--events")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.lines[0].startswith("silver: ")
    assert outcome.lines[1].startswith(
        f"seed 4, 6 records in {path}: replayed, every digest and every event the same ("
    )
    header = read_journal(path).header
    assert header.seed == 4
    assert header.names == {"1": "world", "2": "wagon", "3": "cargo", "4": "cargo"}


def test_a_demo_ends_where_all_is_over_and_keeps_no_file_unasked(tool: Command) -> None:
    said = tool("demo", "--seed", 4).lines[-1]
    assert said.startswith("seed 4, 10 records: replayed, every digest the same (")
    assert tool("demo", "--seed", 4, "--debug").lines[-1] == said


def test_a_demo_that_is_another_each_time_exits_1(
    tool: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled = list[int]()

    def roll_further_each_time(wagon: Any, travel: Any, world: World) -> None:
        rolled.append(1)
        world.publish(caravan.Lose(world.root, travel.enactor, len(rolled)))

    monkeypatch.setattr(caravan.Wagon, "roll_on", roll_further_each_time)
    outcome = tool("demo", "--seed", 4, "--intents", 3)
    assert outcome.code == 1
    assert "seed 4, 4 records: differs first on turn 1 (line 3): digest " in outcome.err


def test_a_demo_needs_a_bot(tool: Command) -> None:
    outcome = tool("demo", place=BARE)
    assert (outcome.code, outcome.err) == (
        2, f"eventcore: {BARE} has nobody to play: give its Source a bot\n"
    )  # fmt: skip
