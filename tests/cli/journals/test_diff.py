"""``bidden diff``: 0 the same, 1 they part, 2 not readable."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bidden.intents import Move, Wait
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command
from tests.cli.forgeries import DAMAGED, Forge, swap, write


def test_the_same_exits_0(bidden: Command, journal: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other.jsonl", journal.read_bytes())
    outcome = bidden("diff", journal, other)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"{journal} and {other}: the same: 21 records, up to turn 20\n"


def test_where_they_part_and_how_exits_1(bidden: Command, tmp_path: Path) -> None:
    one = record_intents(tmp_path / "1.jsonl", Wait(), Wait(), Wait())
    other = record_intents(tmp_path / "2.jsonl", Wait(), Move(1, 0), Wait())
    outcome = bidden("diff", one, other)
    assert (outcome.code, outcome.err) == (1, "")
    said = outcome.out.splitlines()
    assert said[:6] == [
        f"{one} and {other}: the same for 1 record, up to turn 1",
        "they part on turn 1 at record 2:",
        f"  {one}: line 3",
        f"  {other}: line 3",
        '  type "Wait" | "Move"',
        '  data {} | {"dx":1,"dy":0}',
    ]
    assert said[6] == "the states kept after 3 records, on turns 3 and 3:"
    places = [re.match(r"  Position\.x of player \d+: (\d+) \| (\d+)", line) for line in said[7:]]
    (place,) = filter(None, places)
    assert int(place[2]) == int(place[1]) + 1


def test_events_are_compared_where_both_have_them(bidden: Command, tmp_path: Path) -> None:
    one = record_intents(tmp_path / "1.jsonl", Wait(), Wait(), events=True)
    other = record_intents(tmp_path / "2.jsonl", Wait(), Wait(), events=True)
    outcome = bidden("diff", one, other)
    assert outcome.code == 0
    assert " events, up to turn 2\n" in outcome.out


def test_a_torn_journal_that_is_the_same_so_far_exits_2(
    bidden: Command, journal: Path, recorded: bytes, tmp_path: Path
) -> None:
    torn = write(tmp_path / "torn.jsonl", recorded[:-10])
    outcome = bidden("diff", torn, torn)
    assert outcome.code == 2
    assert "line 22 is torn" in outcome.err


@pytest.mark.parametrize(
    "forge", [*DAMAGED.values(), (lambda whole: whole[:-10], 22)], ids=[*DAMAGED, "torn"]
)
def test_what_cannot_be_read_whole_is_named_where_the_other_goes_on_and_exits_2(
    bidden: Command, journal: Path, recorded: bytes, tmp_path: Path, forge: tuple[Forge, int]
) -> None:
    damage, line = forge
    damaged = write(tmp_path / "damaged.jsonl", damage(recorded))
    outcome = bidden("diff", damaged, journal)
    assert outcome.code == 2
    assert outcome.err.startswith(f"bidden: {damaged}: line {line} is ")
    assert outcome.err.count("\n") == 1
    goes_on = f"  {damaged}: cannot be read any further\n  {journal}: line {line}\n"
    assert (goes_on in outcome.out) == (line < 23)


def test_what_a_strangers_journal_holds_cannot_write_to_the_terminal(
    bidden: Command, journal: Path, recorded: bytes, tmp_path: Path
) -> None:
    other = swap(recorded, 1, b'"mods":[]', b'"mods":["\\u001b[2J\\u009b"]')
    outcome = bidden("diff", journal, write(tmp_path / "other.jsonl", other))
    assert outcome.code == 1
    assert not {"\x1b", "\x9b"} & set(outcome.out)


@pytest.mark.parametrize("names", [[], ["game.jsonl"], ["a", "b", "c"]], ids=len)
def test_it_takes_two(refusal: Callable[..., str], names: list[str]) -> None:
    assert refusal("diff", *names)


def altered(path: Path, line: int, old: bytes, new: bytes) -> Path:
    """A copy of a journal with a line changed, and the checksums it should have."""
    return write(path.with_name(f"altered-{path.name}"), swap(path.read_bytes(), line, old, new))


def test_events_of_other_types_and_fields_are_told_with_their_line(
    bidden: Command, tmp_path: Path
) -> None:
    one = record_intents(tmp_path / "1.jsonl", Wait(), Wait(), events=True)
    other = altered(one, 6, b'"Wait":["enactor"]', b'"Wait":["by"]')
    told = (r"enactor player \d+ \| \(not there\)", r"by \d+ \| ")
    for pair, said in zip(((one, other), (other, one)), told, strict=True):
        outcome = bidden("diff", *pair)
        assert (outcome.code, outcome.err) == (1, "")
        assert f"  {other}: line 6\n" in outcome.out
        assert re.search(said, outcome.out)


def test_a_number_that_there_cannot_be_is_told_as_it_stands(
    bidden: Command, tmp_path: Path
) -> None:
    one = record_intents(tmp_path / "1.jsonl", Move(1, 0))
    outcome = bidden("diff", one, altered(one, 2, b'"dx":1', b'"dx":1e999'))
    assert (outcome.code, outcome.err) == (1, "")
    assert '  data {"dx":1,"dy":0} | "{\\"dx\\":1e999,\\"dy\\":0}"\n' in outcome.out


def test_a_difference_is_told_in_short(bidden: Command, tmp_path: Path) -> None:
    one = record_intents(tmp_path / "1.jsonl", Wait(), events=True)
    other = altered(one, 4, b'"fields":{', b'"fields":{"%b":["x"],' % (b"X" * 9999))
    other = altered(other, 4, b'"rows":[["Wait",', b'"rows":[["%b",' % (b"X" * 9999))
    for command in ("diff", "verify"):
        outcome = bidden(command, *((one, other) if command == "diff" else (other,)))
        assert outcome.code in (1, 2)
        assert max(map(len, (outcome.out + outcome.err).splitlines())) < 700
