"""The reader returns the contents of valid journals, and rejects other files."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal
from eventcore.journal.lines import MAX_RECORD
from tests.eventcore.journal.sample import HEARD, LINES, RECORDS, WHOLE, write
from tests.journals import seal

HEADER_LINE = LINES[0].encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello\n",
        bytes(range(256)) * 20,
        b'{"seq":0}\n',
        b'{"seq":0,' * (MAX_RECORD // 4),
        HEADER_LINE[:60],
        WHOLE.replace(b'"seed":7', b'"seed":8'),
        seal(line.encode().replace(b'"journal","v":1', b'"journal","v":9') for line in LINES),
        seal([HEADER_LINE.replace(b'{"seq":0,"turn":0,', b'{"turn":0,"seq":0,')])[:-1],
    ],
    ids=[
        "empty", "text", "binary", "json", "endless", "torn", "damaged", "version", "no end"
    ],
)  # fmt: skip
def test_file_without_a_whole_header_is_refused(
    tmp_path: Path, content: bytes, snapshot: SnapshotAssertion
) -> None:
    path = write(tmp_path, content)
    with pytest.raises(JournalError) as error:
        Journal.read(path)
    assert (str(error.value), error.value.torn, error.value.line) == snapshot
    with pytest.raises(JournalError) as again:
        Journal.read_header(path)
    assert str(again.value) == str(error.value)


@pytest.mark.parametrize("name", ["none.jsonl", "", "sample.jsonl/inside"])
def test_name_that_cannot_be_read_is_refused(
    tmp_path: Path, name: str, snapshot: SnapshotAssertion
) -> None:
    write(tmp_path, WHOLE)
    with pytest.raises(JournalError) as error:
        Journal.read(tmp_path / name)
    assert str(error.value) == snapshot


def test_header_can_be_read_even_if_the_rest_of_the_journal_is_damaged(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER_LINE + b"[[[\n")
    assert Journal.read_header(path) == Journal.read(path).header


@pytest.mark.parametrize(
    ("content", "line", "torn"),
    [
        (WHOLE[:-20], 4, True),
        (WHOLE.replace(b'"by":2', b'"by":3'), 2, False),
        (seal(line.encode().replace(b"good", b"\xff") for line in LINES), 4, False),
        ("".join(LINES[:3]).encode() + b'{"a":"' + b"x" * (2 * MAX_RECORD) + b'"}\n', 4, False),
    ],
    ids=["torn", "damaged", "no UTF-8", "endless"],
)
def test_problem_is_named_by_its_line(
    tmp_path: Path, content: bytes, line: int, torn: bool, snapshot: SnapshotAssertion
) -> None:
    journal = Journal.read(write(tmp_path, content))
    assert journal.records == RECORDS[: line - 2]
    assert journal.problem is not None
    assert (journal.problem.line, journal.problem.torn) == (line, torn)
    assert str(journal.problem) == snapshot


def test_journal_reader_gives_the_checksum_after_each_record(tmp_path: Path) -> None:
    journal = Journal.read(write(tmp_path, WHOLE))
    assert journal.sums == [0x7860E372, 0x9F6E6804, 0x9DADD188]
    assert journal.checksum == journal.sums[-1]


EVENT = (
    b'{"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null,"data":'
    b'{"fields":{"Stride":["by"]},"rows":[["Stride",4,0,3,2]]}}\n'
)


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([HEARD, LINES[1].encode(), EVENT[:-2], EVENT[:-2].replace(b",4,0,", b',"x",0,')], 4),
    ],
    ids=["a bad row"],
)  # fmt: skip
def test_impossible_event_lines_are_reported_as_damage(
    tmp_path: Path, lines: list[bytes], line: int, snapshot: SnapshotAssertion
) -> None:
    problem = Journal.read(write(tmp_path, seal(lines))).problem
    assert problem is not None
    assert (problem.line, problem.torn) == (line, False)
    assert str(problem) == snapshot


def test_setup_events_come_before_the_first_record(tmp_path: Path) -> None:
    lines = [HEARD, EVENT[:-2], LINES[1].encode()]
    journal = Journal.read(write(tmp_path, seal(lines)), events=True)
    assert journal.problem is None
    assert [len(events) for events in journal.events] == [1, 0]


def test_events_are_found_after_their_intent(tmp_path: Path) -> None:
    two = EVENT[:-2].replace(b'[["Stride",4,0,3,2]]', b'[["Stride",4,0,3,2],["Stride",5,0,3,2]]')
    lines = [HEARD, LINES[1].encode(), two, EVENT[:-2], LINES[2].encode()]
    journal = Journal.read(write(tmp_path, seal(lines)), events=True)
    assert [len(events) for events in journal.events] == [0, 3, 0]
    assert [journal.event_line(position) for position in range(3)] == [2, 3, 6]


@pytest.mark.parametrize("events", [False, True])
def test_event_names_override_header_names_with_the_same_id(tmp_path: Path, events: bool) -> None:
    header = HEARD.replace(b'"events":true', b'"events":true,"names":{"2":"door","3":"orc"}')
    named = EVENT[:-2].replace(b'"rows"', b'"names":{"3":"troll","4":"bat"},"rows"')
    path = write(tmp_path, seal([header, LINES[1].encode(), named, LINES[2].encode()]))
    journal = Journal.read(path, events=events)
    assert journal.problem is None
    assert journal.header.names == {"2": "door", "3": "orc"}
    assert journal.names == {"2": "door", "3": "troll", "4": "bat"}
