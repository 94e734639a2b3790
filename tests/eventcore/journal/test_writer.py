"""The writer: append only, at once, and never over what is there."""

import errno
import fcntl
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from eventcore import JournalError
from eventcore.journal import JournalWriter, copy_journal, read_journal
from eventcore.journal.files import lock
from eventcore.journal.format import CLOSE
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS, WHOLE, write

Write = Callable[[int, bytes], int]


def test_an_existing_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, b"someone's diary\n")
    with pytest.raises(JournalError, match="exists already; name a new file"):
        JournalWriter.create(path, HEADER)
    assert path.read_bytes() == b"someone's diary\n"


def test_a_link_to_nowhere_is_refused_as_well(tmp_path: Path) -> None:
    path = tmp_path / "link.jsonl"
    path.symlink_to(tmp_path / "elsewhere.jsonl")
    with pytest.raises(JournalError, match="is a link to a file that does not exist"):
        JournalWriter.create(path, HEADER)
    assert not (tmp_path / "elsewhere.jsonl").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_refusal_of_a_name_that_is_not_a_file_says_what_it_is(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe.jsonl")
    for path, kind in ((pipe, "pipe"), (tmp_path, "folder")):
        with pytest.raises(JournalError, match=f"is a {kind}"):
            JournalWriter.create(path, HEADER)


def test_the_folders_of_a_new_journal_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "new.jsonl"
    JournalWriter.create(path, HEADER).close()
    assert path.read_bytes() == LINES[0].encode()


def test_a_name_may_be_a_text(tmp_path: Path) -> None:
    name = str(tmp_path / "new.jsonl.gz")
    JournalWriter.create(name, HEADER).close()
    JournalWriter.resume(name, read_journal(name)).close()
    assert read_journal(name).header == HEADER


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path: Path) -> None:
    path = write(tmp_path, b"a file") / "new.jsonl"
    with pytest.raises(JournalError, match=r"new\.jsonl: cannot be written: Not a directory"):
        JournalWriter.create(path, HEADER)


def test_each_record_is_in_the_file_before_append_returns(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        for number, record in enumerate(RECORDS):
            assert path.read_bytes() == "".join(LINES[: number + 1]).encode()
            writer.append(record)
            assert path.read_bytes() == "".join(LINES[: number + 2]).encode()


def test_a_journal_cut_anywhere_in_its_last_record_is_continued_as_if_it_never_was(
    tmp_path: Path,
) -> None:
    kept = len("".join(LINES[:3]).encode())
    for end in range(kept, len(WHOLE)):
        path = write(tmp_path, WHOLE[:end])
        with JournalWriter.resume(path, read_journal(path)) as writer:
            assert path.read_bytes() == WHOLE[:kept]
            writer.append(RECORDS[2])
        assert path.read_bytes() == WHOLE


def test_a_whole_journal_is_continued_after_its_last_record(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)
    with JournalWriter.resume(path, read_journal(path)) as writer:
        writer.append(RECORDS[0])
    journal = read_journal(path)
    assert (journal.problem, journal.records) == (None, [*RECORDS, RECORDS[0]])
    assert path.read_bytes().startswith(WHOLE)


def test_a_damaged_journal_is_not_continued_and_left_as_it_is(tmp_path: Path) -> None:
    damaged = WHOLE.replace(b"Wait", b"wait")
    path = write(tmp_path, damaged)
    with pytest.raises(JournalError, match=r"line 3 is damaged: .*; it cannot be continued"):
        JournalWriter.resume(path, read_journal(path))
    assert path.read_bytes() == damaged


def test_a_journal_that_vanished_is_not_continued(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)
    journal = read_journal(path)
    path.unlink()
    with pytest.raises(JournalError, match="cannot be written: No such file"):
        JournalWriter.resume(path, journal)
    assert not path.exists()


def test_a_system_that_takes_a_byte_at_a_time_gets_the_whole_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:1]))
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER) as writer:
        for record in RECORDS:
            writer.append(record)
    assert (tmp_path / "new.jsonl").read_bytes() == WHOLE


def full_disk(after: int) -> Write:
    """A write that takes so many bytes and then finds no space, once."""
    real: Write = os.write
    left = [after]

    def write_some(descriptor: int, data: bytes) -> int:
        if left and not left[0]:
            left.clear()
            raise OSError(errno.ENOSPC, "No space left on device")
        done = real(descriptor, data[: left[0]] if left else data)
        if left:
            left[0] -= done
        return done

    return write_some


@pytest.mark.parametrize("after", [0, 10, 120, 150])
def test_what_a_full_disk_does_not_take_is_written_when_there_is_space_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full_disk(after))
            writer.append(RECORDS[0])
            writer.append(RECORDS[1])
        assert writer.trouble == "" or after > 100
        writer.append(RECORDS[2])
        assert writer.trouble == ""
    assert path.read_bytes() == WHOLE


def test_a_full_disk_leaves_what_was_written_before_as_it_is_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER)
    writer.append(RECORDS[0])

    def take_a_little(descriptor: int, data: bytes) -> int:
        if len(data) < 100:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data[:7])

    real: Write = os.write
    monkeypatch.setattr(os, "write", take_a_little)
    for record in RECORDS[1:]:
        writer.append(record)
        assert writer.trouble == f"{path}: cannot be written: No space left on device"
        assert path.read_bytes() == "".join(LINES[:2]).encode()
    with pytest.raises(JournalError, match="cannot be written: No space left on device"):
        writer.close()
    assert read_journal(path).records == RECORDS[:1]
    assert read_journal(path).problem is None


def test_of_what_a_full_disk_did_not_take_at_once_the_whole_records_that_fit_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full_disk(after=0))
        writer.append(RECORDS[0])
    room = len(LINES[1].encode()) + 20
    monkeypatch.setattr(os, "write", full_disk(after=room))
    writer.append(RECORDS[1])
    assert path.read_bytes() == "".join(LINES[:2]).encode()
    assert writer.unwritten == 1
    writer.append(RECORDS[2])
    writer.close()
    assert path.read_bytes() == WHOLE


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    writer = JournalWriter.create(tmp_path / "new.jsonl", HEADER)
    writer.close()
    other = os.open(tmp_path / "other", os.O_WRONLY | os.O_CREAT)
    writer.close()
    assert os.write(other, b"still open") == 10
    os.close(other)


def test_a_closed_journal_takes_no_more(tmp_path: Path) -> None:
    with JournalWriter.create(tmp_path / "new.jsonl", HEADER) as writer:
        pass
    with pytest.raises(JournalError, match="cannot be written"):
        writer.append(RECORDS[0])


@pytest.mark.parametrize(
    "data", [b"", b"[1]", b'{"x":NaN}', b'{"x":1', b"{} {}", b'{"x":"\xff"}', b'{\n"x":1}']
)
def test_data_that_no_reader_would_take_is_not_written(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "new.jsonl"
    with JournalWriter.create(path, HEADER) as writer:
        with pytest.raises(JournalError, match=f"^{RECORDS[0].type} cannot be recorded: its data"):
            writer.append(msgspec.structs.replace(RECORDS[0], data=msgspec.Raw(data)))
        writer.append(RECORDS[0])
    assert read_journal(path).records == RECORDS[:1]


def test_a_name_no_system_takes_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "nul\0.jsonl"
    with pytest.raises(JournalError, match=r"cannot be written: .*embedded null"):
        JournalWriter.create(path, HEADER)
    with pytest.raises(JournalError, match=r"cannot be read: .*embedded null"):
        read_journal(path)


def test_a_journal_is_written_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER)
    with pytest.raises(JournalError, match="is being written by another process"):
        JournalWriter.resume(path, read_journal(path))
    writer.append(RECORDS[0])
    writer.close()
    with JournalWriter.resume(path, read_journal(path)) as again:
        with pytest.raises(JournalError, match="is being written by another process"):
            JournalWriter.resume(path, read_journal(path))
        again.append(RECORDS[1])
    assert read_journal(path).records == RECORDS[:2]


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "removed"])
def test_who_comes_second_between_opening_and_locking_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    path, real = tmp_path / "new.jsonl", fcntl.flock

    def come_first(descriptor: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", real)
        path.unlink()
        if there:
            JournalWriter.create(path, HEADER).close()
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", come_first)
    with pytest.raises(JournalError, match="was replaced by another process; try again"):
        JournalWriter.create(path, HEADER)
    assert path.exists() == there
    journal = read_journal(write(tmp_path, WHOLE)) if not there else read_journal(path)
    path = path if there else tmp_path / "sample.jsonl"
    monkeypatch.setattr(fcntl, "flock", come_first)
    with pytest.raises(JournalError, match="was replaced by another process; try again"):
        JournalWriter.resume(path, journal)


def test_a_journal_that_grew_since_it_was_read_is_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    JournalWriter.create(path, HEADER).close()
    early = read_journal(path)
    with JournalWriter.resume(path, early) as writer:
        writer.append(RECORDS[0])
    with pytest.raises(JournalError, match="has changed since it was read"):
        JournalWriter.resume(path, early)
    assert read_journal(path).records == RECORDS[:1]


def test_a_journal_that_cannot_be_begun_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", full_disk(after=5))
    with pytest.raises(JournalError, match="cannot be written: No space left on device"):
        JournalWriter.create(tmp_path / "new.jsonl", HEADER)


def test_more_than_can_be_kept_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eventcore.journal.appending._MOST_WAITING", 200)
    writer = JournalWriter.create(tmp_path / "new.jsonl", HEADER)

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    writer.append(RECORDS[0])
    writer.append(RECORDS[1])
    with pytest.raises(JournalError, match="No space left"):
        writer.append(RECORDS[2])


def test_it_is_known_how_many_intents_are_not_written_and_said_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.jsonl"
    writer = JournalWriter.create(path, HEADER)

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        writer.append(RECORDS[0])
        writer.append(RECORDS[1])
        assert writer.unwritten == 2
    writer.append(RECORDS[2])
    assert writer.unwritten == 0
    monkeypatch.setattr(os, "write", full)
    writer.append(RECORDS[0])
    writer.append(msgspec.structs.replace(RECORDS[0], type=CLOSE))
    with pytest.raises(JournalError, match=r"No space left on device; 1 intent is lost$"):
        writer.close()


def test_a_copy_that_the_disk_has_no_space_for_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, WHOLE)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("eventcore.journal.copying._copy", full)
    with pytest.raises(JournalError, match=r"copy\.jsonl: cannot be written: No space left"):
        copy_journal(path, len(WHOLE), tmp_path / "copy.jsonl")
    assert list(tmp_path.iterdir()) == [path]


def test_of_what_another_process_writes_anew_nothing_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl.gz"
    JournalWriter.create(path, HEADER).close()
    part = tmp_path / "new.jsonl.gz.part"
    with part.open("wb") as theirs:
        theirs.write(b"half of it")
        theirs.flush()
        lock(part, theirs.fileno())
        with pytest.raises(JournalError, match="is being written by another process"):
            JournalWriter.resume(path, read_journal(path))
        assert part.read_bytes() == b"half of it"
    JournalWriter.resume(path, read_journal(path)).close()
    assert read_journal(path).header == HEADER
    assert not part.exists()


def test_what_a_link_points_to_is_not_cut_where_a_journal_is_written_anew(tmp_path: Path) -> None:
    path, diary = tmp_path / "new.jsonl.gz", tmp_path / "diary"
    JournalWriter.create(path, HEADER).close()
    diary.write_text("mine")
    (tmp_path / "new.jsonl.gz.part").symlink_to(diary)
    with pytest.raises(JournalError, match="cannot be written: Too many levels of symbolic links"):
        JournalWriter.resume(path, read_journal(path))
    assert diary.read_text() == "mine"


def test_the_beginning_of_a_journal_is_copied_and_nothing_overwritten(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)
    journal = read_journal(path)
    for records, size in enumerate([journal.start, *journal.ends]):
        target = tmp_path / f"copy-{records}.jsonl"
        copy_journal(path, size, target)
        assert read_journal(target).records == RECORDS[:records]
        with pytest.raises(JournalError, match="exists already"):
            copy_journal(path, size, target)
    with pytest.raises(JournalError, match=r"folder\.jsonl: cannot be written"):
        copy_journal(path, journal.size, tmp_path / "no" / "folder.jsonl")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.jsonl", "cannot be read: No such file or directory"),
        ("folder", "cannot be read: Is a directory"),
        ("nul\0", "cannot be read: embedded null"),
        ("pipe", "this is a pipe or a device: name a file"),
    ],
)
def test_of_what_cannot_be_read_no_copy_is_made(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    source = tmp_path / name
    with pytest.raises(JournalError, match=f"^{re.escape(f'{source}: {why}')}"):
        copy_journal(source, 1, tmp_path / "copy.jsonl")
    assert not (tmp_path / "copy.jsonl").exists()
