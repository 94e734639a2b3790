"""Going back: a game is played on from some turns before, and its record says how often."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from bidden.events.combat import Die
from bidden.intents import Wait
from bidden.recording.folder.files import times_gone_back
from bidden.recording.folder.records import record_of, standing
from bidden.recording.going_back import go_back_to
from bidden.recording.lobby import Lobby
from bidden.recording.playing import Play, begin, load, session_for
from bidden.view import Ending
from eventcore import JournalError
from eventcore.replay import verify
from tests.bidden.recorded import give_in
from tests.bidden.recording.folder.test_records import other


def rest(game: Play, times: int) -> None:
    for _ in range(times):
        game.perform(Wait())


@pytest.fixture
def game(tmp_path: Path) -> Play:
    """A run that has rested for forty turns at the circle."""
    game = begin(3, tmp_path / "game.jsonl", level="run")
    rest(game, 40)
    return game


def close(game: Play) -> None:
    for one in game.in_order():
        one.close()


def test_a_game_goes_back_and_both_journals_verify(game: Play) -> None:
    back = game.go_back(15)
    assert (game.view().turn, back.view().turn) == (40, 25)
    rest(back, 3)
    close(game)
    assert back.path.name == "game.back-1-1.jsonl"
    for one, records in ((game, 41), (back, 29)):
        journal = load(one.path)
        assert verify(session_for(journal), journal) is None
        assert len(journal.records) == records


def test_back_beyond_the_beginning_is_the_beginning(game: Play) -> None:
    assert game.go_back(1000).view().turn == 0
    close(game)


def test_each_time_it_goes_back_is_counted_and_the_name_grows_no_longer(game: Play) -> None:
    once = game.go_back(10)
    twice = once.go_back(10)
    again = once.go_back(5)
    assert [times_gone_back(one.path) for one in (game, once, twice, again)] == [0, 1, 2, 2]
    assert [one.path.name for one in (twice, again)] == [
        "game.back-2-1.jsonl",
        "game.back-2-2.jsonl",
    ]
    twice.close()
    close(game)


def test_a_death_is_undone_and_the_game_goes_on(tmp_path: Path) -> None:
    game = begin(111, tmp_path / "game.jsonl")
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    assert game.session.ending is Ending.DIED
    died = game.view().turn
    back = game.go_back(20)
    assert back.session.ending is None
    assert back.view().turn == died - 20
    rest(back, 1)
    close(game)


@pytest.mark.parametrize("turns", [0, -5])
def test_out_of_a_journal_that_is_closed_it_is_one_intent_back_at_the_least(
    tmp_path: Path, turns: int
) -> None:
    game = begin(111, tmp_path / "game.jsonl")
    while game.session.ending is None:
        before = game.view().turn
        game.perform(give_in(game.view()))
    game.close()
    back = go_back_to(game.path, game.view().turn - turns)
    assert (back.view().turn, back.session.ending) == (before, None)
    back.close()


def test_without_an_intent_it_begins_anew(tmp_path: Path) -> None:
    game = begin(3, tmp_path / "game.jsonl")
    game.close()
    back = go_back_to(game.path, 0)
    assert back.view().turn == 0
    assert load(back.path).records == []
    back.close()


def test_a_game_that_was_left_dead_is_gone_back_in_from_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    lobby = Lobby(date(2026, 11, 25), 111)
    game = lobby.begin()
    rest(game, 40)
    game.session.world.publish(
        Die(game.session.world.root, game.session.player, "a test", outright=True)
    )
    lobby.leave()
    kept = lobby.ended()
    assert kept is not None
    back = lobby.go_back(kept, 15)
    assert (back.view().turn, back.session.ending) == (25, None)
    assert back.path.name.endswith(".back-1-1.jsonl")
    lobby.leave()
    assert lobby.ended() is None


def test_a_game_whose_journal_is_gone_stays_where_it_is(game: Play) -> None:
    game.path.unlink()
    with pytest.raises(JournalError, match="there is no such file"):
        game.go_back(5)
    assert [*game.in_order()] == [game]


def test_a_run_that_went_back_says_so_and_stands_after_all_that_did_not(game: Play) -> None:
    back = game.go_back(5)
    close(game)
    record = record_of(back.session, back.path, load(back.path))
    assert record is not None
    assert record.rewound == 1
    straight, worse, better = other(score=10), other(score=5), other(score=9000, rewound=1)
    noted = other(score=8000, note="played on from a replay")
    assert standing([better, noted, worse, straight]) == [straight, worse, better, noted]


@pytest.mark.parametrize(
    ("name", "times"),
    [
        ("2026-11-23-seed5-7.jsonl", 0),
        ("a.turn-77-1.jsonl", 1),
        ("a.turn-77-1.turn-9-2.jsonl", 2),
        ("a.back-3-1.turn-9-2.jsonl.gz", 4),
        ("a.saved-1.jsonl", 0),
    ],
)
def test_how_often_a_game_went_back_is_in_its_name(name: str, times: int) -> None:
    assert times_gone_back(Path(name)) == times
