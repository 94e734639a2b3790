"""The format: what a journal is, byte for byte."""

import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from msgspec import Raw

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


def test_the_names_and_the_version_in_the_format_are_these() -> None:
    assert (FORMAT, FORMAT_VERSION, CLOSE, MAX_RECORD) == ("journal", 1, "close", 1_048_576)


def test_a_journal_is_written_as_these_bytes(tmp_path: Path) -> None:
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER) as writer:
        for record in RECORDS:
            writer.append(record)
    assert (tmp_path / "new.jsonl").read_bytes() == WHOLE


def test_these_bytes_are_read_as_the_journal(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, WHOLE))
    assert journal.problem is None
    assert (journal.header, journal.records) == (HEADER, RECORDS)
    assert (journal.size, journal.checksum) == (len(WHOLE), 0x9DADD188)


def documented() -> Callable[[list[bytes]], bool]:
    """The check that the documentation has in Python."""
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)[0]
    names: dict[str, Callable[[list[bytes]], bool]] = {}
    exec(code, names)
    return names["check"]


def test_the_check_in_the_documentation_holds_for_these_bytes() -> None:
    check = documented()
    lines = WHOLE.splitlines(keepends=True)
    assert check(lines)
    assert not check([*lines[:2], lines[2].replace(b"Wait", b"wait"), lines[3]])
    assert not check([lines[0], *lines[2:]])


def test_the_check_in_the_documentation_holds_for_settled_events(tmp_path: Path) -> None:
    check = documented()
    lines = with_events(tmp_path / "new.jsonl").splitlines(keepends=True)
    assert check(lines)
    assert not check([*lines[:2], *lines[3:]])
    assert not check([*lines[:2], lines[3], lines[2], *lines[4:]])


def test_a_record_and_the_checksum_after_it_survive_a_round_trip() -> None:
    record = Record(9, 4, "Say", 3, 8, Raw(b'{"deep":[1,{"a":null}],"text":"\\u001b"}'), "d")
    line, after = encode_record(record, 0x12345678)
    assert line.endswith(b"\n")
    assert decode_record(line[:-1], 2, 0x12345678) == (record, after)


def test_a_header_and_the_checksum_after_it_survive_a_round_trip() -> None:
    line, after = encode_header(HEADER)
    assert line == LINES[0].encode()
    assert decode_header(line[:-1]) == (HEADER, after)
    assert after == 0xFA2EB348


def test_the_checksum_of_a_line_depends_on_the_lines_before() -> None:
    line = LINES[1].encode()[:-1]
    assert decode_record(line, 2, 0xFA2EB348)[0] == RECORDS[0]
    with pytest.raises(JournalError, match="line 2 is damaged: its checksum does not fit"):
        decode_record(line, 2, 0)


def test_a_checksum_in_capitals_is_another_file() -> None:
    line = LINES[1].encode()[:-1]
    with pytest.raises(JournalError, match="damaged"):
        decode_record(line.replace(b"7860e372", b"7860E372"), 2, 0xFA2EB348)


def test_another_format_version_is_refused_by_its_number_whatever_its_checksum_is() -> None:
    for version in (0, 2):
        line = LINES[0].encode()[:-1].replace(b'"v":1', b'"v":%d' % version)
        said = f"has format version {version}, and this program reads version 1"
        for one in (line, seal([line])[:-1]):
            with pytest.raises(JournalError, match=said):
                decode_header(one)


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
    with pytest.raises(JournalError, match="an event of 1200157 bytes cannot be written"):
        encode_events(SettledEvents([("Step", 1, 0, None, "x" * 1_200_000)], FIELDS), 0)


def test_an_event_changed_removed_or_moved_is_damage(tmp_path: Path) -> None:
    whole = with_events(tmp_path / "new.jsonl").splitlines(keepends=True)
    changed = whole[2].replace(b"4,0,3,2,1", b"4,0,3,3,1")
    for lines in (
        [*whole[:2], changed, *whole[3:]],
        [*whole[:2], *whole[3:]],
        [*whole[:2], whole[2], whole[2], whole[3]],
    ):
        journal = read_journal(write(tmp_path, b"".join(lines)), events=True)
        assert journal.records == RECORDS[:1]
        assert "is damaged" in str(journal.problem)


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


def test_no_events_are_written_beneath_a_header_that_has_none(tmp_path: Path) -> None:
    path, said = tmp_path / "new.jsonl", "says that no events are recorded: begin it with"
    with JournalWriter.create(path, attrs.evolve(HEADER, events=False)) as writer:
        writer.append(RECORDS[0])
        with pytest.raises(JournalError, match=said):
            writer.append_events(EVENTS)
    journal = read_journal(path)
    with JournalWriter.resume(path, journal) as writer:
        with pytest.raises(JournalError, match=said):
            writer.append_events(EVENTS)
        writer.append(RECORDS[1])
    assert read_journal(path).records == RECORDS[:2]


def test_what_has_no_form_in_json_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, attrs.evolve(HEADER, events=True)) as writer:
        with pytest.raises(JournalError, match="an event, Step, cannot be recorded"):
            writer.append_events(SettledEvents([("Step", 1, 0, None, object())], FIELDS))
        with pytest.raises(JournalError, match="has a line feed"):
            writer.append_events(SettledEvents([("Step", 1, 0, None, Raw(b"[\n]"))], FIELDS))
        writer.append(RECORDS[0])
    assert read_journal(path).records == RECORDS[:1]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b"null",
        b"{}",
        b'{"type":"walk","v":1}',
        b'{"type":"journal"}',
        b'{"type":"journal","v":"1"}',
        b'{"type":"journal","v":true}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
    ids=lambda line: repr(line[:30]),
)
def test_what_is_no_header_is_no_journal(line: bytes) -> None:
    with pytest.raises(JournalError, match="this is not a journal: its first line is no header"):
        decode_header(line)


@pytest.mark.parametrize("field", ["game", "engine", "seed", "content", "chains"])
def test_a_header_without_one_of_its_fields_is_incomplete(field: str) -> None:
    line = LINES[0].encode().replace(f'"{field}":'.encode(), b'"other":')
    with pytest.raises(JournalError, match=f"the header is incomplete: .* `{field}`"):
        decode_header(seal([line])[:-1])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seq":3', b'"seq":"3"'),
        (b'"turn":0', b'"turn":0.5'),
        (b'"type":"Step"', b'"type":null'),
        (b'"v":1', b'"v":true'),
        (b'"parent":null', b'"parent":"x"'),
        (b'"data":{"by":2}', b'"data":{"by":}'),
        (b'"digest":', b'"other":'),
        (b'{"by":2}', b"[" * 400_000 + b"]" * 400_000),
        (b'{"seq":3,', b'["seq",3,'),
    ],
    ids=lambda part: repr(part[:20]),
)
def test_a_line_of_another_shape_is_no_record_even_with_a_right_checksum(
    tmp_path: Path, old: bytes, new: bytes
) -> None:
    lines = [line.encode() for line in LINES]
    assert old in lines[1]
    lines[1] = lines[1].replace(old, new, 1)
    journal = read_journal(write(tmp_path, seal(lines)))
    assert journal.records == []
    assert journal.problem is not None
    assert "line 2 is no record" in str(journal.problem)
    assert not journal.problem.torn


def record_of(length: int) -> Record:
    """A record whose line, line feed included, has this many bytes."""
    empty = Record(1, 0, "Say", 1, None, Raw(b'{"a":""}'), "")
    over = length - len(encode_record(empty, 0)[0])
    return Record(1, 0, "Say", 1, None, Raw(b'{"a":"' + b"x" * over + b'"}'), "")


def test_a_record_of_the_greatest_length_is_written_and_read(tmp_path: Path) -> None:
    record = record_of(MAX_RECORD)
    with JournalWriter.create(tmp_path / "long.jsonl", HEADER) as writer:
        writer.append(record)
        writer.append(RECORDS[0])
    journal = read_journal(tmp_path / "long.jsonl")
    assert journal.problem is None
    assert journal.records == [record, RECORDS[0]]


def test_a_longer_record_is_refused_and_nothing_of_it_written(tmp_path: Path) -> None:
    with JournalWriter.create(tmp_path / "long.jsonl", HEADER) as writer:
        with pytest.raises(JournalError, match="1048577 bytes cannot be written: 1048576 is the"):
            writer.append(record_of(MAX_RECORD + 1))
        writer.append(RECORDS[0])
    assert (tmp_path / "long.jsonl").read_bytes() == "".join(LINES[:2]).encode()
