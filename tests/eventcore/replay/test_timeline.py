"""Seeking to a position in a timeline gives the same state as replaying from the start."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from zlib import compress

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import JournalError, RaisedError, SaveError
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import Upgrade, encode_upgrade, unpack
from eventcore.replay import Keyframes, Recorder, Source, Timeline
from eventcore.replay.keyframes import Keyframe
from eventcore.replay.playback import Playback, verify
from eventcore.state.digest import state_digest
from tests.eventcore.worlds.tally import HEADER, SOURCE, Add, TallySimulation, record
from tests.journals import seal

AMOUNTS = [3, 50, 90, 2, -40, 7, 0, 60, -9, 5, 80, 1, 4, -2, 6, 90, 8, 1, 1, 1, -70, 5, 5, 5]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Journal:
    return record(tmp_path_factory.mktemp("timeline") / "tally.jsonl", AMOUNTS)


def straight(journal: Journal) -> list[str]:
    """Replay a journal, and return the digest of the whole state at each position."""
    playback = Playback(TallySimulation(), journal, restore=TallySimulation.restore)
    states = [state_digest(playback.simulation.world)]
    while playback.step():
        states.append(state_digest(playback.simulation.world))
    return states


@pytest.fixture(scope="module")
def states(journal: Journal) -> list[str]:
    return straight(journal)


@settings(deadline=None, max_examples=60)
@given(
    moves=st.lists(st.integers(-2, 30), max_size=12), every=st.integers(1, 9), kept=st.booleans()
)
def test_seeking_a_position_gives_the_same_state_as_playing_to_it(
    journal: Journal, states: list[str], moves: list[int], every: int, kept: bool
) -> None:
    frames = Keyframes()
    if kept:
        Timeline(journal, SOURCE, frames, every=every).seek(journal.lines[-1])
    timeline = Timeline(journal, SOURCE, frames, every=every)
    for position in moves:
        timeline.seek(position)
        assert timeline.position == min(max(position, 0), timeline.length)
        assert state_digest(timeline.simulation.world) == states[timeline.position]
    while timeline.step():
        assert state_digest(timeline.simulation.world) == states[timeline.position]
    assert timeline.divergence is None


def test_turn_positions_skip_records_that_take_no_turn(journal: Journal) -> None:
    timeline, turns = Timeline(journal, SOURCE), {0: 0}
    for position in range(1, timeline.length):
        timeline.seek(position)
        turns.setdefault(timeline.turn, position)
        assert timeline.turn_of(position) == timeline.turn
    assert len(turns) < timeline.length
    last = max(turns)
    for turn in range(last):
        assert timeline.position_of_turn(turn + 1) == turns[turn + 1]
        assert timeline.end_of_turn(turn) == turns[turn + 1]
    assert timeline.position_of_turn(last + 1) == timeline.length


def test_turn_at_the_end_of_a_journal_that_was_not_closed_is_the_one_after(tmp_path: Path) -> None:
    path = tmp_path / "tally.jsonl"
    record(path, [1, 2, 3])
    lines = path.read_bytes().splitlines(keepends=True)
    whole = Timeline(Journal.read(path), SOURCE)
    assert [whole.turn_of(position) for position in (2, 3, 4)] == [2, 3, 3]
    path.write_bytes(b"".join(lines[:-1]))
    cut = Timeline(Journal.read(path), SOURCE)
    assert [cut.turn_of(position) for position in (2, 3)] == [2, 3]
    path.write_bytes(lines[0])
    empty = Timeline(Journal.read(path), SOURCE)
    assert (empty.turn_of(0), empty.position_of_turn(1), empty.end_of_turn(-1)) == (0, 0, 0)


def counted() -> tuple[Source, list[int]]:
    """Return a source of simulations, and a list of the intents that they perform."""
    performed: list[int] = []

    class Counted(TallySimulation):
        def perform(self, intent: Add) -> object:
            performed.append(intent.by)
            return super().perform(intent)

    return Source(Counted, Counted.restore), performed


def test_states_after_a_difference_are_kept_in_memory_only(tmp_path: Path) -> None:
    path = tmp_path / "tally.jsonl"
    record(path, AMOUNTS)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[9] = lines[9].replace(b'{"by":-9}', b'{"by":-8}')
    path.write_bytes(seal(lines))
    changed, file = Journal.read(path), tmp_path / "tally.keys"
    timeline = Timeline(changed, SOURCE, Keyframes(file), every=2)
    timeline.seek(99)
    assert timeline.divergence is not None
    assert [timeline.diverged_before(position) for position in (0, 9, 10, 24)] == [
        *[False, False, True, True]
    ]
    kept = [frame.position for frame in Keyframes(file).newest(changed)]
    assert kept == [8, 6, 4, 2]
    for again in (timeline.from_start(), Timeline(changed, SOURCE, Keyframes(file), every=2)):
        again.seek(24)
        assert again.divergence == timeline.divergence
        again.seek(12)
        assert again.diverged_before(12)


def test_timeline_can_seek_again_to_a_position_before_a_failing_record(tmp_path: Path) -> None:
    amounts = [1, 2, 3, 4, 5]
    path = tmp_path / "tally.jsonl"
    record(path, amounts)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'{"by":4}', b'{"by":13}')
    path.write_bytes(seal(lines))
    journal = Journal.read(path)
    states = straight(attrs.evolve(journal, records=journal.records[:3]))
    timeline = Timeline(journal, SOURCE)
    for _ in range(2):
        with pytest.raises(RaisedError):
            timeline.seek(5)
        with pytest.raises(RaisedError):
            timeline.step()
        for position in (3, 1, 3):
            timeline.seek(position)
            assert timeline.position == position
            assert state_digest(timeline.simulation.world) == states[position]
    assert timeline.divergence is None


def test_keyframe_shortens_a_later_seek(journal: Journal, tmp_path: Path) -> None:
    source, performed = counted()
    frames = Keyframes(tmp_path / "tally.keys")
    Timeline(journal, source, frames, every=4).seek(99)
    assert len(performed) == len(AMOUNTS)
    for again in (frames, Keyframes(tmp_path / "tally.keys")):
        performed.clear()
        Timeline(journal, source, again, every=4).seek(22)
        assert 0 < len(performed) < 9


def test_keyframes_that_do_not_fit_are_passed_over(
    journal: Journal, states: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "tally.keys"
    Timeline(journal, SOURCE, Keyframes(path), rules="mine", every=4).seek(99)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 3
    other = record(tmp_path / "other.jsonl", [1, *AMOUNTS[1:]])
    assert [*Keyframes(path).newest(other)] == []
    for rules in ("mine", "yours"):
        timeline = Timeline(journal, SOURCE, Keyframes(path), rules=rules, every=4)
        timeline.approach(99)
        assert (timeline.position > 0) == (rules == "mine")
    for damaged in (
        b"".join(lines)[:-40],
        b"not a keyframe\n" + lines[0],
        lines[0].replace(b'"v":1', b'"v":2'),
        lines[0].replace(b'"state":"', b'"state":"AAAA'),
        b"\xff" * 400,
        b"",
    ):
        path.write_bytes(damaged)
        timeline = Timeline(journal, SOURCE, Keyframes(path), rules="mine")
        timeline.seek(18)
        assert state_digest(timeline.simulation.world) == states[18]


def test_keyframes_of_another_version_are_passed_over(journal: Journal, states: list[str]) -> None:
    frames = Keyframes()
    Timeline(journal, SOURCE, frames, every=4).seek(99)
    mixed = Keyframes()
    for frame in frames.newest(journal):
        state = frame.state if frame.position <= 8 else b"not a state"
        mixed.add(Keyframe(frame.rules, frame.position, frame.turn, frame.sum, state))
    timeline = Timeline(journal, SOURCE, mixed, every=4)
    assert timeline.approach(18) == 18
    assert timeline.position == 8  # the timeline falls back to an older keyframe
    timeline.seek(18)
    assert state_digest(timeline.simulation.world) == states[18]


# Other rules


def upgraded(path: Path) -> Journal:
    """Return a journal with an upgrade after record 3 that continues from the state of record 2."""
    simulation = TallySimulation()
    writer = JournalWriter.create(path, HEADER)
    recorder = Recorder(simulation, writer)
    recorder.perform(Add(10))
    recorder.perform(Add(20))
    state = simulation.save()
    recorder.perform(Add(30))
    again = TallySimulation.restore(state)
    recorder = Recorder(again, writer)
    packed = b64encode(compress(state)).decode()
    recorder.mark("upgrade", 1, encode_upgrade(Upgrade(HEADER, 2, 2, 1, packed)))
    recorder.perform(Add(5))
    recorder.close()
    return Journal.read(path)


def test_journal_goes_over_to_other_rules_from_a_state(tmp_path: Path) -> None:
    journal = upgraded(tmp_path / "tally.jsonl")
    playback = Playback(TallySimulation(), journal, restore=TallySimulation.restore)
    totals = []
    while playback.step():
        tally: TallySimulation = playback.simulation  # type: ignore[assignment]  # this source makes tallies
        totals.append(tally.tally.total)
    assert playback.divergence is None
    assert totals[3] == totals[1] < totals[2]
    assert verify(TallySimulation(), journal, restore=TallySimulation.restore) is None
    with pytest.raises(JournalError):
        verify(TallySimulation(), journal)


def test_timeline_seeks_past_an_upgrade_although_older_intents_are_unknown(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tally.jsonl"
    states = straight(upgraded(path))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"Add"', b'"Subtract"')
    path.write_bytes(seal(lines))
    timeline = Timeline(Journal.read(path), SOURCE)
    for position in (6, 4, 5):
        timeline.seek(position)
        assert state_digest(timeline.simulation.world) == states[position]
    with pytest.raises(JournalError):
        timeline.seek(3)


def test_state_that_unpacks_to_far_more_than_its_size_is_refused() -> None:
    bomb = b64encode(compress(b" " * (1 << 22), 9)).decode()
    with pytest.raises(SaveError):
        unpack(bomb)
