"""Compressed journals are read whole or not at all; decompression bombs are rejected."""

import resource
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from tests.eventcore.journal.sample import HEADER, HEARD, LINES, RECORDS, WHOLE, write
from tests.journals import packed, seal
from tests.sampling import Tried, amount, sampled

PACKED = [".gz", ".zst"]

pytestmark = pytest.mark.parametrize("suffix", PACKED)


def read(path: Path) -> Journal | JournalError:
    """Return the journal or its error; any other error fails the test."""
    try:
        return Journal.read(path)
    except JournalError as error:
        return error


def test_usual_tools_pack_it(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    parts = [WHOLE[n : n + 100] for n in range(0, len(WHOLE), 100)]
    for content in (packed(WHOLE, suffix), b"".join(packed(part, suffix) for part in parts)):
        path.write_bytes(content)
        journal = Journal.read(path)
        assert (journal.problem, journal.header, journal.records) == (None, HEADER, RECORDS)
        assert Journal.read_header(path) == HEADER


@pytest.mark.endurance
def test_cut_journal_is_refused(
    tmp_path: Path, suffix: str, tried: Tried, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    content = packed(WHOLE, suffix)
    for end in sampled(range(len(content)), 60):
        tried["cuts of a compressed journal"] += 1
        path.write_bytes(content[:end])
        assert isinstance(read(path), JournalError)
    path.write_bytes(content[:-1])
    assert str(read(path)).removeprefix(str(tmp_path)) == snapshot


@pytest.mark.endurance
def test_flipped_bit_takes_no_record_away_unnoticed(
    tmp_path: Path, suffix: str, tried: Tried
) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    content = packed(WHOLE, suffix)
    bits = sampled(range(8 * len(content)), 400)
    refused = 0
    for place in bits:
        tried["flipped bits of a compressed journal"] += 1
        altered = bytearray(content)
        altered[place // 8] ^= 1 << place % 8
        path.write_bytes(altered)
        journal = read(path)
        if isinstance(journal, Journal):
            assert journal.records == RECORDS[: len(journal.records)]
            # Some bits, such as the bits of a time, mean nothing.
            assert journal.problem is not None or journal.records == RECORDS, place
        refused += isinstance(journal, JournalError)
    assert refused > len(bits) / 10


def test_compressed_journal_is_neither_begun_nor_continued(
    tmp_path: Path, suffix: str, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    with pytest.raises(JournalError) as begun:
        JournalWriter.create(path, HEADER)
    assert not path.exists()
    path.write_bytes(packed(WHOLE, suffix))
    with pytest.raises(JournalError):
        JournalWriter.resume(path, Journal.read(path))
    with pytest.raises(JournalError):
        Journal.read(write(tmp_path, WHOLE)).copy_to(tmp_path / f"copy.jsonl{suffix}")
    assert str(begun.value).removeprefix(str(tmp_path)) == snapshot


def test_beginning_is_copied_to_a_plain_file(tmp_path: Path, suffix: str) -> None:
    path, plain = tmp_path / f"game.jsonl{suffix}", tmp_path / "copy.jsonl"
    path.write_bytes(packed(WHOLE, suffix))
    Journal.read(path).copy_to(plain, 2)
    assert Journal.read(plain).records == RECORDS[:2]


EVENT = (
    b'{"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null,"data":'
    b'{"fields":{"Say":["words"]},"rows":[["Say",4,0,3,"%b"]]}}\n' % (b"word" * (1 << 14))
)
"""A line of settled events, of 64 KiB: its checksum hardly reduces its compression."""


def lines_of(count: int) -> bytes:
    """Return a journal with this many lines of settled events after an intent."""
    return seal([HEARD, LINES[1].encode(), *[EVENT[:-2]] * count])


SIZE = amount(1 << 25, 1 << 28)
"""Twice the smallest limit of unpacked bytes of a reader, or sixteen times."""

BOMBS: dict[str, Callable[[], bytes]] = {
    "zeros": lambda: bytes(SIZE),
    "blank lines": lambda: b"\n" * SIZE,
    "one line": lambda: lines_of(0) + b"x" * SIZE,
    "events": lambda: lines_of(SIZE >> 16),
}


@pytest.mark.slow
@pytest.mark.endurance
@pytest.mark.parametrize("bomb", BOMBS)
def test_bomb_is_refused_with_little_memory(tmp_path: Path, suffix: str, bomb: str) -> None:
    path = tmp_path / f"bomb.jsonl{suffix}"
    path.write_bytes(packed(BOMBS[bomb](), suffix))
    assert path.stat().st_size < 1 << 20
    tracemalloc.start()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        journal = read(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    problem = journal if isinstance(journal, JournalError) else journal.problem
    assert problem is not None
    assert not problem.torn
    assert peak < 1 << 23
    assert after - before < 1 << 15  # in KiB: tracemalloc does not see the memory of zstd


def test_journal_that_unpacks_to_more_than_its_size_allows_is_refused(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"bomb.jsonl{suffix}"
    path.write_bytes(packed(lines_of(1 << 9), suffix))
    with pytest.raises(JournalError):
        Journal.read(path)


def test_missing_zstandard_is_named(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    path.write_bytes(packed(WHOLE, suffix))
    modules: dict[str, Any] = {"zstandard": None}
    monkeypatch.setattr(sys, "modules", {**sys.modules, **modules})
    if suffix == ".gz":
        assert Journal.read(path).records == RECORDS
        return
    with pytest.raises(JournalError) as error:
        Journal.read(path)
    assert str(error.value) == snapshot
