"""What a replay of the recorded games does not tell: debug mode, saving, bots, and their ends.

That each replays as it was recorded is a test of its own: `pytest tests/golden/journals`. When a
rule changed on purpose, the docstring of regenerate.py says what to do.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from bidden.content.mods import level_of
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.view import Ending
from eventcore import load_world, save_world, state_digest
from eventcore.journal import Journal, read_journal
from eventcore.replay import Playback
from tests.golden.catalogue import JOURNALS, RECORDINGS
from tests.journals import told
from tests.sampling import Tried, amount

WHOLE_RUNS = ("run_won.jsonl", "run_lost.jsonl", "run_late.jsonl")
"""Of thousands of intents: they take too long in debug mode, and are replayed without it."""


def recorded(name: str) -> Journal:
    journal = read_journal(JOURNALS / name, events=True)
    assert journal.problem is None
    return journal


def test_every_journal_here_is_one_that_can_be_regenerated() -> None:
    assert sorted(path.name for path in JOURNALS.iterdir()) == sorted(RECORDINGS)


@pytest.mark.endurance
@pytest.mark.parametrize("name", [name for name in RECORDINGS if name not in WHOLE_RUNS])
def test_a_recorded_game_replays_the_same_in_debug_mode(name: str, tried: Tried) -> None:
    journal = recorded(name)
    assert 10 < len(journal.records) < 500
    level = level_of(journal.header)
    playback = Playback(Session(journal.header.seed, debug=True, level=level), journal)
    while playback.position < amount(12, 300) and playback.step():
        tried["records of golden journals replayed in debug mode"] += 1
    assert playback.position > 10
    assert playback.divergence is None


@pytest.mark.endurance
@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_can_be_saved_and_loaded_at_any_time(name: str, tried: Tried) -> None:
    every = 27 // amount(1, 27)
    journal = recorded(name)
    session = Session(journal.header.seed, level=level_of(journal.header))
    playback = Playback(session, journal)
    while playback.step():
        if playback.position % every == 0:
            tried["turns of golden journals at which the world was saved and loaded"] += 1
            loaded = load_world(save_world(session.world), components=COMPONENTS)
            assert state_digest(loaded) == state_digest(session.world)


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_bot_records_a_game_the_same_again(name: str, tmp_path: Path) -> None:
    RECORDINGS[name].record(recorded(name).header.seed, tmp_path / name)
    assert told(tmp_path / name) == told(JOURNALS / name)


@pytest.mark.journal("journals/died.jsonl")
def test_the_game_named_so_ends_with_the_death_of_the_player(replayed: Session) -> None:
    assert replayed.ending is Ending.DIED


@pytest.mark.journal("journals/won.jsonl")
def test_the_game_named_so_ends_with_a_victory(replayed: Session) -> None:
    assert replayed.ending is Ending.WON


@pytest.mark.journal("journals/sittings.jsonl")
def test_the_game_of_three_sittings_is_under_way_still(replayed: Session) -> None:
    assert replayed.ending is None


def test_a_recorded_game_of_three_sittings_has_refused_intents() -> None:
    records = recorded("sittings.jsonl").records
    assert [record.type for record in records].count("close") == 3
    refused = [record for record, then in pairwise(records) if then.turn == record.turn]
    free = ("close", "Improve")  # which take no time, and are done
    assert [bytes(record.data) for record in refused if record.type not in free] == [
        b'{"dx":0,"dy":9}'
    ] * 12


@pytest.mark.journal("journals/stairs.jsonl")
def test_the_game_named_so_goes_down_a_stair(replayed: Session) -> None:
    assert replayed.view().level == 2
