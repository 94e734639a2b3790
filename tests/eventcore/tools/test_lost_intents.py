"""The tools continue at an upgrade if an intent before it can no longer be read."""

from itertools import pairwise
from pathlib import Path

import attrs
import pytest

from examples.caravan import Caravan, Go
from tests.eventcore.tools.conftest import Command

PLACE = f"{__name__}:Today"


@attrs.frozen
class Fly:
    miles: int


class Past(Caravan):
    game = "Convoy"
    intents = (*Caravan.intents, Fly)  # type: ignore[assignment]  # one class more

    def act(self, intent: object) -> object:
        return super().act(Go(intent.miles) if isinstance(intent, Fly) else intent)


class Today(Caravan):
    game = "Convoy"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "week.jsonl"
    with Past.record(path, seed=4) as past:
        for miles in (10, 11, 12):
            past.perform(Go, miles)
        past.perform(Fly(13))
        past.perform(Go, 14)
    with Today.resume(path, upgrade=True) as today:
        for miles in (15, 16):
            today.perform(Go, miles)
    return path


@pytest.mark.parametrize(
    "command",
    ["series Wagon.miles", "explain --changes Wagon.miles", "explain --event Travel"],
)
def test_changes_before_and_after_a_lost_intent_are_shown(
    tool: Command, journal: Path, command: str
) -> None:
    name, *words = command.split()
    outcome = tool(name, journal, *words, *(["--to", "-"] * (name == "series")), place=PLACE)
    assert outcome.code == 0, outcome.err
    assert "Fly" not in outcome.err


def test_value_is_followed_back_past_a_lost_intent(tool: Command, journal: Path) -> None:
    outcome = tool("explain", journal, "--why", "Wagon.miles", place=PLACE)
    assert outcome.code == 0, outcome.err
    assert "because of the intent Go 16" in outcome.out
    assert "by Wagon.roll_on in Travel" in outcome.out.partition("earlier changes")[2]


def test_turn_of_a_lost_intent_is_still_refused(tool: Command, journal: Path) -> None:
    outcome = tool("explain", journal, "--turn", 4, place=PLACE)
    assert outcome.code == 2
    assert "no intent is called 'Fly'" in outcome.err


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """Record a journal with a lost intent that no upgrade follows."""
    path = tmp_path / "cut.jsonl"
    with Past.record(path, seed=4) as past:
        for intent in (Go(10), Go(11), Go(12), Fly(13), Go(14)):
            past.perform(intent)
    return path


@pytest.mark.parametrize(
    ("command", "last"),
    [
        ("explain --of wagon --event Travel", "Wagon.miles 7 → 12 by Wagon.roll_on"),
        ("explain --changes Wagon.miles", "Wagon.miles of wagon 2: 7 → 12 by Wagon.roll_on"),
        ("explain --event Travel", "turn 3  Travel #4 wagon 2: done · miles 5"),
        ("explain --turn 2-9", "--all lists them"),
        ("state {} wagon.Wagon.miles", "wagon 2: Wagon.miles 12"),
        ("series {} Wagon.miles", "█ 12"),
        ("series {} Wagon.miles --to -", ",3,300,wagon 2,12"),
        ("series {} Wagon.miles --to {}.csv", "cut.jsonl.csv: 4 rows"),
    ],
)
def test_part_before_a_lost_intent_is_shown_with_a_warning(
    tool: Command, cut: Path, command: str, last: str
) -> None:
    name, *words = (command if "{}" in command else command + " {}").split()
    outcome = tool(name, *[word.format(cut) for word in words], place=PLACE)
    assert outcome.lines[-1].endswith(last)
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    said = "line 5: no intent is called 'Fly'; nothing later is shown"
    assert outcome.err.startswith(f"eventcore: {cut}: {said}")
    assert "use the code that recorded it" in outcome.err
    assert tool("verify", cut, place=PLACE).code == 2


def test_last_change_before_a_lost_intent_is_explained(tool: Command, cut: Path) -> None:
    outcome = tool("explain", cut, "--why", "Wagon.miles", place=PLACE)
    assert outcome.lines[0] == "Wagon.miles of wagon 2: 7 → 12  turn 3"
    assert (outcome.code, outcome.err.count("\n")) == (1, 1)
    later = tool("state", cut, "--turn", 5, place=PLACE)
    assert (later.code, later.out) == (2, "")


def test_change_by_an_upgrade_is_shown_with_the_changes_by_handlers(
    tool: Command, journal: Path
) -> None:
    lines = tool("explain", journal, "--changes", "Wagon.miles", place=PLACE).lines
    values = [line.partition("Wagon.miles of wagon 2: ")[2].split(" by ") for line in lines]
    ends = [change.split(" → ") for change, _ in values]
    assert all(one[1] == other[0] for one, other in pairwise(ends)), lines
    assert [by for _, by in values].count("the upgrade") == 1


def test_unreadable_file_of_a_folder_is_left_out_of_a_series(tool: Command, journal: Path) -> None:
    bad = journal.with_name("bad.jsonl")
    bad.write_text("{no journal\n", "utf-8")
    rows = journal.with_name("rows.csv")
    outcome = tool("series", journal.parent, "Wagon.miles", "--to", rows, place=PLACE)
    assert (outcome.code, "this file is left out" in outcome.err) == (2, True)
    assert str(journal) in rows.read_text("utf-8")
    alone = tool("series", bad, "Wagon.miles", place=PLACE)
    assert (alone.code, alone.out) == (2, "")
