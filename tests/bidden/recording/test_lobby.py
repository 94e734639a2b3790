"""The lobby: what is looked up meanwhile and what is opened do not import the rules at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from importlib import import_module
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.recording import lobby as room
from bidden.recording import playing
from bidden.recording.folder.files import morgue_path
from bidden.recording.lobby import Lobby
from bidden.recording.playing import Play
from bidden.session import Session
from bidden.shown.games import KeptGame
from bidden.view import Ending
from eventcore import JournalError

KEPT = KeptGame(Path("mine.jsonl"), 5, 7, "23 Nov 22:10")

OPENED: dict[str, Callable[[Lobby], object]] = {
    "begin": lambda lobby: lobby.begin(5),
    "resume": lambda lobby: lobby.resume(KEPT),
    "replay": lambda lobby: lobby.replay(KEPT),
}


@pytest.fixture(autouse=True)
def rules() -> None:
    """What a lobby imports later is there already, or it would take on what is put in its place."""
    for name in ("finishing", "going_back", "player", "resume"):
        import_module(f"bidden.recording.{name}")


@pytest.mark.parametrize("how", OPENED)
def test_a_game_is_opened_once_nobody_looks_anything_up_any_more(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, done = threading.Event(), list[str]()

    def look(*_: object) -> KeptGame:
        assert gate.wait(10)
        done.append("looked up")
        return KEPT

    def give(*_: object, **__: object) -> object:
        done.append("opened")
        raise LookupError

    monkeypatch.setattr(room, "looked_into", look)
    monkeypatch.setattr(playing, "begin", give)
    monkeypatch.setattr(playing, "load", give)
    lobby = Lobby(date(2026, 11, 23), 1)
    found = lobby.look_into()
    threading.Timer(0.05, gate.set).start()
    with pytest.raises(LookupError):
        OPENED[how](lobby)
    assert done == ["looked up", "opened"]
    assert found.result() == KEPT


def test_what_cannot_be_closed_is_left_all_the_same_and_so_is_what_it_went_back_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    close, closed = Play.close, list[Play]()

    def fail(game: Play) -> None:
        close(game)
        closed.append(game)
        raise JournalError(f"the end of game {len(closed)} is lost")

    lobby = Lobby(date(2026, 11, 23), 1)
    game = lobby.begin(5)
    back = game.go_back(1)
    monkeypatch.setattr(Play, "close", fail)
    monkeypatch.setattr(Session, "ending", Ending.DIED)
    with pytest.raises(JournalError) as error:
        lobby.leave()
    assert str(error.value) == snapshot
    assert closed == [game, back]
    kept = [(one, finished.told_in) for one, finished in lobby.left]
    assert kept == [(one, morgue_path(one.path, Ending.DIED)) for one in closed]
    lobby.leave()
    assert lobby.played() == closed
