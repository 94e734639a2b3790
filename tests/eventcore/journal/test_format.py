"""Journals have the documented format, byte for byte, and the documented header."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from msgspec import Raw
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import (
    code_change,
    decode_header,
    decode_record,
    encode_record,
)
from eventcore.journal.lines import MAX_RECORD
from eventcore.journal.settled import Settled, SettledEvents, decode_events, encode_events
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS, WHOLE, write
from tests.journals import seal

DOCUMENT = Path(__file__).parents[3] / "docs" / "journal.md"


def test_journal_writer_produces_the_expected_bytes(tmp_path: Path) -> None:
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER) as writer:
        for record in RECORDS:
            writer.append(record)
    assert (tmp_path / "new.jsonl").read_bytes() == WHOLE


def test_bytes_are_read_as_the_journal(tmp_path: Path) -> None:
    journal = Journal.read(write(tmp_path, WHOLE))
    assert journal.problem is None
    assert (journal.header, journal.records) == (HEADER, RECORDS)
    assert (journal.size, journal.checksum) == (len(WHOLE), 0x9DADD188)


def test_check_in_the_documentation_holds(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    code = next(block for block in blocks if "def check(" in block)
    names: dict[str, Callable[[list[bytes]], bool]] = {}
    exec(code, names)
    for whole in (WHOLE, with_events(tmp_path / "new.jsonl")):
        lines = whole.splitlines(keepends=True)
        assert names["check"](lines)
        assert not names["check"]([*lines[:2], lines[2].replace(b":", b": "), lines[3]])
        assert not names["check"]([lines[0], *lines[2:]])
        assert not names["check"]([*lines[:2], lines[3], lines[2]])


def test_checksum_of_a_line_depends_on_the_lines_before() -> None:
    line = LINES[1].encode()[:-1]
    assert decode_record(line, 2, 0xFA2EB348)[0] == RECORDS[0]
    for damaged, before in ((line, 0), (line.replace(b"7860e372", b"7860E372"), 0xFA2EB348)):
        with pytest.raises(JournalError):
            decode_record(damaged, 2, before)


FIELDS = {"Step": ["enactor"], "Stride": ["by", "enactor"], "Rest": []}
STRIDE, STEP = ("Stride", 4, 0, 3, 2, 1), ("Step", 3, 0, None, 1, "failed", "wall")
EVENTS = SettledEvents(FIELDS, [STRIDE, STEP])
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


def test_settled_events_lie_between_records_and_are_read_on_request(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    assert EVENT_LINE.encode() in with_events(path)
    assert not Journal.read(path).events
    journal = Journal.read(path, events=True)
    assert (journal.problem, journal.records) == (None, RECORDS[:2])
    assert [[*events] for events in journal.events] == [[], SETTLED, []]
    assert list(EVENTS) == SETTLED
    assert (journal.lines, journal.size) == ([2, 4], path.stat().st_size)


def test_events_too_long_for_one_line_are_split_over_several_lines(tmp_path: Path) -> None:
    rows = [("Step", number, 0, None, "x" * 300_000) for number in range(7)]
    lines, checksum = encode_events(SettledEvents(FIELDS, rows), 5)
    assert [len(decode_events(line, 1)) for line in lines.splitlines()] == [3, 2, 2]
    assert int(lines[-11:-3], 16) == checksum
    with pytest.raises(JournalError):
        encode_events(SettledEvents(FIELDS, [("Step", 1, 0, None, "x" * 1_200_000)]), 0)


def test_resuming_a_journal_rewrites_the_events_after_the_last_record(tmp_path: Path) -> None:
    lines = with_events(tmp_path / "new.jsonl").splitlines(keepends=True)
    for kept in (2, 3):
        path = write(tmp_path, b"".join(lines[:kept]))
        journal = Journal.read(path, events=True)
        assert (journal.problem, journal.records) == (None, RECORDS[:1])
        assert not journal.events[1]  # ignored, as they may be incomplete
        with JournalWriter.resume(path, journal) as writer:
            assert path.read_bytes() == b"".join(lines[:2])
            writer.append_events(EVENTS)
            writer.append(RECORDS[1])
        assert path.read_bytes() == b"".join(lines)


def test_events_are_refused_if_the_header_says_that_none_are_recorded(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, attrs.evolve(HEADER, events=False)) as writer:
        writer.append(RECORDS[0])
        with pytest.raises(JournalError) as error:
            writer.append_events(EVENTS)
        assert str(error.value) == snapshot
    with JournalWriter.resume(path, Journal.read(path)) as writer:
        with pytest.raises(JournalError):
            writer.append_events(EVENTS)
        writer.append(RECORDS[1])
    assert Journal.read(path).records == RECORDS[:2]


NAMED = attrs.evolve(HEADER, version="2.1", code="5c0d9e1f7a3b2c44")


def test_version_and_code_are_written_and_read() -> None:
    line, _ = encode_record(NAMED.record(), 0)
    assert b'"events":false,"version":"2.1","code":"5c0d9e1f7a3b2c44"}' in line
    assert decode_header(line[:-1])[0] == NAMED


@pytest.mark.parametrize(
    ("old", "new", "read"),
    [
        ('"events":false', '"events":false,"weather":["rain"]', True),
        ('"chains"', '"other"', False),
        ('"seed":7', '"seed":"7"', False),
    ],
    ids=["unknown", "missing", "another type"],
)
def test_header_has_all_of_its_fields_and_may_have_more(old: str, new: str, read: bool) -> None:
    line = seal([LINES[0].replace(old, new).encode()])[:-1]
    if read:
        assert decode_header(line)[0] == HEADER
    else:
        with pytest.raises(JournalError):
            decode_header(line)


@pytest.mark.parametrize(
    "data",
    [
        '{"game":"walk","version":"2.1"}',
        '{"game":"walk"}',
        '{"game":"\\u001b[2J","version":"%s"}' % ("x" * 999),
    ],
    ids=["known", "unknown", "long"],
)
def test_release_that_wrote_another_format_is_named_if_it_is_known(
    data: str, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(JournalError) as error:
        decode_header(b'{"type":"journal","v":2,"data":%s}' % data.encode())
    assert str(error.value) == snapshot


def test_writer_of_a_journal_is_named(snapshot: SnapshotAssertion) -> None:
    headers = NAMED, attrs.evolve(NAMED, code=""), HEADER
    assert [header.written_by for header in headers] == snapshot


def test_change_of_the_code_is_told_if_nothing_else_has_changed(
    snapshot: SnapshotAssertion,
) -> None:
    now = attrs.evolve(NAMED, version="2.2", code="c0de")
    assert code_change(NAMED, now) == snapshot
    assert code_change(NAMED, attrs.evolve(now, chains="x")) == ""
    assert code_change(NAMED, attrs.evolve(now, content="x")) == ""
    assert code_change(NAMED, attrs.evolve(now, code="")) == ""


@pytest.mark.parametrize("field", ["engine", "content", "chains", "version", "code"])
def test_change_of_any_rules_field_of_the_header_changes_the_rules(field: str) -> None:
    changed: dict[str, Any] = {field: "another"}
    assert attrs.evolve(NAMED, **changed).rules != NAMED.rules


def test_record_of_the_greatest_length_is_written_and_read(tmp_path: Path) -> None:
    empty = msgspec.structs.replace(RECORDS[0], data=Raw(b'{"a":""}'))
    room = MAX_RECORD - len(encode_record(empty, 0)[0])
    record = msgspec.structs.replace(empty, data=Raw(b'{"a":"%b"}' % (b"x" * room)))
    with JournalWriter.create(tmp_path / "long.jsonl", HEADER) as writer:
        writer.append(record)
        writer.append(RECORDS[0])
    journal = Journal.read(tmp_path / "long.jsonl")
    assert journal.problem is None
    assert journal.records == [record, RECORDS[0]]
