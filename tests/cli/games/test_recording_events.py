"""``--events``: the journal holds the settled events that a replay has, however it was cut."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bidden.bots.explorer import choose
from bidden.content.mods import RUN
from bidden.intents import Move, Wait
from bidden.recording import playing
from bidden.recording.resume import resume
from bidden.session import Session
from eventcore.journal import Settled, read_journal
from eventcore.replay import Playback, verify
from eventcore.replay.event_log import divergence_of
from tests.cli.conftest import Command, Show
from tests.sampling import Tried, sampled, slices


def events_of_a_replay(path: Path) -> Sequence[Settled]:
    """Replay a journal as if it had no events, and return all events that settle."""
    journal = playing.load(path)
    simulation, log = playing.source_for(journal).logged()
    playback = Playback(simulation, journal)
    while playback.step():
        pass
    return log.take()


@pytest.fixture(scope="module")
def with_events(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Twelve intents of the bot with their events; one is refused."""
    path = tmp_path_factory.mktemp("events") / "game.jsonl"
    play = playing.begin(7, path, events=True)
    play.perform(Move(0, 9))
    for _ in range(11):
        play.perform(choose(play.view()))
    play.close()
    return path.read_bytes()


def test_demo_records_the_events_of_its_replay(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl"
    demo = ("demo", "--seed", 7, "--turns", 30, "--journal", path, "--events")
    assert bidden(*demo).code == 0
    journal = read_journal(path, events=True)
    recorded = [event for events in journal.events for event in events]
    replayed = events_of_a_replay(path)
    assert journal.header.events
    assert len(recorded) == len(replayed) > 100
    pairs = zip(recorded, replayed, strict=True)
    assert all(divergence_of(*pair) is None for pair in pairs)


def places(content: bytes) -> list[int]:
    """List where to cut: at ends of lines in the last turns, and at many other bytes."""
    first = content.index(b'"kind":"intent"', len(content) // 2)
    ends = [at for at in range(first, len(content)) if content[at : at + 1] == b"\n"]
    around = [at + by for at in ends[::9] for by in (0, 1, 2)]
    return sorted({*around, *range(first, len(content), 499), len(content) - 1})


@pytest.mark.slow
@pytest.mark.endurance
@pytest.mark.parametrize(("part", "parts"), slices(8))
def test_journal_cut_at_any_byte_is_continued_with_its_events(
    tmp_path: Path, with_events: bytes, part: int, parts: int, tried: Tried
) -> None:
    for place in sampled(places(with_events), 12)[part::parts]:
        tried["cuts of a journal with events, its events those of a replay"] += 1
        path = tmp_path / f"{place}.jsonl"
        path.write_bytes(with_events[:place])
        play = resume(path, playing.load(path))
        play.perform(Wait())
        play.close()
        journal = playing.load(path, events=True)
        assert journal.problem is None
        assert journal.header.events
        assert journal.events[-2]
        assert verify(playing.session_for(journal), journal) is None, place
        recorded = [event for events in journal.events for event in events]
        assert len(recorded) == len(events_of_a_replay(path)), place


def test_game_begun_with_events_goes_on_with_them(
    bidden: Command, front_end: Show, tmp_path: Path
) -> None:
    front_end(lambda play: play.perform(Wait()))
    path = tmp_path / "mine.jsonl"
    for options in (["--seed", "7", "--events"], [], ["--events"]):
        assert bidden("play", "--journal", path, *options).code == 0
    journal = playing.load(path, events=True)
    assert [record.type for record in journal.records] == ["Wait", "close"] * 3
    assert [bool(events) for events in journal.events] == [True, *[True, False] * 3]
    assert verify(Session(7, level=RUN), journal) is None
