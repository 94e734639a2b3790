"""The stack of screens: the top one gets the keys, and its steps are carried out here."""

from __future__ import annotations

from collections.abc import Callable

import tcod.console

from game.frontend.canvas import fill
from game.frontend.kit import Kit
from game.frontend.port import Game, Playback, Why
from game.frontend.screens.play import PlayScreen
from game.frontend.screens.replay import ReplayScreen
from game.frontend.screens.screen import (
    Advance,
    Explain,
    Perform,
    Pop,
    Push,
    Quit,
    Screen,
    Steps,
)
from game.intents import Intent
from game.view import View

__all__ = ["Stack"]


class Stack:
    """Screens on top of each other, and the game or the playback they show.

    Life cycle: made by ``for_game`` or ``for_playback``; a back end hands it keys
    and ticks, and draws it, until it is over.

    Attributes:
        screens: The screens, the top one last; empty once it is over.
        view: What the screens see.
    """

    def __init__(
        self,
        screen: Screen,
        view: Callable[[], View],
        why: Why,
        *,
        perform: Callable[[Intent], None] | None = None,
        advance: Callable[[], bool] | None = None,
    ) -> None:
        self.screens = [screen]
        self.view = view()
        self._show = view
        self._why = why
        self._do_perform = perform
        self._do_advance = advance
        self._take(screen.look(self.view))

    @classmethod
    def for_game(cls, game: Game, kit: Kit) -> Stack:
        """Show a game."""
        return cls(PlayScreen(kit, game.notice), game.view, game.why, perform=game.perform)

    @classmethod
    def for_playback(cls, playback: Playback, kit: Kit) -> Stack:
        """Show a journal being played back."""
        return cls(ReplayScreen(kit, playback), playback.view, playback.why, advance=playback.step)

    @property
    def over(self) -> bool:
        """Whether the player is done."""
        return not self.screens

    def press(self, key: str) -> None:
        """Hand a key to the top screen."""
        if self.screens:
            self._take(self.screens[-1].press(key, self.view))

    def tick(self) -> None:
        """Let the top screen know that a tick has passed."""
        if self.screens:
            self._take(self.screens[-1].tick(self.view))

    def draw(self, console: tcod.console.Console) -> None:
        """Draw the top screen, and what shows through below it."""
        if not self.screens:
            return
        fill(console, self.screens[-1].kit.palette)
        lowest = max(i for i, screen in enumerate(self.screens) if i == 0 or not screen.overlay)
        for screen in self.screens[lowest:]:
            screen.draw(console, self.view)

    def _take(self, steps: Steps) -> None:
        """Carry steps out; a view is taken once, after all that changed the world."""
        changed = False
        for step in steps:
            match step:
                case Push(screen):
                    self.screens.append(screen)
                case Explain(turn, sequence, show, brief):
                    self.screens.append(show(self._why(turn, sequence, brief=brief)))
                case Pop():
                    self.screens.pop()
                case Quit():
                    self.screens.clear()
                case Perform(intent) if self._do_perform is not None:
                    self._do_perform(intent)
                    changed = True
                case Advance() if self._do_advance is not None:
                    changed = self._do_advance() or changed
        if changed:
            self.view = self._show()
            if self.screens:
                self._take(self.screens[-1].look(self.view))
