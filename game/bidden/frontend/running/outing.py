"""An outing: what is gone on with by one key, a slice at a time, and why it stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import define, field

from bidden.frontend.port import Game
from bidden.frontend.screens.screen import Go
from bidden.going.going import Going, Stop
from bidden.intents import Intent
from bidden.view import View

_SLICE: Final = 0.04
"""The number of seconds before the screen is drawn again."""


@define
class Outing:
    """One way of going on, such as exploring, until it stops or is stopped.

    Attributes:
        view: What is seen now.
        before: What was seen before the last intent.
    """

    _game: Game
    _going: Going
    _told: Callable[[Stop], None]
    _clock: Callable[[], float]
    view: View
    _step_time: float = 0
    _next: float = 0
    _meant: Intent | None = None
    before: View = field()

    @before.default
    def _first(self) -> View:
        return self.view

    @classmethod
    def begun(
        cls, go: Go, game: Game, view: View, clock: Callable[[], float], step_time: float
    ) -> Outing:
        """Set out; nothing is performed yet.

        Args:
            go: What is gone on with.
            game: What is played.
            view: What is seen.
            clock: Tells the time, in seconds.
            step_time: For how many seconds what each intent came to is seen; with 0 the screen is
                drawn as time allows.
        """
        return cls(game, go.begin(), go.then, clock, view, step_time)

    def go_on(self) -> bool:
        """Perform what it comes to, for a short while; say whether there is more of it."""
        until = self._clock() + _SLICE
        while (meant := self._next_of_all()) is not None:
            if self._clock() < self._next:
                return True
            self._meant = None
            self._game.perform(meant)
            self.before, self.view = self.view, self._game.view()
            now = self._clock()
            self._next = now + self._step_time
            if now >= until:  # a key may come now: it stops nothing that is over by itself
                return self._next_of_all() is not None
        return False

    def _next_of_all(self) -> Intent | None:
        """Return the next intent, asking only once; stop if there is none."""
        if self._meant is None:
            answer = self._going(self.view)
            if isinstance(answer, Stop):
                self.stop(answer)
            else:
                self._meant = answer
        return self._meant

    def come_back(self) -> None:
        """Go no further, for the player has had enough of it."""
        self.stop(Stop(self._going.news(self.before, self.view) or "You stop."))

    def stop(self, answer: Stop) -> None:
        """Go no further, and say why."""
        self._game.happened()  # on the way, and over by now
        self._told(answer)
