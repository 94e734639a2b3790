"""A game begun with ``--events`` keeps recording settled events when it is continued."""

from pathlib import Path

from bidden.content.mods import RUN
from bidden.intents import Wait
from bidden.recording import playing
from bidden.session import Session
from eventcore.replay.playback import verify
from tests.cli.conftest import Command, Show


def test_continued_game_keeps_recording_events_if_it_began_with_them(
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
