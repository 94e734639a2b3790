"""The format: what a journal is, byte for byte."""

import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from msgspec import Raw
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import JournalWriter, Record, Settled, read_journal
from eventcore.journal.format import (
    CLOSE,
    FORMAT,
    FORMAT_VERSION,
    decode_header,
    decode_record,
    encode_header,
    encode_record,
)
from eventcore.journal.lines import MAX_RECORD
from eventcore.journal.settled import SettledEvents, decode_events, encode_events
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS, WHOLE, write
from tests.journals import seal

DOCUMENT = Path(__file__).parents[3] / "docs" / "journal.md"


def test_names_and_version_of_the_format_stay() -> None:
    assert (FORMAT, FORMAT_VERSION, CLOSE, MAX_RECORD) == ("journal", 1, "close", 1_048_576)


def test_journal_is_written_as_these_bytes(tmp_path: Path) -> None:
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER) as writer:
        for record in RECORDS:
            writer.append(record)
    assert (tmp_path / "new.jsonl").read_bytes() == WHOLE


def test_bytes_are_read_as_the_journal(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, WHOLE))
    assert journal.problem is None
    assert (journal.header, journal.records) == (HEADER, RECORDS)
    assert (journal.size, journal.checksum) == (len(WHOLE), 0x9DADD188)


def documented() -> Callable[[list[bytes]], bool]:
    """Return the check that the documentation has in Python."""
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)[0]
    names: dict[str, Callable[[list[bytes]], bool]] = {}
    exec(code, names)
    return names["check"]


def test_check_in_the_documentation_holds(tmp_path: Path) -> None:
    check = documented()
    lines = WHOLE.splitlines(keepends=True)
    assert check(lines)
    assert not check([*lines[:2], lines[2].replace(b"Wait", b"wait"), lines[3]])
    assert not check([lines[0], *lines[2:]])
    lines = with_events(tmp_path / "new.jsonl").splitlines(keepends=True)
    assert check(lines)
    assert not check([*lines[:2], *lines[3:]])
    assert not check([*lines[:2], lines[3], lines[2], *lines[4:]])


def test_header_and_the_checksum_after_it_survive_a_round_trip() -> None:
    line, after = encode_header(HEADER)
    assert line == LINES[0].encode()
    assert decode_header(line[:-1]) == (HEADER, after)
    assert after == 0xFA2EB348


def test_checksum_of_a_line_depends_on_the_lines_before() -> None:
    line = LINES[1].encode()[:-1]
    assert decode_record(line, 2, 0xFA2EB348)[0] == RECORDS[0]
    for damaged, before in ((line, 0), (line.replace(b"7860e372", b"7860E372"), 0xFA2EB348)):
        with pytest.raises(JournalError):
            decode_record(damaged, 2, before)


@pytest.mark.parametrize("version", [0, 2])
def test_other_format_version_is_refused_whatever_its_checksum(
    version: int, snapshot: SnapshotAssertion
) -> None:
    line = LINES[0].encode()[:-1].replace(b'"v":1', b'"v":%d' % version)
    for one in (line, seal([line])[:-1]):
        with pytest.raises(JournalError) as error:
            decode_header(one)
        assert str(error.value) == snapshot(name="refusal")


FIELDS = {"Step": ["enactor"], "Stride": ["by", "enactor"], "Rest": []}
STRIDE, STEP = ("Stride", 4, 0, 3, 2, 1), ("Step", 3, 0, None, 1, "failed", "wall")
EVENTS = SettledEvents([STRIDE, STEP], FIELDS)
SETTLED = [
    Settled(4, 0, "Stride", 3, "done", None, {"by": 2, "enactor": 1}),
    Settled(3, 0, "Step", None, "failed", "wall", {"enactor": 1}),
]
EVENT_LINE = (
    '{"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null,"data":{"fields":'
    '{"Step":["enactor"],"Stride":["by","enactor"]},"rows":'
    '[["Stride",4,0,3,2,1],["Step",3,0,null,1,"failed","wall"]]},"sum":"'
)


def with_events(path: Path) -> bytes:
    with JournalWriter.create(path, attrs.evolve(HEADER, events=True)) as writer:
        writer.append(RECORDS[0])
        writer.append_events(EVENTS)
        writer.append(RECORDS[1])
    return path.read_bytes()


def test_settled_events_stand_between_records_and_are_kept_if_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    assert EVENT_LINE.encode() in with_events(path)
    assert not read_journal(path).events
    journal = read_journal(path, events=True)
    assert (journal.problem, journal.records) == (None, RECORDS[:2])
    assert [[*events] for events in journal.events] == [[], SETTLED, []]
    assert list(EVENTS) == SETTLED
    assert [EVENTS[1], *EVENTS[:1]] == SETTLED[::-1]
    assert (journal.lines, journal.size) == ([2, 4], path.stat().st_size)


def test_events_too_long_for_a_line_have_several(tmp_path: Path) -> None:
    rows = [("Step", number, 0, None, "x" * 300_000) for number in range(7)]
    lines, checksum = encode_events(SettledEvents(rows, FIELDS), 5)
    assert [len(decode_events(line, 1)) for line in lines.splitlines()] == [3, 2, 2]
    assert int(lines[-11:-3], 16) == checksum
    with pytest.raises(JournalError):
        encode_events(SettledEvents([("Step", 1, 0, None, "x" * 1_200_000)], FIELDS), 0)


def test_events_after_the_last_record_are_written_anew_when_it_is_continued(tmp_path: Path) -> None:
    lines = with_events(tmp_path / "new.jsonl").splitlines(keepends=True)
    for kept in (2, 3):
        path = write(tmp_path, b"".join(lines[:kept]))
        journal = read_journal(path, events=True)
        assert (journal.problem, journal.records) == (None, RECORDS[:1])
        assert not journal.events[1]  # there may have been more
        with JournalWriter.resume(path, journal) as writer:
            assert path.read_bytes() == b"".join(lines[:2])
            writer.append_events(EVENTS)
            writer.append(RECORDS[1])
        assert path.read_bytes() == b"".join(lines)


def test_events_are_refused_beneath_a_header_that_has_none(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, attrs.evolve(HEADER, events=False)) as writer:
        writer.append(RECORDS[0])
        with pytest.raises(JournalError) as error:
            writer.append_events(EVENTS)
        assert str(error.value) == snapshot
    with JournalWriter.resume(path, read_journal(path)) as writer:
        with pytest.raises(JournalError):
            writer.append_events(EVENTS)
        writer.append(RECORDS[1])
    assert read_journal(path).records == RECORDS[:2]


@pytest.mark.parametrize("field", ["game", "engine", "seed", "content", "chains"])
def test_header_without_one_of_its_fields_is_incomplete(field: str) -> None:
    line = LINES[0].encode().replace(f'"{field}":'.encode(), b'"other":')
    with pytest.raises(JournalError) as error:
        decode_header(seal([line])[:-1])
    assert f"`{field}`" in str(error.value)


def record_of(length: int) -> Record:
    """Return a record whose line, line feed included, has this many bytes."""
    empty = Record(1, 0, "Say", 1, None, Raw(b'{"a":""}'), "")
    over = length - len(encode_record(empty, 0)[0])
    return Record(1, 0, "Say", 1, None, Raw(b'{"a":"' + b"x" * over + b'"}'), "")


def test_record_of_the_greatest_length_is_written_and_read(tmp_path: Path) -> None:
    record = record_of(MAX_RECORD)
    with JournalWriter.create(tmp_path / "long.jsonl", HEADER) as writer:
        writer.append(record)
        writer.append(RECORDS[0])
    journal = read_journal(tmp_path / "long.jsonl")
    assert journal.problem is None
    assert journal.records == [record, RECORDS[0]]
