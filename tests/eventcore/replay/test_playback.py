"""If a replay differs from its journal, the turn, line and field of the difference are reported."""

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import Recorder
from eventcore.replay.playback import Divergence, Playback, verify
from tests.eventcore.worlds.tally import HEADER, Add, TallySimulation, record
from tests.journals import seal

# The amounts are added in turns 0 to 9, and recorded in lines 2 to 11 of a journal with 12 lines.
AMOUNTS = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    record(tmp_path / "tally.jsonl", AMOUNTS)
    return tmp_path / "tally.jsonl"


def forge(path: Path, line: int, old: bytes, new: bytes) -> Journal:
    """Change the line with the given number, correct the checksums, and return the journal."""
    lines = path.read_bytes().splitlines(keepends=True)
    assert lines[line - 1].count(old) == 1
    lines[line - 1] = lines[line - 1].replace(old, new)
    path.write_bytes(seal(lines))
    journal = Journal.read(path)
    assert journal.problem is None
    return journal


def test_replay_ends_in_the_same_state(path: Path, tmp_path: Path) -> None:
    simulation = TallySimulation()
    assert verify(simulation, Journal.read(path)) is None
    assert (simulation.world.turn, simulation.tally.total) == (10, 85)
    JournalWriter.create(tmp_path / "new.jsonl", HEADER).close()
    assert verify(TallySimulation(), Journal.read(tmp_path / "new.jsonl")) is None


@pytest.mark.parametrize(
    ("line", "old", "new", "found"),
    [
        (6, b'{"by":5}', b'{"by":6}', (5, 7, "digest")),  # detected by the digest in the next line
        (11, b'{"by":3}', b'{"by":4}', (10, 12, "digest")),  # detected by the closing line
        (4, b'"turn":2', b'"turn":3', (2, 4, "turn")),
        (4, b'"seq":3', b'"seq":9', (2, 4, "seq")),
        (1, b'"seed":7', b'"seed":8', (1, 3, "digest")),  # detected after the first draw
    ],
    ids=["an intent", "the last intent", "turn", "seq", "seed"],
)
def test_first_difference_is_found(
    path: Path, line: int, old: bytes, new: bytes, found: tuple[int, int, str]
) -> None:
    journal = forge(path, line, old, new)
    divergence = verify(TallySimulation(seed=journal.header.seed), journal)
    assert divergence is not None
    assert (divergence.turn, divergence.line, divergence.field) == found
    assert divergence.recorded != divergence.replayed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"Add"', b'"Subtract"'),
        (b'"v":1', b'"v":2'),
        (b'{"by":4}', b"{}"),
        (b'{"by":4}', b'{"by":"4"}'),
    ],
    ids=["type", "version", "no-field", "text"],
)
def test_intent_that_the_simulation_does_not_know_is_refused_by_its_line(
    path: Path, old: bytes, new: bytes, snapshot: SnapshotAssertion
) -> None:
    journal = forge(path, 4, old, new)
    with pytest.raises(JournalError) as error:
        verify(TallySimulation(), journal)
    assert str(error.value) == snapshot
    assert error.value.line == 4


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'{"by":1}', b'{"by":13}'), (b'"Add"', b'"Subtract"')],
    ids=["raises", "unknown"],
)
def test_playback_raises_the_same_error_on_every_step_at_a_bad_record(
    path: Path, old: bytes, new: bytes
) -> None:
    playback = Playback(TallySimulation(), forge(path, 5, old, new))
    errors = []
    for _ in range(8):
        try:
            playback.step()
        except JournalError as error:
            errors.append((type(error), str(error), error.line))
    assert (len(errors), len(set(errors))) == (5, 1)
    assert (playback.position, playback.divergence) == (3, None)
    assert playback.error is not None
    assert playback.error.line == 5


def test_journal_is_not_continued_by_a_simulation_in_another_state(path: Path) -> None:
    class Generous(TallySimulation):
        def perform(self, intent: Any) -> object:
            return super().perform(Add(intent.by + 1))

    journal, before = Journal.read(path), path.read_bytes()
    diverged, fresh = Playback(Generous(), journal), TallySimulation()
    while diverged.step():
        pass
    assert diverged.divergence is not None
    for simulation in (diverged.simulation, fresh):
        with JournalWriter.resume(path, journal) as writer:
            recorder = Recorder(simulation, writer)
            with pytest.raises(JournalError):
                recorder.perform(Add(1))
        assert path.read_bytes() == before


def test_continuing_a_torn_journal_gives_the_same_file_as_an_unbroken_game(
    path: Path, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.jsonl"
    record(whole, (3, 1, 4))
    lines = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:-5])
    simulation, journal = TallySimulation(), Journal.read(path)
    assert verify(simulation, journal) is None
    recorder = Recorder(simulation, JournalWriter.resume(path, journal))
    recorder.perform(Add(4))
    recorder.close()
    assert path.read_bytes() == whole.read_bytes()


def test_playback_goes_on_after_a_difference_and_keeps_the_first(path: Path) -> None:
    playback = Playback(TallySimulation(), forge(path, 6, b'{"by":5}', b'{"by":6}'))
    positions = []
    while playback.step():
        positions.append(playback.position)
    assert positions == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert not playback.step()
    assert playback.divergence is not None
    assert (playback.divergence.turn, playback.divergence.line) == (5, 7)


@pytest.mark.parametrize(
    "divergence",
    [
        Divergence(5, 7, "digest", "00aa", "11bb"),
        Divergence(3, 4, "turn", 3, 2),
        Divergence(3, 4, "reason", None, "wall", "Move #3", 3),
        Divergence(0, 2, "digest", "\x1b[2J\n\x9b", "11bb"),  # control characters must be escaped
        Divergence(3, 4, "type", "Move", None, "Move #3", 3),
        Divergence(9, 4, "state", "a", "b", since=5, parts=("Tally",)),
    ],
    ids=range(6),
)
def test_divergence_reads_as_one_line(divergence: Divergence, snapshot: SnapshotAssertion) -> None:
    assert str(divergence) == snapshot
    assert "\n" not in str(divergence)
    assert "\x1b" not in str(divergence)
