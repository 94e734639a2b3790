"""Golden journals in debug mode, saved and loaded midway, and recorded again by their bots.

That each replays as recorded is a separate test: `pytest tests/golden/journals`. If a rule
changed on purpose, see the docstring of regenerate.py.
"""

from pathlib import Path

import pytest

from bidden.content.mods import level_of
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.view import Ending
from eventcore import load_world, save_world
from eventcore.journal import Journal
from eventcore.replay import Timeline
from eventcore.replay.playback import Playback
from eventcore.state.digest import state_digest
from tests.golden.catalogue import JOURNALS, RECORDINGS, SAMPLE
from tests.journals import lines_without_version
from tests.sampling import Tried, amount

WHOLE_RUNS = ("run_won.jsonl", "run_lost.jsonl", "run_late.jsonl")
"""Thousands of intents each: too many for debug mode."""

CHOSEN = [
    name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in RECORDINGS
]


def journal_of(name: str) -> Journal:
    journal = Journal.read(JOURNALS / name, events=True)
    assert journal.problem is None
    return journal


def test_every_journal_can_be_regenerated() -> None:
    assert sorted(path.name for path in JOURNALS.iterdir()) == sorted(RECORDINGS)
    assert {*SAMPLE} < {*RECORDINGS}


@pytest.mark.endurance
@pytest.mark.parametrize("name", CHOSEN)
def test_journal_replays_the_same_in_debug_mode(name: str, tried: Tried) -> None:
    if name in WHOLE_RUNS:
        pytest.skip("a whole run takes too long in debug mode")
    journal = journal_of(name)
    level = level_of(journal.header)
    playback = Playback(Session(journal.header.seed, debug=True, level=level), journal)
    while playback.position < amount(12, 300) and playback.step():
        tried["records of golden journals, replayed in debug mode"] += 1
    assert playback.position > 10
    assert playback.divergence is None


@pytest.mark.endurance
@pytest.mark.parametrize("name", CHOSEN)
def test_game_can_be_saved_and_loaded_at_any_time(name: str, tried: Tried) -> None:
    every = 27 // amount(1, 27)
    journal = journal_of(name)
    session = Session(journal.header.seed, level=level_of(journal.header))
    playback = Playback(session, journal)
    while playback.step():
        if playback.position % every == 0:
            tried["turns of golden journals, with the world saved and loaded"] += 1
            loaded = load_world(save_world(session.world), components=COMPONENTS)
            assert state_digest(loaded) == state_digest(session.world)


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDINGS)
def test_bot_records_the_same_journal_again(name: str, tmp_path: Path) -> None:
    RECORDINGS[name].record(journal_of(name).header.seed, tmp_path / name)
    assert lines_without_version(tmp_path / name) == lines_without_version(JOURNALS / name)


def end_of(name: str) -> Session:
    journal = journal_of(name)
    timeline = Timeline(journal, Session.source(journal))
    timeline.seek(timeline.length)
    assert isinstance(timeline.simulation, Session)
    return timeline.simulation


@pytest.mark.parametrize(("name", "ending"), [("died", Ending.DIED), ("won", Ending.WON)])
def test_journal_named_for_an_ending_ends_with_it(name: str, ending: Ending) -> None:
    assert end_of(f"{name}.jsonl").ending is ending


def test_journal_of_three_sittings_has_refused_intents() -> None:
    journal = journal_of("sittings.jsonl")
    assert end_of("sittings.jsonl").ending is None
    assert [record.type for record in journal.records].count("close") == 3
    failed = [event for events in journal.events for event in events if event.outcome == "failed"]
    assert len(failed) >= 12


def test_journal_named_for_stairs_goes_down_one() -> None:
    assert end_of("stairs.jsonl").view().level == 2
