"""Records are synced to the disk, so that they survive a power cut."""

import errno
import os
import threading
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.files import Sync
from tests.eventcore.journal.sample import HEADER, RECORDS


@pytest.fixture
def forced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the files and folders that were synced to the disk, by inode."""
    forced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: forced.append(os.fstat(descriptor).st_ino))
    return forced


@pytest.mark.parametrize(("sync", "calls"), [("always", 5), ("close", 1), ("never", 0)])
def test_records_are_forced_to_the_disk_as_often_as_asked(
    tmp_path: Path, forced: list[int], sync: Sync, calls: int
) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER, sync=sync) as writer:
        for record in RECORDS:
            writer.append(record)
    assert forced.count(path.stat().st_ino) == calls


def test_record_may_wait_until_it_is_settled_or_the_next_is_written(
    tmp_path: Path, forced: list[int]
) -> None:
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER, sync="always") as writer:
        writer.later = True
        forced.clear()
        writer.append(RECORDS[0])
        assert len(forced) == 0
        writer.settle()
        writer.settle()
        writer.wait()
        assert len(forced) == 1
        writer.append(RECORDS[1])
        assert len(forced) == 1
        writer.append(RECORDS[2])
        writer.wait()
        assert len(forced) in (2, 3)  # the first sync, if it was slow, covered the last record too


def test_no_record_waits_for_a_slow_disk_but_closing_waits_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, sizes, begun, let_go = os.fsync, list[int](), threading.Event(), threading.Event()

    def force(descriptor: int) -> None:
        begun.set()
        assert let_go.wait(10)
        real(descriptor)
        sizes.append(os.fstat(descriptor).st_size)

    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER, sync="always")
    writer.later = True
    monkeypatch.setattr(os, "fsync", force)
    for record in RECORDS:
        writer.append(record)
        writer.settle()
    assert begun.wait(10)
    assert sizes == []
    assert Journal.read(path).records == RECORDS  # the system has them, the disk does not
    threading.Timer(0.05, let_go.set).start()
    writer.close()
    assert sizes[-1] == path.stat().st_size
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("later", [True, False])
def test_error_of_the_disk_is_told_and_never_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: bool, snapshot: SnapshotAssertion
) -> None:
    real, fails = os.fsync, [OSError(errno.EIO, "Input/output error")]

    def force(descriptor: int) -> None:
        if fails:
            raise fails.pop()
        real(descriptor)

    writer = JournalWriter.create(tmp_path / "new.jsonl", HEADER, sync="always")
    writer.later = later
    monkeypatch.setattr(os, "fsync", force)
    writer.append(RECORDS[0])
    writer.settle()
    writer.wait()
    for _ in range(2):
        with pytest.raises(JournalError) as error:
            writer.append(RECORDS[1])
        assert str(error.value) == snapshot(name="problem")
    writer.close()
    assert Journal.read(writer.path).records == RECORDS[:1]


def test_error_of_the_disk_is_told_when_the_journal_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    writer = JournalWriter.create(tmp_path / "new.jsonl", HEADER)
    monkeypatch.setattr(os, "fsync", fail)
    writer.append(RECORDS[0])
    with pytest.raises(JournalError):
        writer.close()
    writer.close()


def test_file_system_that_forces_nothing_to_a_disk_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER, sync="always") as writer:
        for record in RECORDS:
            writer.append(record)
    assert Journal.read(path).records == RECORDS
