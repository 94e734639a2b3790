"""``--events``: the journal holds the settled events that a replay has, however it was cut."""

from collections.abc import Sequence
from pathlib import Path

from bidden.content.mods import RUN
from bidden.intents import Wait
from bidden.recording import playing
from bidden.session import Session
from eventcore.journal import Settled, read_journal
from eventcore.replay import Playback, verify
from eventcore.replay.event_log import divergence_of
from tests.cli.conftest import Command, Show


def events_of_a_replay(path: Path) -> Sequence[Settled]:
    """Replay a journal as if it had no events, and return all events that settle."""
    journal = playing.load(path)
    simulation, log = playing.source_for(journal).logged()
    playback = Playback(simulation, journal)
    while playback.step():
        pass
    return log.take()


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
