"""An outing: automatic play that one key starts, performed a slice at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import define, field

from bidden.frontend.port import Game
from bidden.frontend.screens.screen import Go
from bidden.going.going import Going, Stop
from bidden.intents import Intent
from bidden.view import View
from bidden.words import phrase

_SLICE: Final = 0.04
"""Seconds until the screen is drawn again."""


@define
class Outing:
    """Automatic play, such as exploring, until it stops or is stopped.

    With a step time, each intent is shown for that many seconds.
    """

    _game: Game
    _going: Going
    _told: Callable[[Stop], None]
    _clock: Callable[[], float]
    view: View
    _step_time: float = 0
    _next: float = 0
    _meant: Intent | None = None
    before: View = field()  # before the last intent

    @before.default
    def _first(self) -> View:
        return self.view

    @classmethod
    def begun(
        cls, go: Go, game: Game, view: View, clock: Callable[[], float], step_time: float
    ) -> Outing:
        """Start, without performing anything yet."""
        return cls(game, go.begin(), go.then, clock, view, step_time)

    def go_on(self) -> bool:
        """Perform intents for a short while. Return whether there are more."""
        until = self._clock() + _SLICE
        while (meant := self._next_of_all()) is not None:
            if self._clock() < self._next:
                return True
            self._meant = None
            self._game.perform(meant)
            self.before, self.view = self.view, self._game.view()
            now = self._clock()
            self._next = now + self._step_time
            if now >= until:  # a key may come now, unless this is over by itself
                return self._next_of_all() is not None
        return False

    def _next_of_all(self) -> Intent | None:
        """Return the next intent, asking for it only once, or stop."""
        if self._meant is None:
            answer = self._going(self.view)
            if isinstance(answer, Stop):
                self.stop(answer)
            else:
                self._meant = answer
        return self._meant

    def come_back(self) -> None:
        """Stop because the player wants to."""
        news = self._going.news(self.before, self.view)
        self.stop(Stop(news or phrase("play", "interrupted")))

    def stop(self, answer: Stop) -> None:
        """Stop, and report why."""
        self._game.happened()  # drops the animations on the way
        self._told(answer)
