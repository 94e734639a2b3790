"""A journal that somebody lays hands on while it is written goes on, whole, in another file."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from eventcore import JournalError
from eventcore.journal import JournalWriter, Sync, read_journal
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS

NAMES = ["game.jsonl", "game.jsonl.gz"]


def replace(path: Path) -> None:
    path.unlink()
    path.write_bytes(b"a diary")


def cut(path: Path) -> None:
    os.truncate(path, 200)


def add_to(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more")


HANDS: dict[str, Callable[[Path], None]] = {
    "was removed": Path.unlink,
    "was replaced": replace,
    "was cut short": cut,
    "was written by others": add_to,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("became", HANDS)
@pytest.mark.parametrize("resumed", [False, True])
def test_all_of_it_is_written_anew_and_goes_on_there(
    tmp_path: Path, name: str, became: str, resumed: bool
) -> None:
    path = tmp_path / name
    writer = JournalWriter.create(path, HEADER, sync=Sync.ALWAYS)
    writer.append(RECORDS[0])
    if resumed:
        writer.close()
        writer = JournalWriter.resume(path, read_journal(path), sync=Sync.ALWAYS)
    writer.append(RECORDS[1])
    HANDS[became](path)
    left = path.read_bytes() if path.exists() else None
    assert (writer.path, writer.moved) == (path, "")
    writer.append(RECORDS[2])
    saved = tmp_path / name.replace("game", "game.saved-1")
    assert (writer.path, writer.trouble) == (saved, "")
    assert (
        writer.moved == f"{path}: {became} while it was being written; all of it is in {saved.name}"
    )
    assert read_journal(saved).records == RECORDS
    writer.close()
    assert (read_journal(saved).records, read_journal(saved).problem) == (RECORDS, None)
    assert (path.read_bytes() if path.exists() else None) == left


def test_it_is_compared_at_the_close_as_well(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    writer = JournalWriter.create(path, HEADER)
    writer.append(RECORDS[0])
    path.unlink()
    writer.close()
    assert writer.path == tmp_path / "game.saved-1.jsonl"
    assert read_journal(writer.path).records == RECORDS[:1]


def test_where_records_are_not_forced_to_the_disk_it_is_compared_now_and_then(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        path.unlink()
        for _ in range(70):
            writer.append(RECORDS[0])
        assert writer.path == tmp_path / "game.saved-1.jsonl"
        assert len(read_journal(writer.path).records) == 70


def test_it_may_happen_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with JournalWriter.create(path, HEADER, sync=Sync.ALWAYS) as writer:
        for record in RECORDS:
            writer.path.unlink()
            writer.append(record)
    assert writer.path.name == "game.saved-1.jsonl"  # the name is free again each time
    assert read_journal(writer.path).records == RECORDS


def test_a_folder_that_was_removed_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "games" / "game.jsonl"
    with JournalWriter.create(path, HEADER, sync=Sync.ALWAYS) as writer:
        shutil.rmtree(path.parent)
        writer.append(RECORDS[0])
    assert read_journal(writer.path).records == RECORDS[:1]


def test_a_program_that_goes_to_another_folder_writes_on_in_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with JournalWriter.create(Path("game.jsonl"), HEADER) as writer:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        writer.append(RECORDS[0])
    assert writer.moved == ""
    assert (tmp_path / "game.jsonl").read_bytes() == "".join(LINES[:2]).encode()


def test_what_cannot_be_written_anew_is_told_and_written_as_soon_as_it_can(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games" / "game.jsonl"
    writer = JournalWriter.create(path, HEADER, sync=Sync.ALWAYS)
    shutil.rmtree(path.parent)
    path.parent.write_bytes(b"no folder")
    writer.append(RECORDS[0])
    said = "it was removed, and cannot be written anew: File exists"
    assert writer.trouble == f"{path}: cannot be written: {said}"
    assert writer.unwritten == 1
    path.parent.unlink()
    writer.append(RECORDS[1])
    assert (writer.trouble, writer.unwritten) == ("", 0)
    writer.close()
    assert read_journal(writer.path).records == RECORDS[:2]


@pytest.mark.parametrize("became", ["was removed", "was replaced"])
def test_one_of_any_size_that_is_open_still_is_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, became: str
) -> None:
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("eventcore.journal.appending._MOST_COPIED", 100)
    monkeypatch.setattr("eventcore.journal.appending._PIECE", 7)
    with JournalWriter.create(path, HEADER, sync=Sync.ALWAYS) as writer:
        writer.append(RECORDS[0])
        HANDS[became](path)
        writer.append(RECORDS[1])
    assert read_journal(writer.path).records == RECORDS[:2]


def test_of_one_that_is_too_large_to_be_written_anew_it_is_said_what_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("eventcore.journal.appending._MOST_COPIED", 100)
    for resumed in (False, True):
        writer = JournalWriter.create(path, HEADER, sync=Sync.ALWAYS)
        if resumed:
            writer.close()
            writer = JournalWriter.resume(path, read_journal(path), sync=Sync.ALWAYS)
        cut(path)
        writer.append(RECORDS[0])
        said = "it was cut short, and cannot be written anew: it had more than 100 bytes"
        assert writer.trouble == f"{path}: cannot be written: {said}"
        with pytest.raises(JournalError, match=f"{said}; 1 intent is lost"):
            writer.close()
        path.unlink()
