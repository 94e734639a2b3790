"""The writer only appends, writes immediately, and never overwrites existing content."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS, WHOLE, write

Write = Callable[[int, bytes], int]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
@pytest.mark.parametrize("name", ["sample.jsonl", "link", "pipe", "", "sample.jsonl/new"])
def test_path_unsuitable_for_a_new_journal_is_refused(
    tmp_path: Path, name: str, snapshot: SnapshotAssertion
) -> None:
    path = write(tmp_path, b"someone's diary\n")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere.jsonl")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(JournalError) as error:
        JournalWriter.create(tmp_path / name, HEADER)
    assert str(error.value) == snapshot
    assert path.read_bytes() == b"someone's diary\n"
    assert not (tmp_path / "elsewhere.jsonl").exists()


@pytest.mark.parametrize("wrong", [{"game": 5}, {"names": {"2": 2}}, {"events": 1}])
def test_header_that_no_reader_accepts_is_not_written(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    path, (field,) = tmp_path / "new.jsonl", wrong
    with pytest.raises(JournalError, match=rf"Expected `\w+`, got `int` - at `\$\.{field}"):
        JournalWriter.create(path, attrs.evolve(HEADER, **wrong))
    assert not path.exists()


def test_journal_with_a_truncated_last_record_is_continued_without_that_record(
    tmp_path: Path,
) -> None:
    kept = len("".join(LINES[:3]).encode())
    for end in range(kept, len(WHOLE)):
        path = write(tmp_path, WHOLE[:end])
        with JournalWriter.resume(path, Journal.read(path)) as writer:
            assert path.read_bytes() == WHOLE[:kept]
            writer.append(RECORDS[2])
        assert path.read_bytes() == WHOLE


def test_damaged_or_vanished_journal_is_not_continued(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    damaged = WHOLE.replace(b"Wait", b"wait")
    path = write(tmp_path, damaged)
    with pytest.raises(JournalError) as error:
        JournalWriter.resume(path, Journal.read(path))
    assert str(error.value) == snapshot
    assert path.read_bytes() == damaged
    journal = Journal.read(write(tmp_path, WHOLE))
    path.unlink()
    with pytest.raises(JournalError):
        JournalWriter.resume(path, journal)
    assert not path.exists()


def test_writer_writes_whole_records_even_if_the_system_takes_one_byte_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:1]))
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER) as writer:
        for record in RECORDS:
            writer.append(record)
    assert (tmp_path / "new.jsonl").read_bytes() == WHOLE


def full_disk(after: int) -> Write:
    """Return a write function that fails after this many bytes, as if the disk were full."""
    real: Write = os.write
    left = after

    def write_some(descriptor: int, data: bytes) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        done = real(descriptor, data[:left])
        left -= done
        return done

    return write_some


def test_record_that_a_full_disk_cuts_is_a_torn_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER)
    writer.append(RECORDS[0])
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full_disk(after=7))
        with pytest.raises(JournalError) as error:
            writer.append(RECORDS[1])
    assert str(error.value) == snapshot
    with pytest.raises(JournalError):
        writer.append(RECORDS[1])  # even if there is free space again
    writer.close()
    journal = Journal.read(path)
    assert journal.records == RECORDS[:1]
    assert journal.problem is not None
    assert journal.problem.torn
    with JournalWriter.resume(path, journal) as again:
        again.append(RECORDS[1])
        again.append(RECORDS[2])
    assert path.read_bytes() == WHOLE


def test_journal_that_cannot_be_begun_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", full_disk(after=5))
    with pytest.raises(JournalError):
        JournalWriter.create(tmp_path / "new.jsonl", HEADER)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "data", [b"", b"[1]", b'{"x":NaN}', b'{"x":1', b"{} {}", b'{"x":"\xff"}', b'{\n"x":1}']
)
def test_writer_rejects_data_that_a_reader_would_reject(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        with pytest.raises(JournalError):
            writer.append(msgspec.structs.replace(RECORDS[0], data=msgspec.Raw(data)))
        writer.append(RECORDS[0])
    assert Journal.read(path).records == RECORDS[:1]


def test_journal_is_continued_by_one_process_at_a_time_and_only_as_it_was_read(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        early = Journal.read(path)
        with pytest.raises(JournalError) as busy:
            JournalWriter.resume(path, early)
        writer.append(RECORDS[0])
    with pytest.raises(JournalError) as grown:
        JournalWriter.resume(path, early)
    assert [str(busy.value), str(grown.value)] == snapshot
    with JournalWriter.resume(path, Journal.read(path)) as again:
        again.append(RECORDS[1])
    assert Journal.read(path).records == RECORDS[:2]


def test_beginning_of_a_journal_is_copied_and_nothing_overwritten(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)
    journal = Journal.read(path)
    for records in range(len(RECORDS) + 1):
        target = tmp_path / f"copy-{records}.jsonl"
        journal.copy_to(target, records)
        assert Journal.read(target).records == RECORDS[:records]
        with pytest.raises(JournalError):
            journal.copy_to(str(target), 0)
        assert Journal.read(target).records == RECORDS[:records]
    journal.copy_to(tmp_path / "new" / "folder" / "copy.jsonl")
    assert Journal.read(tmp_path / "new" / "folder" / "copy.jsonl").records == RECORDS
    with pytest.raises(JournalError, match="cannot be written"):
        journal.copy_to(path / "copy.jsonl")
    for records in (-1, len(RECORDS) + 1):
        with pytest.raises(JournalError, match=f"a number of records from 0 to {len(RECORDS)}"):
            journal.copy_to(tmp_path / "new.jsonl", records)


def test_empty_path_is_refused() -> None:
    with pytest.raises(JournalError, match="the path of the journal is empty"):
        JournalWriter.create("", HEADER)
