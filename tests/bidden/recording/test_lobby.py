"""Opening a game waits for background lookups, so only one thread imports the rules."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from importlib import import_module
from pathlib import Path

import pytest

from bidden.recording import lobby as room
from bidden.recording import playing
from bidden.recording.lobby import Lobby
from bidden.shown.games import KeptGame

KEPT = KeptGame(Path("mine.jsonl"), 5, 7, "23 Nov 22:10")

OPENED: dict[str, Callable[[Lobby], object]] = {
    "begin": lambda lobby: lobby.begin(5),
    "resume": lambda lobby: lobby.resume(KEPT),
    "replay": lambda lobby: lobby.replay(KEPT),
}


@pytest.fixture(autouse=True)
def rules() -> None:
    """Import the lobby's lazy modules before a test patches anything that they import."""
    for name in ("branch", "finishing", "player", "resume"):
        import_module(f"bidden.recording.{name}")


@pytest.mark.parametrize("how", OPENED)
def test_game_is_opened_only_after_pending_lookups_finish(
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
