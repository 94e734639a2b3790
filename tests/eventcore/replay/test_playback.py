"""Playing back: the same, or the first record that is not, by turn, line and field."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter, read_journal
from eventcore.replay import Divergence, Playback, Recorder, verify
from tests.eventcore.worlds.tally import HEADER, Add, TallySimulation
from tests.journals import seal

# Ten are added in turns 0 to 9; the journal's lines 2 to 11 hold them, and line 12 closes it.
AMOUNTS = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3)


def record(path: Path, amounts: tuple[int, ...] = AMOUNTS) -> Path:
    recorder = Recorder(TallySimulation(), JournalWriter.create(path, HEADER))
    for by in amounts:
        recorder.perform(Add(by))
    recorder.close()
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return record(tmp_path / "tally.jsonl")


def forge(path: Path, line: int, old: bytes, new: bytes) -> Journal:
    """Change a line (they count from 1) and give the journal the checksums it should have."""
    lines = path.read_bytes().splitlines(keepends=True)
    assert lines[line - 1].count(old) == 1
    lines[line - 1] = lines[line - 1].replace(old, new)
    path.write_bytes(seal(lines))
    journal = read_journal(path)
    assert journal.problem is None
    return journal


def test_a_replay_of_the_same_is_the_same(path: Path) -> None:
    assert verify(TallySimulation(), read_journal(path)) is None


def test_a_replay_ends_in_the_same_state(path: Path) -> None:
    simulation = TallySimulation()
    verify(simulation, read_journal(path))
    assert (simulation.world.turn, simulation.tally.total) == (10, 85)


def test_a_journal_without_records_is_the_same(tmp_path: Path) -> None:
    JournalWriter.create(tmp_path / "new.jsonl", HEADER).close()
    assert verify(TallySimulation(), read_journal(tmp_path / "new.jsonl")) is None


def test_another_intent_is_found_in_the_turn_that_meets_its_consequences(path: Path) -> None:
    journal = forge(path, 6, b'{"by":5}', b'{"by":6}')
    divergence = verify(TallySimulation(), journal)
    assert divergence is not None
    assert (divergence.turn, divergence.line, divergence.field) == (5, 7, "digest")
    assert divergence.recorded == journal.records[5].digest
    assert divergence.replayed != divergence.recorded


def test_another_last_intent_is_found_by_the_digest_that_closes_the_journal(path: Path) -> None:
    divergence = verify(TallySimulation(), forge(path, 11, b'{"by":3}', b'{"by":4}'))
    assert divergence is not None
    assert (divergence.turn, divergence.line, divergence.field) == (10, 12, "digest")


def test_another_seed_is_found_after_the_first_draw(path: Path) -> None:
    divergence = verify(TallySimulation(seed=8), read_journal(path))
    assert divergence is not None
    assert (divergence.turn, divergence.line, divergence.field) == (1, 3, "digest")


def test_another_digest_is_found_in_its_own_line(path: Path) -> None:
    journal = forge(path, 4, read_journal(path).records[2].digest.encode(), b"0123456789abcdef")
    divergence = verify(TallySimulation(), journal)
    assert divergence is not None
    assert (divergence.turn, divergence.line, divergence.field) == (2, 4, "digest")
    assert divergence.recorded == "0123456789abcdef"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b'"turn":2', b'"turn":3', Divergence(2, 4, "turn", 3, 2)),
        (b'"seq":3', b'"seq":9', Divergence(2, 4, "seq", 9, 3)),
    ],
    ids=["turn", "seq"],
)
def test_an_envelope_that_is_wrong_is_found_though_the_digest_is_right(
    path: Path, old: bytes, new: bytes, expected: Divergence
) -> None:
    assert verify(TallySimulation(), forge(path, 4, old, new)) == expected


def test_a_record_taken_out_is_found_in_the_line_that_took_its_place(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(seal(lines[:3] + lines[4:]))
    divergence = verify(TallySimulation(), read_journal(path))
    assert divergence is not None
    assert (divergence.turn, divergence.line, divergence.field) == (3, 4, "digest")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"Add"', b'"Subtract"', "line 4: there is no Subtract of version 1"),
        (b'"v":1', b'"v":2', "line 4: there is no Add of version 2"),
        (b'{"by":4}', b"{}", "line 4: Add: Object missing required field `by`"),
        (b'{"by":4}', b'{"by":"4"}', "line 4: Add: Expected `int`, got `str` - at `$.by`"),
        (b'{"by":4}', b'{"by":true}', "line 4: Add: Expected `int`, got `bool` - at `$.by`"),
        (b'{"by":4}', b'{"by":4.5}', "line 4: Add: Expected `int`, got `float` - at `$.by`"),
    ],
    ids=["type", "version", "no-field", "text", "truth", "fraction"],
)
def test_an_intent_that_the_simulation_does_not_know_is_an_error_of_its_line(
    path: Path, old: bytes, new: bytes, said: str
) -> None:
    journal = forge(path, 4, old, new)
    with pytest.raises(JournalError) as caught:
        verify(TallySimulation(), journal)
    assert (str(caught.value), caught.value.line) == (said, 4)


def raising(path: Path) -> Journal:
    """A journal whose fourth intent raises in a handler."""
    return forge(path, 5, b'{"by":1}', b'{"by":13}')


def unknown(path: Path) -> Journal:
    """A journal whose fourth intent nobody knows."""
    return forge(path, 5, b'"Add"', b'"Subtract"')


@pytest.mark.parametrize("broken", [raising, unknown])
def test_a_playback_that_could_not_play_a_record_raises_the_same_error_again(
    path: Path, broken: Callable[[Path], Journal]
) -> None:
    playback = Playback(TallySimulation(), broken(path))
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


def test_a_playback_that_was_interrupted_cannot_be_played_on(path: Path) -> None:
    class Impatient(TallySimulation):
        def perform(self, intent: Any) -> object:
            super().perform(intent)
            raise KeyboardInterrupt

    playback = Playback(Impatient(), read_journal(path))
    with pytest.raises(KeyboardInterrupt):
        playback.step()
    with pytest.raises(JournalError) as caught:
        playback.step()
    assert caught.value.line == 2
    assert playback.divergence is None


def test_a_journal_closed_and_continued_is_the_same(path: Path) -> None:
    for _ in range(2):
        simulation, journal = TallySimulation(), read_journal(path)
        verify(simulation, journal)
        recorder = Recorder(simulation, JournalWriter.resume(path, journal))
        recorder.perform(Add(1))
        recorder.close()
    journal = read_journal(path)
    types = [record.type for record in journal.records]
    assert types == ["Add"] * 10 + ["close", "Add", "close", "Add", "close"]
    assert verify(TallySimulation(), journal) is None


def test_a_journal_is_not_continued_by_a_simulation_that_is_elsewhere(path: Path) -> None:
    class Generous(TallySimulation):
        def perform(self, intent: Any) -> object:
            return super().perform(Add(intent.by + 1))

    journal, before = read_journal(path), path.read_bytes()
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


def test_a_torn_journal_continued_is_the_journal_of_one_game(path: Path, tmp_path: Path) -> None:
    whole = record(tmp_path / "whole.jsonl", (3, 1, 4))
    lines = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:-5])
    simulation, journal = TallySimulation(), read_journal(path)
    assert verify(simulation, journal) is None
    recorder = Recorder(simulation, JournalWriter.resume(path, journal))
    recorder.perform(Add(4))
    recorder.close()
    assert path.read_bytes() == whole.read_bytes()


def test_verifying_tells_of_each_record(path: Path) -> None:
    told: list[tuple[int, int]] = []
    verify(TallySimulation(), read_journal(path), lambda done, total: told.append((done, total)))
    assert told == [(done, 11) for done in range(1, 12)]


def test_verifying_stops_at_the_first_difference(path: Path) -> None:
    told: list[int] = []
    journal = forge(path, 6, b'{"by":5}', b'{"by":6}')
    simulation = TallySimulation()
    verify(simulation, journal, lambda done, _total: told.append(done))
    assert told == [1, 2, 3, 4, 5, 6]
    assert simulation.world.turn == 6


def test_playback_goes_on_after_a_difference_and_keeps_the_first(path: Path) -> None:
    playback = Playback(TallySimulation(), forge(path, 6, b'{"by":5}', b'{"by":6}'))
    positions = []
    while playback.step():
        positions.append(playback.position)
    assert positions == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert (playback.length, playback.step()) == (11, False)
    assert playback.divergence is not None
    assert (playback.divergence.turn, playback.divergence.line) == (5, 7)


def test_playback_steps_one_record_at_a_time(path: Path) -> None:
    simulation = TallySimulation()
    playback = Playback(simulation, read_journal(path))
    assert simulation.world.turn == 0
    assert playback.step()
    assert (simulation.world.turn, playback.position, playback.divergence) == (1, 1, None)


def test_a_difference_reads_as_one_line() -> None:
    assert str(Divergence(5, 7, "digest", "00aa", "11bb")) == (
        "differs first on turn 5 (line 7): digest '00aa' recorded, '11bb' replayed"
    )
    assert str(Divergence(3, 4, "turn", 3, 2)) == (
        "differs first on turn 3 (line 4): turn 3 recorded, 2 replayed"
    )
    assert str(Divergence(3, 4, "reason", None, "wall", "Move #3", 3)) == (
        "differs first on turn 3 (line 4): Move #3: reason nothing recorded, 'wall' replayed"
    )


def test_a_digest_out_of_a_strangers_journal_cannot_write_to_the_terminal() -> None:
    assert str(Divergence(0, 2, "digest", "\x1b[2J\n\x9b", "11bb")) == (
        r"differs first on turn 0 (line 2): digest '\x1b[2J\n\x9b' recorded, '11bb' replayed"
    )
