"""The reader notices if a byte of a journal is damaged, or if a line or the end is missing."""

from pathlib import Path

import pytest

from eventcore import JournalError
from eventcore.journal import Journal
from tests.eventcore.journal.sample import HEADER, LINES, RECORDS, WHOLE, write

LINES_AS_BYTES = [line.encode() for line in LINES]


def whole_lines_before(offset: int) -> int:
    return WHOLE.count(b"\n", 0, offset)


def check(folder: Path, content: bytes) -> None:
    """Check that an altered journal is rejected, or read exactly up to its first changed line."""
    pairs = enumerate(zip(WHOLE, content, strict=False))
    shorter = min(len(WHOLE), len(content))
    whole = whole_lines_before(next((n for n, (old, new) in pairs if old != new), shorter))
    path = write(folder, content)
    if whole == 0:
        with pytest.raises(JournalError):
            Journal.read(path)
        return
    journal = Journal.read(path)
    assert journal.header == HEADER
    assert journal.records == RECORDS[: whole - 1]
    assert journal.problem is not None
    assert journal.problem.line == whole + 1


@pytest.mark.parametrize("bit", [0, 3, 5, 7])
def test_flipped_bit_is_noticed_in_its_line(tmp_path: Path, bit: int) -> None:
    for offset in range(len(WHOLE)):
        altered = bytearray(WHOLE)
        altered[offset] ^= 1 << bit
        check(tmp_path, bytes(altered))


@pytest.mark.parametrize("byte", [b"\n", b" ", b"0", b'"', b"\x00", b"\xff"], ids=repr)
def test_added_byte_is_detected_in_the_line_that_contains_it(tmp_path: Path, byte: bytes) -> None:
    for offset in range(len(WHOLE)):
        check(tmp_path, WHOLE[:offset] + byte + WHOLE[offset:])


def test_truncated_journal_is_read_up_to_its_last_complete_record(tmp_path: Path) -> None:
    for end in range(len(WHOLE) + 1):
        path = write(tmp_path, WHOLE[:end])
        whole = whole_lines_before(end)
        if whole == 0:
            with pytest.raises(JournalError):
                Journal.read(path)
            continue
        journal = Journal.read(path)
        size = sum(map(len, LINES_AS_BYTES[:whole]))
        assert (journal.records, journal.size) == (RECORDS[: whole - 1], size)
        torn = journal.problem is not None and journal.problem.torn
        assert torn == (end > size)
        assert (journal.problem is None) == (end == size)


def problem_of(folder: Path, lines: list[bytes]) -> tuple[int, int]:
    """Return the line where reading stopped, and the number of complete records."""
    journal: Journal = Journal.read(write(folder, b"".join(lines)))
    assert journal.problem is not None
    assert not journal.problem.torn
    return journal.problem.line, len(journal.records)


def test_missing_journal_line_is_detected_at_its_position(tmp_path: Path) -> None:
    header, first, second, third = LINES_AS_BYTES
    assert problem_of(tmp_path, [header, second, third]) == (2, 0)
    assert problem_of(tmp_path, [header, first, third]) == (3, 1)
    with pytest.raises(JournalError):
        Journal.read(write(tmp_path, first + second + third))
