"""If a journal is removed, renamed or altered, the writer raises an error and creates no file."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS


def replace(path: Path) -> None:
    path.unlink()
    path.write_bytes(b"a diary")


def rename(path: Path) -> None:
    path.rename(path.with_name("renamed.jsonl"))


def cut(path: Path) -> None:
    os.truncate(path, 200)


def add_to(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more")


@pytest.mark.parametrize("harm", [Path.unlink, replace, rename, cut, add_to])
@pytest.mark.parametrize("resumed", [False, True])
def test_closing_a_damaged_journal_raises_and_leaves_the_files_unchanged(
    tmp_path: Path, harm: Callable[[Path], None], resumed: bool, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter.create(path, HEADER)
    writer.append(RECORDS[0])
    if resumed:
        writer.close()
        writer = JournalWriter.resume(path, Journal.read(path))
    writer.append(RECORDS[1])
    harm(path)
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(JournalError) as error:
        writer.close()
    assert str(error.value).replace(str(path), "game.jsonl") == snapshot(name=harm.__name__)
    with pytest.raises(JournalError):
        writer.append(RECORDS[2])
    writer.close()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == left
    if harm is rename:
        assert left == {"renamed.jsonl": "".join(LINES[:3]).encode()}


def test_writer_notices_a_removed_journal_no_later_than_close(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter.create(path, HEADER)
    for record in RECORDS:
        writer.append(record)
    path.unlink()
    with pytest.raises(JournalError):
        writer.close()


def test_record_soon_after_the_removal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter.create(path, HEADER)
    writer.append(RECORDS[0])
    path.unlink()
    for _ in range(13):  # the writer checks the file on every 16th line
        writer.append(RECORDS[1])
    with pytest.raises(JournalError):
        writer.append(RECORDS[1])


def test_writer_keeps_its_file_after_a_change_of_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with JournalWriter.create(Path("game.jsonl"), HEADER) as writer:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        writer.append(RECORDS[0])
    assert (tmp_path / "game.jsonl").read_bytes() == "".join(LINES[:2]).encode()
