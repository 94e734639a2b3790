"""What is forced to the disk, so that a power cut leaves it alone: records, and new names."""

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from eventcore import JournalError
from eventcore.journal import JournalWriter, Sync, read_journal
from tests.eventcore.journal.sample import HEADER, RECORDS


@pytest.fixture
def forced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The files and folders that were forced to the disk, by their inodes."""
    forced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: forced.append(os.fstat(descriptor).st_ino))
    return forced


@pytest.mark.parametrize(("sync", "calls"), [(Sync.ALWAYS, 5), (Sync.CLOSE, 1), (Sync.NEVER, 0)])
def test_records_are_forced_to_the_disk_as_often_as_asked(
    tmp_path: Path, forced: list[int], sync: Sync, calls: int
) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER, sync=sync) as writer:
        for record in RECORDS:
            writer.append(record)
    assert forced.count(path.stat().st_ino) == calls


def test_what_may_wait_is_forced_once_settled_or_before_the_next_record(
    tmp_path: Path, forced: list[int]
) -> None:
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER, sync=Sync.ALWAYS) as writer:
        writer.wait_for_settle()
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
        assert len(forced) in (2, 3)  # by the first, if it was slow, the last was forced too


class SlowDisk:
    """An fsync that takes until it is let go, and keeps how much was in the file by then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        self.begun, self.let_go = threading.Event(), threading.Event()
        self._real = os.fsync
        monkeypatch.setattr(os, "fsync", self._force)

    def _force(self, descriptor: int) -> None:
        self.begun.set()
        assert self.let_go.wait(10)
        self._real(descriptor)
        self.sizes.append(os.fstat(descriptor).st_size)


def test_no_record_waits_for_a_slow_disk_and_closing_waits_for_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER, sync=Sync.ALWAYS)
    writer.wait_for_settle()
    disk = SlowDisk(monkeypatch)
    for record in RECORDS:
        writer.append(record)
        writer.settle()
    assert disk.begun.wait(10)
    assert disk.sizes == []
    assert read_journal(path).records == RECORDS  # the system has them, the disk none
    threading.Timer(0.05, disk.let_go.set).start()
    writer.close()
    assert disk.sizes[-1] == path.stat().st_size
    assert disk.sizes == sorted(disk.sizes)


def test_what_is_being_forced_is_waited_for_by_a_process_that_ends_without_closing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "new.jsonl"
    program = f"""
import os, time
real = os.fsync
def slow(descriptor):
    time.sleep(0.2)
    real(descriptor)
    print("forced", flush=True)
from eventcore.journal import JournalWriter, Sync
from tests.eventcore.journal.sample import HEADER, RECORDS
writer = JournalWriter.create({str(path)!r}, HEADER, sync=Sync.ALWAYS)
writer.wait_for_settle()
os.fsync = slow
writer.append(RECORDS[0])
writer.settle()
print("crashed", flush=True)
raise SystemExit(3)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (3, ["crashed", "forced"]), done.stderr


@pytest.mark.parametrize("told_by", ["the next record", "closing", "waiting"])
def test_what_the_disk_would_not_take_meanwhile_is_told_and_never_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told_by: str
) -> None:
    path = tmp_path / "new.jsonl"
    trouble = f"{path}: may not be on the disk: Input/output error"
    writer = JournalWriter.create(path, HEADER, sync=Sync.ALWAYS)
    writer.wait_for_settle()
    monkeypatch.setattr(os, "fsync", broken(errno.EIO, 1))
    writer.append(RECORDS[0])
    writer.settle()
    assert writer.trouble == ""
    if told_by == "the next record":
        writer._file._forcing.wait()
        writer.append(RECORDS[1])
        assert writer.trouble == trouble
    elif told_by == "waiting":
        writer.wait()
        assert writer.trouble == trouble
    with pytest.raises(JournalError, match="may not be on the disk: Input"):
        writer.close()
    assert read_journal(path).problem is None


def test_where_the_system_has_no_thread_a_record_is_forced_all_the_same(
    tmp_path: Path, forced: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with JournalWriter.create(tmp_path / "new.jsonl", HEADER, sync=Sync.ALWAYS) as writer:
        writer.wait_for_settle()
        monkeypatch.setattr(threading.Thread, "start", refuse)
        forced.clear()
        writer.append(RECORDS[0])
        writer.settle()
        assert len(forced) == 1


def test_after_what_could_not_be_forced_each_further_record_is_forced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER, sync=Sync.ALWAYS)
    fails, sizes = [True], []

    def force(descriptor: int) -> None:
        if fails:
            fails.pop()
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sizes.append(os.fstat(descriptor).st_size)

    monkeypatch.setattr(os, "fsync", force)
    for record in RECORDS[:3]:
        writer.append(record)
    assert len(sizes) == 2
    with pytest.raises(JournalError, match="may not be on the disk"):
        writer.close()


@pytest.mark.parametrize("sync", Sync)
def test_a_new_name_is_forced_to_the_disk_unless_nothing_is(
    tmp_path: Path, forced: list[int], sync: Sync
) -> None:
    path = tmp_path / "a" / "b" / "new.jsonl"
    JournalWriter.create(path, HEADER, sync=sync).close()
    folders = [path.parent, path.parent.parent, tmp_path]
    names = [inode for inode in forced if inode != path.stat().st_ino]
    wanted = [] if sync is Sync.NEVER else [folder.stat().st_ino for folder in folders]
    assert names == wanted


@pytest.mark.parametrize("name", ["new.jsonl", "new.jsonl.gz"])
@pytest.mark.parametrize("sync", Sync)
def test_the_name_of_what_is_continued_is_forced_to_the_disk_unless_nothing_is(
    tmp_path: Path, forced: list[int], sync: Sync, name: str
) -> None:
    path, link = tmp_path / "a" / name, tmp_path / name
    JournalWriter.create(path, HEADER, sync=Sync.NEVER).close()
    link.symlink_to(path)
    JournalWriter.resume(link, read_journal(link), sync=sync).close()
    assert (path.parent.stat().st_ino in forced) == (sync is not Sync.NEVER)


def test_where_a_folder_cannot_be_forced_to_the_disk_a_journal_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    path = tmp_path / "new.jsonl"
    JournalWriter.create(path, HEADER, sync=Sync.ALWAYS).close()
    assert read_journal(path).header == HEADER


def broken(number: int, times: int) -> Callable[[int], None]:
    """An fsync of files that fails so many times."""
    real, left = os.fsync, [None] * times

    def force(descriptor: int) -> None:
        if left and stat.S_ISREG(os.fstat(descriptor).st_mode):
            left.pop()
            raise OSError(number, os.strerror(number))
        real(descriptor)

    return force


def test_what_may_not_be_on_the_disk_stays_told_though_the_next_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER, sync=Sync.ALWAYS)
    monkeypatch.setattr(os, "fsync", broken(errno.EIO, 1))
    for record in RECORDS:
        writer.append(record)
        assert writer.trouble == f"{path}: may not be on the disk: Input/output error"
    with pytest.raises(JournalError, match="may not be on the disk: Input"):
        writer.close()
    assert read_journal(path).records == RECORDS


def test_a_file_system_that_forces_nothing_to_a_disk_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", broken(errno.EINVAL, 99))
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER, sync=Sync.ALWAYS) as writer:
        for record in RECORDS:
            writer.append(record)
            assert writer.trouble == ""
    assert read_journal(tmp_path / "new.jsonl").records == RECORDS
