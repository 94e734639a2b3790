"""Slow or failing disks: no turn waits for the disk, and errors are reported."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.intents import Wait
from bidden.recording.branch import go_back_to
from bidden.recording.playing import Play, begin, load


@pytest.fixture
def game(tmp_path: Path) -> Play:
    return begin(3, tmp_path / "game.jsonl", level="run", sync="always")


def rest(game: Play) -> None:
    """Play a turn like a front end: perform, view, settle."""
    game.perform(Wait())
    game.view()
    game.settle()


class Disk:
    """A disk whose fsync blocks until it is released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.let_go, self.forced = threading.Event(), 0
        self._real = os.fsync
        monkeypatch.setattr(os, "fsync", self._force)

    def _force(self, descriptor: int) -> None:
        assert self.let_go.wait(10)
        self._real(descriptor)
        self.forced = os.fstat(descriptor).st_size


def after(seconds: float, do: Callable[[], None]) -> None:
    threading.Timer(seconds, do).start()


def test_keys_are_answered_while_the_disk_is_still_at_the_first_turn(
    game: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack = Stack.for_game(game, load_theme())
    disk = Disk(monkeypatch)
    stack.press("escape")  # dismiss the opening offer
    for _ in range(5):
        stack.press("s")
        stack.settle()
    assert (stack.view.turn, disk.forced) == (5, 0)
    assert len(load(game.path).records) == 5
    disk.let_go.set()
    game.close()
    assert disk.forced == game.path.stat().st_size


def test_going_back_waits_until_all_that_was_played_is_on_the_disk(
    game: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        rest(game)
    disk = Disk(monkeypatch)
    rest(game)
    size = game.path.stat().st_size
    after(0.05, disk.let_go.set)
    sizes: list[int] = []

    def look(path: Path, turn: int) -> Play:
        sizes.append(disk.forced)
        return go_back_to(path, turn)

    monkeypatch.setattr("bidden.recording.branch.go_back_to", look)
    back = game.go_back(2)
    assert sizes == [size]
    back.close()
    game.close()
