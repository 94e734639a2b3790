"""Recorded games go as they went when they were recorded, compiled and in debug mode.

When a rule changed on purpose: python -m tests.golden.regenerate
"""

from itertools import pairwise
from pathlib import Path

import pytest

from eventcore import load_world, save_world, state_digest
from eventcore.journal import Journal, read_journal
from eventcore.replay import Playback, verify
from game.order import COMPONENTS
from game.session import FIRST, Session
from game.view import Ending
from tests.golden.catalogue import JOURNALS, RECORDINGS


def recorded(name: str) -> Journal:
    journal = read_journal(JOURNALS / name)
    assert journal.problem is None
    return journal


def test_every_journal_here_is_one_that_can_be_regenerated() -> None:
    assert sorted(path.name for path in JOURNALS.iterdir()) == sorted(RECORDINGS)


@pytest.mark.parametrize("debug", [False, True], ids=["compiled", "checked"])
@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_replays_the_same(name: str, debug: bool) -> None:
    journal = recorded(name)
    assert 10 < len(journal.records) < 200
    level = [*journal.header.mods, FIRST][0]
    assert verify(Session(journal.header.seed, debug=debug, level=level), journal) is None


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_can_be_saved_and_loaded_at_any_time(name: str) -> None:
    journal = recorded(name)
    session = Session(journal.header.seed, level=[*journal.header.mods, FIRST][0])
    playback = Playback(session, journal)
    while playback.step():
        if playback.position % 9 == 0:
            loaded = load_world(save_world(session.world), components=COMPONENTS)
            assert state_digest(loaded) == state_digest(session.world)


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_is_recorded_the_same_again(name: str, tmp_path: Path) -> None:
    before = recorded(name)
    RECORDINGS[name].record(before.header.seed, tmp_path / name)
    assert read_journal(tmp_path / name).records == before.records


@pytest.mark.parametrize(
    ("name", "ending"),
    [("died.jsonl", Ending.DIED), ("won.jsonl", Ending.WON), ("sittings.jsonl", None)],
)
def test_a_recorded_game_ends_as_its_name_says(name: str, ending: Ending | None) -> None:
    journal = recorded(name)
    session = Session(journal.header.seed)
    assert verify(session, journal) is None
    assert session.ending is ending


def test_a_recorded_game_of_three_sittings_has_refused_intents() -> None:
    records = recorded("sittings.jsonl").records
    assert [record.type for record in records].count("close") == 3
    refused = [record for record, then in pairwise(records) if then.turn == record.turn]
    assert [bytes(record.data) for record in refused if record.type != "close"] == [
        b'{"dx":0,"dy":9}'
    ] * 12
