"""Rewinding: a game continues from some turns before, and its record counts the rewinds."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bidden.events.combat import Die
from bidden.intents import Wait
from bidden.recording.folder.records import record_of, standing
from bidden.recording.lobby import Lobby
from bidden.recording.playing import Play, begin, load
from bidden.session import Session
from bidden.view import Ending
from eventcore.replay.playback import verify
from tests.bidden.recorded import another_run, give_in


def rest(game: Play, times: int) -> None:
    for _ in range(times):
        game.perform(Wait())


@pytest.fixture
def game(tmp_path: Path) -> Play:
    """Return a run that has rested for forty turns at the circle."""
    game = begin(3, tmp_path / "game.jsonl", level="run")
    rest(game, 40)
    return game


def close(game: Play) -> None:
    for one in game.in_order():
        one.close()


def test_rewinding_starts_a_second_journal_and_both_journals_verify(game: Play) -> None:
    back = game.go_back(15)
    assert (game.view().turn, back.view().turn) == (40, 25)
    rest(back, 3)
    close(game)
    assert back.path.name == "game.back-1-1.jsonl"
    for one, records in ((game, 41), (back, 29)):
        journal = load(one.path)
        assert verify(Session.of_journal(journal), journal) is None
        assert len(journal.records) == records


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


def test_game_that_ended_in_death_can_be_rewound_from_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    lobby = Lobby(date(2026, 11, 25), 111)
    game = lobby.begin()
    rest(game, 39)
    perform = Session.perform

    def die(self: Session, intent: Any) -> Any:
        result = perform(self, intent)
        self.world.publish(Die(self.world.root, self.player, "a test", outright=True))
        return result

    with monkeypatch.context() as patch:
        patch.setattr(Session, "perform", die)
        rest(game, 1)
    lobby.leave()
    kept = lobby.ended()
    assert kept is not None
    back = lobby.go_back(kept, 15)
    assert (back.view().turn, back.session.ending) == (25, None)
    assert back.path.name.endswith(".back-1-1.jsonl")
    lobby.leave()
    assert lobby.ended() is None


def test_rewound_run_is_marked_and_ranks_below_straight_runs(game: Play) -> None:
    back = game.go_back(5)
    close(game)
    record = record_of(back.session, back.path, load(back.path))
    assert record is not None
    assert record.rewound == 1
    straight, worse, better = (
        another_run(score=10),
        another_run(score=5),
        another_run(score=9000, rewound=1),
    )
    noted = another_run(score=8000, note="played on from a replay")
    assert standing([better, noted, worse, straight]) == [straight, worse, better, noted]
