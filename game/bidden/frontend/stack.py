"""The stack of screens: the top one gets the keys, and its steps are carried out here."""

from __future__ import annotations

from collections.abc import Callable

import tcod.console

from bidden.frontend.drawing.ascii import to_ascii
from bidden.frontend.drawing.canvas import fill
from bidden.frontend.drawing.frames import Frame, draw_frame, frames_of
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.port import Game, Playback, Why
from bidden.frontend.screens.pages import message
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.replay import ReplayScreen
from bidden.frontend.screens.screen import (
    AskAbout,
    AskCard,
    AskChart,
    AskForecast,
    AskTile,
    Consider,
    Explain,
    Perform,
    Pop,
    Push,
    Quit,
    Reveal,
    Screen,
    Seek,
    ShowCharacter,
    Steps,
    TakeOver,
)
from bidden.frontend.theme import Theme
from bidden.view import View
from eventcore import JournalError


class Stack:
    """Screens on top of each other, and the game or the playback they show.

    Life cycle: made by ``for_game`` or ``for_playback``; a back end hands it keys
    and ticks, lets it catch up and draws it, until it is over.

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
        game: Game | None = None,
        playback: Playback | None = None,
    ) -> None:
        self.screens = [screen]
        self.view = view()
        self._take_view = view
        self._why = why
        self._game = game
        self._playback = playback
        self._frames: list[Frame] = []
        self._take(screen.look(self.view))

    @classmethod
    def for_game(cls, game: Game, theme: Theme) -> Stack:
        """Make the stack that shows a game."""
        return cls(PlayScreen(theme, game.notice), game.view, game.why, game=game)

    @classmethod
    def for_playback(cls, playback: Playback, theme: Theme) -> Stack:
        """Show a journal being played back."""
        return cls(ReplayScreen(theme, playback), playback.view, playback.why, playback=playback)

    @property
    def over(self) -> bool:
        """Whether the player is done."""
        return not self.screens

    @property
    def ticks(self) -> bool:
        """Whether something is played back, or shown of what happened, which goes on with time."""
        return self._playback is not None or bool(self._frames)

    def press(self, key: str) -> None:
        """Hand a key to the top screen; what is still shown of the last turn is skipped."""
        self._frames.clear()
        if self.screens:
            self._take(self.screens[-1].press(key, self.view))

    def point(self, x: int, y: int) -> None:
        """Let the top screen know that the mouse has moved to a cell of the console."""
        if self.screens:
            self._take(self.screens[-1].point(x, y, self.view))

    def click(self, x: int, y: int, *, right: bool = False) -> None:
        """Hand a click on a cell of the console to the top screen."""
        self._frames.clear()
        if self.screens:
            self._take(self.screens[-1].click(x, y, self.view, right=right))

    def tick(self) -> None:
        """Let the top screen know that a tick has passed."""
        del self._frames[:1]
        if self.screens:
            if self._playback is not None and self._playback.position == self._playback.target:
                self._playback.look_ahead()
            self._take(self.screens[-1].tick(self.view))

    def catch_up(self) -> None:
        """Let the playback come nearer to where it is to be; for a short while at a time.

        Not done by each key that wants to be elsewhere: of many, only the last one counts.
        """
        if self.screens and self._playback is not None and self._playback.move_on():
            self._renew()

    def draw(self, console: tcod.console.Console) -> None:
        """Draw the top screen, and what shows through below it."""
        if not self.screens:
            return
        fill(console, self.screens[-1].theme.palette)
        lowest = max(i for i, screen in enumerate(self.screens) if i == 0 or not screen.overlay)
        for screen in self.screens[lowest:]:
            screen.layout = layout_for(console)
            screen.draw(console, self.view)
        if self._frames and isinstance(self.screens[-1], PlayScreen):
            draw_frame(console, self._frames[0], self.screens[-1].theme.palette)
        if self.screens[-1].theme.options.glyphs == "ascii":
            to_ascii(console)

    def _take(self, steps: Steps) -> None:
        """Carry steps out; a view is taken once, after all that changed the world."""
        changed = False
        for step in steps:
            match step:
                case Push(screen):
                    self.screens.append(screen)
                case Explain(turn, sequence, make, brief):
                    self.screens.append(make(self._why(turn, sequence, brief=brief)))
                case Pop():
                    self.screens.pop()
                case Quit():
                    self.screens.clear()
                case Perform(intent) if self._game is not None:
                    self._game.perform(intent)
                    changed = True
                case AskForecast(intent, then) if self._game is not None:
                    then(self._game.forecast(intent))
                case Consider(intent, decide) if self._game is not None:
                    self._take(decide(self._game.forecast(intent)))
                case AskAbout(x, y, take) if self._game is not None:
                    take(self._game.about(x, y))
                case AskTile(x, y, take) if self._game is not None:
                    take(self._game.tile(x, y))
                case AskCard(subject, show) if self._game is not None:
                    self._take(show(self._game.card(subject)))
                case AskChart(then) if self._game is not None:
                    self._take(then(self._game.chart()))
                case ShowCharacter(make) if self._game is not None:
                    self.screens.append(make(self._game.character()))
                case Seek(position) if self._playback is not None:
                    self._playback.aim(position)
                case Reveal() if self._playback is not None:
                    self._playback.all_seeing = not self._playback.all_seeing
                    changed = True
                case TakeOver() if self._playback is not None:
                    self._take_over(self._playback)
                    changed = True
        if changed:
            self._renew()
            self._show_what_happened()

    def _show_what_happened(self) -> None:
        """Have what happened since the last view shown, unless the player would rather not."""
        happened = () if self._game is None else self._game.happened()
        if self.screens and self.screens[-1].theme.options.motion == "full":
            self._frames[:] = frames_of(happened)

    def _renew(self) -> None:
        self.view = self._take_view()
        if self.screens:
            self._take(self.screens[-1].look(self.view))

    def _take_over(self, playback: Playback) -> None:
        """Go over from a playback to the game it was of, or say why not."""
        theme = self.screens[-1].theme
        try:
            game = playback.take_over()
        except JournalError as error:
            self.screens.append(message(theme, "This cannot be taken over", str(error)))
            return
        self._playback, self._game = None, game
        self._take_view, self._why = game.view, game.why
        self.screens[:] = [PlayScreen(theme, game.notice)]
