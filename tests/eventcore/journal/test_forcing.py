"""A journal is flushed to the disk when it is closed, so that it survives a power cut."""

import errno
import os
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from tests.eventcore.journal.sample import HEADER, RECORDS


@pytest.fixture
def forced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of the inodes of files and folders that were synced to the disk."""
    forced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: forced.append(os.fstat(descriptor).st_ino))
    return forced


def test_records_are_forced_to_the_disk_when_the_journal_is_closed(
    tmp_path: Path, forced: list[int]
) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        for record in RECORDS:
            writer.append(record)
        assert forced == []
    assert forced == [path.stat().st_ino]


def test_closing_the_journal_reports_a_disk_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    writer = JournalWriter.create(tmp_path / "new.jsonl", HEADER)
    monkeypatch.setattr(os, "fsync", fail)
    writer.append(RECORDS[0])
    with pytest.raises(JournalError) as error:
        writer.close()
    assert str(error.value) == snapshot(name="problem")
    writer.close()


def test_journal_works_on_a_file_system_without_fsync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        for record in RECORDS:
            writer.append(record)
    assert Journal.read(path).records == RECORDS
