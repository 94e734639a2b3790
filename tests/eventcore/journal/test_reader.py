"""The reader: what it says of a file that is no whole journal, damage apart."""

import io
import json
import re
from pathlib import Path

import attrs
import pytest

from eventcore import JournalError
from eventcore.journal import JournalWriter, read_header, read_journal
from eventcore.journal.lines import MAX_RECORD
from eventcore.journal.settled import SettledEvents
from tests.eventcore.journal.sample import HEADER, HEARD, LINES, RECORDS, WHOLE, write
from tests.journals import seal

HEADER_LINE = LINES[0].encode()


def refusal(path: Path) -> str:
    """What the reader says when it refuses; the path it begins with is left out."""
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize("content", [b"", b"hello\n", HEADER_LINE[:60]])
def test_a_header_alone_is_refused_as_a_journal_without_one_is(
    tmp_path: Path, content: bytes
) -> None:
    path = write(tmp_path, content)
    with pytest.raises(JournalError) as caught:
        read_header(path)
    assert str(caught.value) == f"{path}: {refusal(path)}"


def test_a_header_is_read_alone_whatever_follows_it(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER_LINE + b"[[[\n")
    assert read_header(path) == read_journal(path).header


def test_a_file_that_does_not_exist_is_said_to_be_missing(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.jsonl") == "there is no such file"


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "this is a folder, not a journal"


def test_a_path_through_a_file_cannot_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)
    assert refusal(path / "inside") == "cannot be read: Not a directory"


def test_a_file_without_permission_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, _mode: str) -> io.BytesIO:
        raise PermissionError(13, "Permission denied")

    # Not chmod: whoever runs the tests may be allowed everything.
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(tmp_path / "locked.jsonl") == "cannot be read: Permission denied"


def test_a_disk_that_fails_halfway_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(5, "Input/output error")
            return super().readline(size)

    monkeypatch.setattr(Path, "open", lambda _path, _mode: Failing(WHOLE))
    assert refusal(tmp_path / "failing.jsonl") == "cannot be read: Input/output error"


def test_an_empty_file_is_no_journal(tmp_path: Path) -> None:
    assert refusal(write(tmp_path, b"")) == "the file is empty: a journal begins with a header"


@pytest.mark.parametrize(
    "content",
    [
        bytes(range(256)) * 20,
        b"\x00" * 100,
        b"\n\n\n",
        b"hello\n",
        b'{"seq":0}\n',
        b"\x89PNG\r\n\x1a\n",
        b'{"seq":0,' * (MAX_RECORD // 4),
        seal([HEADER_LINE.replace(b'{"seq":0,"turn":0,', b'{"turn":0,"seq":0,')])[:-1],
    ],
    ids=["binary", "zeros", "blank", "text", "json", "png", "endless", "header-without-its-end"],
)
def test_another_kind_of_file_is_no_journal(tmp_path: Path, content: bytes) -> None:
    said = refusal(write(tmp_path, content))
    assert said == "this is not a journal: its first line is no header"


def test_a_journal_of_another_format_version_is_refused_with_both_numbers(tmp_path: Path) -> None:
    content = seal(line.encode().replace(b'"journal","v":1', b'"journal","v":9') for line in LINES)
    assert refusal(write(tmp_path, content)) == (
        "the journal has format version 9, and this program reads version 1: "
        "use the release that wrote it"
    )


def test_a_damaged_header_is_refused(tmp_path: Path) -> None:
    content = WHOLE.replace(b'"seed":7', b'"seed":8')
    assert refusal(write(tmp_path, content)).startswith("line 1 is damaged")


def test_a_header_alone_is_a_journal_without_records(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, HEADER_LINE))
    assert (journal.records, journal.problem, journal.size) == ([], None, len(HEADER_LINE))


def test_a_record_longer_than_the_bound_is_not_read_into_memory(tmp_path: Path) -> None:
    long = b'{"seq":1,"data":"' + b"x" * (2 * MAX_RECORD) + b'"}\n'
    journal = read_journal(write(tmp_path, "".join(LINES[:3]).encode() + long))
    assert journal.records == RECORDS[:2]
    assert str(journal.problem) == "line 4 is longer than 1048576 bytes, which no line is"
    assert journal.problem is not None
    assert (journal.problem.torn, journal.problem.line) == (False, 4)


def test_a_torn_end_is_named_with_what_is_whole(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, WHOLE[:-20]))
    assert journal.records == RECORDS[:2]
    assert str(journal.problem) == (
        "line 4 is torn: the file ends inside it, after 2 whole records"
    )
    assert journal.problem is not None
    assert (journal.problem.line, journal.problem.torn) == (4, True)


def test_damage_is_named_by_its_line(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, WHOLE.replace(b'"by":2', b'"by":3')))
    assert str(journal.problem) == (
        "line 2 is damaged: its checksum does not fit it and the lines before"
    )
    assert journal.problem is not None
    assert (journal.problem.line, journal.problem.torn) == (2, False)


def test_what_follows_a_record_starts_from_its_checksum(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, WHOLE))
    assert journal.sums == [0x7860E372, 0x9F6E6804, 0x9DADD188]
    assert journal.checksum == journal.sums[-1]


EVENT = (
    b'{"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null,"data":'
    b'{"fields":{"Stride":["by"]},"rows":[["Stride",4,0,3,2]]}}\n'
)


def test_events_are_read_one_by_one_or_many_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, attrs.evolve(HEADER, events=True)) as writer:
        for number, each in enumerate(RECORDS):
            writer.append(each)
            writer.append_events(SettledEvents([("Stride", number, 0, None)], {"Stride": []}))
        writer.append(RECORDS[0])
    events = read_journal(path, events=True).events
    assert [each.seq for each in events[1]] == [0]
    assert [[each.seq for each in some] for some in events[1:]] == [[0], [1], [2], []]
    assert (events[2][0].seq, len(events[2]), events[2][:1]) == (1, 1, [*events[2]])


def test_no_events_stand_in_a_journal_without_records(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, HEADER_LINE), events=True)
    assert (journal.event_lines(0), journal.event_line(0, 0)) == ([], 1)


def test_a_damaged_event_is_named_by_its_line(tmp_path: Path) -> None:
    damaged = EVENT.replace(b'["Stride",4', b'["Stride","x"')
    lines = [HEARD, LINES[1].encode(), EVENT[:-2], damaged[:-2]]
    problem = read_journal(write(tmp_path, seal(lines))).problem
    assert problem is not None
    assert problem.line == 4


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        (
            [LINES[0].encode(), LINES[1].encode(), EVENT[:-2]],
            3,
            "the header says that there are none",
        ),
        (
            [
                HEARD,
                b'{"seq":1,"turn":0,"type":"close","v":1,"parent":null,"data":{},"digest":""',
                EVENT[:-2],
            ],
            3,
            "no intent stands before it",
        ),
    ],
)
def test_events_where_there_can_be_none_are_damage(
    tmp_path: Path, lines: list[bytes], line: int, why: str
) -> None:
    problem = read_journal(write(tmp_path, seal(lines))).problem
    assert problem is not None
    assert (problem.line, problem.torn) == (line, False)
    assert str(problem) == f"line {line} is damaged: it holds settled events, and {why}"


def test_events_of_how_a_run_began_stand_before_the_first_record(tmp_path: Path) -> None:
    lines = [HEARD, EVENT[:-2], LINES[1].encode()]
    journal = read_journal(write(tmp_path, seal(lines)), events=True)
    assert journal.problem is None
    assert [len(events) for events in journal.events] == [1, 0]


def test_an_event_without_a_checksum_is_damage(tmp_path: Path) -> None:
    journal = read_journal(write(tmp_path, seal([HEARD, LINES[1].encode()]) + EVENT))
    assert journal.problem is not None
    assert (journal.problem.line, journal.problem.torn, journal.records) == (3, False, RECORDS[:1])


def test_an_event_with_another_checksum_is_named_by_its_line(tmp_path: Path) -> None:
    changed = seal([HEARD, LINES[1].encode(), EVENT]).replace(b"4,0,3,2", b"4,0,3,3")
    problem = read_journal(write(tmp_path, changed)).problem
    assert problem is not None
    assert str(problem) == "line 3 is damaged: its checksum does not fit it and the lines before"
    assert problem.line == 3


def test_a_header_that_is_not_whole_is_told_from_one_that_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(JournalError) as torn:
        read_journal(write(tmp_path, WHOLE[:20]))
    path = tmp_path / "sample.jsonl"
    said = f"{path}: the file ends inside its header: nothing was recorded"
    assert (str(torn.value), torn.value.torn, torn.value.line) == (said, True, 0)
    with pytest.raises(JournalError) as damaged:
        read_journal(write(tmp_path, WHOLE.replace(b'"seed":7', b'"seed":8')))
    assert (damaged.value.torn, damaged.value.line) == (False, 1)


def test_a_name_that_no_file_can_have_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"cannot be read: .*null byte"):
        read_journal(tmp_path / "a\0b.jsonl")


@pytest.mark.parametrize(
    "row",
    [
        '["Stride",4,0,3]',
        '["Stride",4,0,3,2,5]',
        '["Stride",4,0]',
        "[]",
        "{}",
        '["Stroll",4,0,3,2]',
        '[["Stride"],4,0,3,2]',
        '["Stride",-4,0,3,2]',
        '["Stride",4,0.0,3,2]',
        '["Stride",4,true,3,2]',
        '["Stride",4,0,"3",2]',
        '["Stride",4,0,3,2,"failed"]',
        '["Stride",4,0,3,2,"done",null]',
        '["Stride",4,0,3,2,"failed",1]',
        '["Stride",4,0,3,2,"failed","wall",0]',
    ],
)
def test_a_row_that_is_none_is_damage(tmp_path: Path, row: str) -> None:
    line = EVENT[:-2].replace(b'["Stride",4,0,3,2]', row.encode())
    problem = read_journal(write(tmp_path, seal([HEARD, LINES[1].encode(), line]))).problem
    assert problem is not None
    assert (problem.line, problem.torn) == (3, False)
    assert re.match(r"line 3 holds no settled events: .*\brow", str(problem))


@pytest.mark.parametrize("reason", ["null", '"wall"'])
def test_a_row_of_an_event_that_was_not_done_tells_how_it_ended(
    tmp_path: Path, reason: str
) -> None:
    row = b'["Stride",4,0,null,2,"failed",%b]' % reason.encode()
    line = EVENT[:-2].replace(b'["Stride",4,0,3,2]', row)
    lines = [HEARD, LINES[1].encode(), line, LINES[2].encode()]
    journal = read_journal(write(tmp_path, seal(lines)), events=True)
    assert journal.problem is None
    (event,) = journal.events[1]
    assert (event.outcome, event.reason, event.data) == ("failed", json.loads(reason), {"by": 2})


def test_events_in_several_lines_are_told_by_them(tmp_path: Path) -> None:
    two = EVENT[:-2].replace(b'[["Stride",4,0,3,2]]', b'[["Stride",4,0,3,2],["Stride",5,0,3,2]]')
    lines = [HEARD, LINES[1].encode(), two, EVENT[:-2], LINES[2].encode()]
    journal = read_journal(write(tmp_path, seal(lines)), events=True)
    assert [journal.event_lines(position) for position in range(3)] == [[], [3, 3, 4], []]
    assert [journal.event_line(1, number) for number in (0, 2, 3, 99)] == [3, 4, 4, 4]
    assert [journal.event_line(position, 0) for position in (0, 2)] == [1, 5]


@pytest.mark.parametrize("events", [False, True])
def test_all_names_a_journal_tells_are_given_and_of_one_id_the_later(
    tmp_path: Path, events: bool
) -> None:
    header = HEARD.replace(b'"events":true', b'"events":true,"names":{"2":"door","3":"orc"}')
    named = EVENT[:-2].replace(b'"rows"', b'"names":{"3":"troll","4":"bat"},"rows"')
    path = write(tmp_path, seal([header, LINES[1].encode(), named, LINES[2].encode()]))
    journal = read_journal(path, events=events)
    assert journal.problem is None
    assert journal.header.names == {"2": "door", "3": "orc"}
    assert journal.names == {"2": "door", "3": "troll", "4": "bat"}


ENVELOPES = [
    ('"seq":4', '"seq":5', "its envelope is not that of its first row"),
    ('"turn":0', '"turn":1', "its envelope is not that of its first row"),
    ('"type":"events"', '"type":"Walk"', "its envelope is not that of its first row"),
    ('"parent":null', '"parent":1', "its envelope is not that of its first row"),
    ('"v":1', '"v":2', "its rows have version 2, and this program knows 1"),
    ('"rows":[["Stride",4,0,3,2]]', '"rows":[]', "there are no rows"),
    ('"v":1', '"v":1,"digest":""', "Object contains unknown field `digest`"),
]


@pytest.mark.parametrize(("old", "new", "why"), ENVELOPES)
def test_an_envelope_that_does_not_fit_is_damage(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    line = EVENT[:-2].decode()
    assert line.count(old) == 1
    lines = [HEARD, LINES[1].encode(), line.replace(old, new).encode()]
    problem = read_journal(write(tmp_path, seal(lines))).problem
    assert problem is not None
    assert problem.line == 3
    assert str(problem).startswith(f"line 3 holds no settled events: {why}")
