"""``--events``: settled events are in the journal, as the replay has them, however it was cut."""

from collections.abc import Callable, Sequence
from pathlib import Path

import attrs
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
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command, Show
from tests.sampling import Tried, sampled, slices


def events_of_a_replay(path: Path) -> Sequence[Settled]:
    """Play a journal back as if it had no events, and give all that settle from the start."""
    journal = playing.load(path)
    simulation, log = playing.source_for(journal).logged()
    playback = Playback(simulation, journal)
    while playback.step():
        pass
    return log.take()


@pytest.fixture(scope="module")
def with_events(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Twelve intents of the bot with their events, one of them refused."""
    path = tmp_path_factory.mktemp("events") / "game.jsonl"
    play = playing.begin(7, path, events=True)
    play.perform(Move(0, 9))
    for _ in range(11):
        play.perform(choose(play.view()))
    play.close()
    return path.read_bytes()


def test_a_demo_records_the_events_of_its_replay(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl"
    outcome = bidden("demo", "--seed", 7, "--turns", 30, "--events", "--journal", path)
    assert outcome.code == 0
    assert ": replayed, every digest and every event the same (" in outcome.out
    journal = read_journal(path, events=True)
    recorded = [event for events in journal.events for event in events]
    replayed = events_of_a_replay(path)
    assert journal.header.events
    assert len(recorded) == len(replayed) > 100
    assert [divergence_of(*pair) for pair in zip(recorded, replayed, strict=True)] == [None] * len(
        recorded
    )


def test_a_demo_without_events_says_nothing_of_them(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl"
    outcome = bidden("demo", "--seed", 7, "--turns", 3, "--journal", path)
    assert ": replayed, every digest the same (" in outcome.out
    assert b'"kind":"events"' not in path.read_bytes()


def test_a_journal_with_events_is_compared_event_by_event(tmp_path: Path) -> None:
    path = record_intents(tmp_path / "game.jsonl", Wait(), events=True)
    journal = read_journal(path, events=True)
    shorter = [list(events) for events in journal.events]
    shorter[1].pop()
    journal = attrs.evolve(journal, events=shorter)
    divergence = verify(playing.session_for(journal), journal)
    assert divergence is not None
    assert (divergence.field, divergence.recorded) == ("type", None)


def test_an_event_that_never_happened_is_a_difference(tmp_path: Path) -> None:
    path = record_intents(tmp_path / "game.jsonl", Wait(), events=True)
    journal = read_journal(path, events=True)
    events = [list(between) for between in journal.events]
    events[2] = events[1][-1:]
    divergence = verify(playing.session_for(journal), attrs.evolve(journal, events=events))
    assert divergence is not None
    assert (divergence.recorded, divergence.replayed) == (events[2][0].type, None)


def test_damage_to_an_event_is_named_and_blamed_on_nobody(
    bidden: Command, tmp_path: Path, with_events: bytes
) -> None:
    path = tmp_path / "game.jsonl"
    at = with_events.rindex(b'"failed"')
    path.write_bytes(with_events[:at] + b'"forged"' + with_events[at + 8 :])
    outcome = bidden("verify", path)
    assert outcome.code == 2
    assert "what is whole is the same" in outcome.err
    assert "is damaged" in outcome.err
    assert "differs" not in outcome.err


def places(content: bytes) -> list[int]:
    """Where to cut: about every end of a line in the last turns, and at many other bytes."""
    first = content.index(b'"kind":"intent"', len(content) // 2)
    ends = [at for at in range(first, len(content)) if content[at : at + 1] == b"\n"]
    around = [at + by for at in ends[::9] for by in (0, 1, 2)]
    return sorted({*around, *range(first, len(content), 499), len(content) - 1})


@pytest.mark.slow
@pytest.mark.endurance
@pytest.mark.parametrize(("part", "parts"), slices(8))
def test_a_journal_cut_at_any_byte_is_continued_with_its_events(
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


@pytest.fixture
def screen(front_end: Show) -> None:
    """A front end whose player rests once and leaves."""
    front_end(lambda play: play.perform(Wait()))


@pytest.mark.usefixtures("screen")
def test_a_game_played_with_events_goes_on_with_them(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    assert bidden("play", "--seed", 7, "--journal", path, "--events").code == 0
    assert bidden("play", "--journal", path).code == 0
    assert bidden("play", "--journal", path, "--events").code == 0
    journal = playing.load(path, events=True)
    kinds = [record.type for record in journal.records]
    assert kinds == ["Wait", "close"] * 3
    assert [bool(events) for events in journal.events] == [True, *[True, False] * 3]
    assert verify(Session(7, level=RUN), journal) is None


@pytest.mark.usefixtures("screen")
def test_a_game_begun_without_events_cannot_go_on_with_them(
    bidden: Command, refusal: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.jsonl"
    bidden("play", "--seed", 7, "--journal", path)
    before = path.read_bytes()
    assert refusal("play", "--journal", path, "--events") == (
        f"{path} was begun without events: leave --events out to continue it, or name another "
        "file to begin one"
    )
    assert path.read_bytes() == before
