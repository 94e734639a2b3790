"""A journal that is removed, replaced or altered while it is written goes on in another file."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore.journal import Journal, JournalWriter
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS


def replace(path: Path) -> None:
    path.unlink()
    path.write_bytes(b"a diary")


def cut(path: Path) -> None:
    os.truncate(path, 200)


def add_to(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more")


@pytest.mark.parametrize("name", ["game.jsonl", "game.jsonl.gz"])
@pytest.mark.parametrize("harm", [Path.unlink, replace, cut, add_to])
@pytest.mark.parametrize("resumed", [False, True])
def test_harmed_journal_goes_on_whole_in_another_file(
    tmp_path: Path, name: str, harm: Callable[[Path], None], resumed: bool
) -> None:
    path = tmp_path / name
    writer = JournalWriter.create(path, HEADER, sync="always")
    writer.append(RECORDS[0])
    if resumed:
        writer.close()
        writer = JournalWriter.resume(path, Journal.read(path), sync="always")
    writer.append(RECORDS[1])
    harm(path)
    left = path.read_bytes() if path.exists() else None
    assert (writer.path, writer.moved) == (path, "")
    writer.append(RECORDS[2])
    saved = tmp_path / name.replace("game", "game.saved-1")
    assert (writer.path, writer.trouble) == (saved, "")
    assert Journal.read(saved).records == RECORDS
    writer.close()
    assert (Journal.read(saved).records, Journal.read(saved).problem) == (RECORDS, None)
    assert (path.read_bytes() if path.exists() else None) == left


@pytest.mark.parametrize("harm", [Path.unlink, replace, cut, add_to])
def test_writer_tells_what_became_of_the_file(
    tmp_path: Path, harm: Callable[[Path], None], snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter.create(path, HEADER)
    harm(path)
    writer.close()  # the file is looked at then, too
    assert writer.moved == snapshot


def test_file_is_looked_at_now_and_then_though_no_record_is_forced_to_the_disk(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        path.unlink()
        for _ in range(70):
            writer.append(RECORDS[0])
        assert writer.path == tmp_path / "game.saved-1.jsonl"
        assert len(Journal.read(writer.path).records) == 70


def test_program_that_changes_its_folder_writes_on_in_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with JournalWriter.create(Path("game.jsonl"), HEADER) as writer:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        writer.append(RECORDS[0])
    assert writer.moved == ""
    assert (tmp_path / "game.jsonl").read_bytes() == "".join(LINES[:2]).encode()


def test_record_that_cannot_be_written_anew_is_written_as_soon_as_it_can(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "games" / "game.jsonl"
    writer = JournalWriter.create(path, HEADER, sync="always")
    shutil.rmtree(path.parent)
    path.parent.write_bytes(b"no folder")
    writer.append(RECORDS[0])
    assert writer.trouble == snapshot
    assert writer.unwritten == 1
    path.parent.unlink()
    writer.append(RECORDS[1])
    assert (writer.trouble, writer.unwritten) == ("", 0)
    writer.close()
    assert Journal.read(writer.path).records == RECORDS[:2]
