"""Compressed journals: nothing written is lost, no damage goes unsaid, no file is a bomb."""

import gzip
import io
import os
import resource
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from msgspec import Raw
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.journal.copying import copy_journal
from eventcore.journal.format import Record
from eventcore.journal.settled import SettledEvents
from tests.eventcore.journal.sample import HEARD, LINES
from tests.journals import seal
from tests.sampling import Tried, amount, sampled

HEADER = Header("walk", "0.1.0", 7, "c0ffee", "decade", [], True)
RECORDS = [
    Record(n, n, "Step", 1, None, Raw(b'{"by":%d}' % (n * n)), f"{n * 7919:016x}")
    for n in range(1, 9)
]
PACKED = [".gz", ".zst"]

pytestmark = pytest.mark.parametrize("suffix", PACKED)


def events(number: int) -> SettledEvents:
    return SettledEvents([("Stepped", number, number, None, number)], {"Stepped": ["far"]})


def record(path: Path, records: list[Record] = RECORDS, *, close: bool = True) -> bytes:
    path.unlink(missing_ok=True)
    writer = JournalWriter.create(path, HEADER)
    for number, each in enumerate(records):
        writer.append(each)
        writer.append_events(events(number))
    content = path.read_bytes()
    writer.close()
    return path.read_bytes() if close else content


def pack(suffix: str, text: bytes) -> bytes:
    return gzip.compress(text) if suffix == ".gz" else zstandard.ZstdCompressor().compress(text)


def unpack(suffix: str, content: bytes) -> bytes:
    if suffix == ".gz":
        return gzip.decompress(content)
    return zstandard.ZstdDecompressor().stream_reader(io.BytesIO(content)).read()


def read(path: Path) -> Journal | JournalError:
    """Return the journal or its refusal; any other error fails the test."""
    try:
        return Journal.read(path)
    except JournalError as error:
        return error


def test_journal_is_read_back_as_it_was_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    with JournalWriter.create(path, HEADER) as writer:
        for number, each in enumerate(RECORDS, 1):
            writer.append(each)
            journal = Journal.read(path)  # before the next is written
            assert (journal.problem, journal.records) == (None, RECORDS[:number])
    content = record(path)
    journal = Journal.read(path, events=True)
    assert (journal.problem, journal.header, journal.records) == (None, HEADER, RECORDS)
    assert [[e.seq for e in events] for events in journal.events] == [
        [],
        *[[n] for n in range(7)],
        [],  # those after the last record
    ]
    assert len(content) < journal.length


def test_usual_tools_pack_and_unpack_it(tmp_path: Path, suffix: str) -> None:
    plain = record(tmp_path / "game.jsonl")
    path = tmp_path / f"game.jsonl{suffix}"
    assert unpack(suffix, record(path)) == plain
    parts = [plain[n : n + 100] for n in range(0, len(plain), 100)]
    for packed in (pack(suffix, plain), b"".join(pack(suffix, part) for part in parts)):
        path.write_bytes(packed)
        journal = Journal.read(path)
        assert (journal.problem, journal.records) == (None, RECORDS)


@pytest.mark.endurance
def test_cut_journal_is_shorter_or_torn_and_can_be_continued(
    tmp_path: Path, suffix: str, tried: Tried
) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    content = record(path)
    found = set()
    for end in sampled(range(len(content) + 1), 60):
        tried["cuts of a compressed journal, each continued if anything was whole"] += 1
        path.write_bytes(content[:end])
        journal = read(path)
        if isinstance(journal, JournalError):
            found.add("refused")
            continue
        assert journal.records == RECORDS[: len(journal.records)]
        assert journal.problem is None or journal.problem.torn
        found.add("torn" if journal.problem else "shorter")
        left = RECORDS[len(journal.records) :]
        with JournalWriter.resume(path, journal) as writer:
            for each in left:
                writer.append(each)
        again = Journal.read(path)
        assert (again.problem, again.records) == (None, RECORDS)
    assert found == {"refused", "torn", "shorter"}
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.endurance
def test_no_flipped_bit_takes_a_record_away_without_a_word(
    tmp_path: Path, suffix: str, tried: Tried
) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    content = record(path)
    bits = sampled(range(8 * len(content)), 400)
    damaged = 0
    for place in bits:
        tried["flipped bits of a compressed journal"] += 1
        altered = bytearray(content)
        altered[place // 8] ^= 1 << place % 8
        path.write_bytes(altered)
        journal = read(path)
        if isinstance(journal, Journal):
            assert journal.records == RECORDS[: len(journal.records)]
            torn = journal.problem is None or journal.problem.torn
            # Bits that say nothing, as of a time, and those behind the last record.
            assert not torn or journal.records == RECORDS, place
            damaged += not torn
    assert damaged > len(bits) / 10


def test_continuing_keeps_rights_and_links_and_keeps_others_out(
    tmp_path: Path, suffix: str
) -> None:
    path, link = tmp_path / f"game.jsonl{suffix}", tmp_path / f"link.jsonl{suffix}"
    record(path, RECORDS[:3])
    path.chmod(0o600)
    link.symlink_to(path)
    early = Journal.read(link)
    with JournalWriter.resume(link, early) as writer:
        with pytest.raises(JournalError):
            JournalWriter.resume(path, early)
        writer.append(RECORDS[3])
    with pytest.raises(JournalError):
        JournalWriter.resume(path, early)  # it has grown
    assert Journal.read(path).records == RECORDS[:4]
    assert (link.is_symlink(), path.stat().st_mode & 0o777) == (True, 0o600)
    assert {*os.listdir(tmp_path)} == {path.name, link.name}


def test_beginning_is_copied_between_compressed_and_plain(tmp_path: Path, suffix: str) -> None:
    path, plain = tmp_path / f"game.jsonl{suffix}", tmp_path / "copy.jsonl"
    record(path)
    journal = Journal.read(path)
    copy_journal(path, journal.ends[2], plain)
    assert Journal.read(plain).records == RECORDS[:3]
    copy_journal(plain, Journal.read(plain).size, tmp_path / f"again.jsonl{suffix}")
    assert Journal.read(tmp_path / f"again.jsonl{suffix}").records == RECORDS[:3]


EVENT = (
    b'{"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null,"data":'
    b'{"fields":{"Say":["words"]},"rows":[["Say",4,0,3,"%b"]]}}\n' % (b"word" * (1 << 14))
)
"""A line of settled events, of 64 KiB: its checksum hardly keeps it from being packed."""


def lines_of(count: int) -> bytes:
    """Return a journal with so many lines of settled events, after an intent."""
    return seal([HEARD, LINES[1].encode(), *[EVENT[:-2]] * count])


SIZE = amount(1 << 25, 1 << 28)
"""Twice what a reader may unpack at the least, or sixteen times."""

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
    path.write_bytes(pack(suffix, BOMBS[bomb]()))
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
    assert after - before < 1 << 15  # in KiB: tracemalloc does not see what zstd asks for


def test_journal_that_unpacks_to_more_than_its_size_allows_is_cut(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"bomb.jsonl{suffix}"
    path.write_bytes(pack(suffix, lines_of(1 << 9)))
    journal = Journal.read(path)
    assert journal.problem is not None
    assert not journal.problem.torn
    assert journal.length <= max(1 << 24, 200 * path.stat().st_size)


def test_missing_zstandard_is_named(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / f"game.jsonl{suffix}"
    record(path)
    modules: dict[str, Any] = {"zstandard": None}
    monkeypatch.setattr(sys, "modules", {**sys.modules, **modules})
    if suffix == ".gz":
        assert Journal.read(path).records == RECORDS
        return
    with pytest.raises(JournalError) as error:
        Journal.read(path)
    assert str(error.value) == snapshot
    with pytest.raises(JournalError):
        JournalWriter.create(tmp_path / "new.jsonl.zst", HEADER)
    assert os.listdir(tmp_path) == [path.name]
