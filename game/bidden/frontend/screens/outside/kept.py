"""Lists of saved games, to watch or to continue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.canvas import clean
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Lobby
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.pages import message
from bidden.frontend.screens.screen import NOTHING, Play, Screen, Steps, Watch
from bidden.frontend.theme import Theme
from bidden.recording.folder.files import times_gone_back
from bidden.recording.folder.paths import told_path
from bidden.shown.games import KeptGame, Standing
from bidden.view import View

_INDENT: Final = " " * 4
"""The indentation of records beneath their headings."""


class ReplaysScreen(Menu):
    """The games that are kept, to be watched; what is in progress is played on with as well."""

    def __init__(self, theme: Theme, lobby: Lobby) -> None:
        self._lobby = lobby
        self._games = lobby.games()
        choices = [Choice(_told(one), about=told_path(one.path)) for one in self._games]
        nothing = Choice("There are no saved games yet.", heading=True)
        super().__init__(theme, "Replays: which game?", choices or [nothing])

    def choose(self, number: int, view: View) -> Steps:
        one = self._games[number]
        if one.problem:
            self.notice = f"Can't watch this game: {clean(one.problem)}."
            return NOTHING
        return (Watch(partial(self._lobby.replay, one)),)

    def press(self, key: str, view: View) -> Steps:
        """Play the marked game on, where it is not over; else as in any menu."""
        if self.theme.keymap.action(key, Context.REPLAY) is not Command.TAKE_OVER:
            return super().press(key, view)
        if not self._games:
            return NOTHING
        one = self._games[self.marked]
        if one.problem:
            self.notice = f"Can't continue this game: {clean(one.problem)}."
            return NOTHING
        if not one.ended:
            return (resume(self._lobby, one),)
        self.notice = f"It ended in {one.ended}: watch it to play on from any turn."
        return NOTHING

    def hints(self) -> str:
        """Say that a game can be watched, and continued unless it is over."""
        hint = self.theme.keymap.hint
        watch, back = hint(Context.MENU, Command.ACCEPT), hint(Context.MENU, Command.BACK)
        on = hint(Context.REPLAY, Command.TAKE_OVER)
        if self._games and self._games[self.marked].problem:
            return f"{back} back"
        goes_on = bool(self._games) and not self._games[self.marked].ended
        on_with_it = f"   {on} play on" if goes_on else f" ({on} takes over)"
        return f"{watch} watch it{on_with_it}   {back} back"


class RecordsScreen(Menu):
    """Finished runs with their achievements, which can be watched."""

    def __init__(self, theme: Theme, lobby: Lobby, standings: Sequence[Standing]) -> None:
        self._lobby = lobby
        self._standings = standings
        heading, *rest = standings
        choices = [Choice(f"{_INDENT}{heading.text}", heading=True)]
        choices += [Choice(one.text, "", one.about, one.heading) for one in rest]
        super().__init__(theme, "Records, best first", choices)

    def hints(self) -> str:
        """Say that a run can be watched, and continued from there."""
        hint = self.theme.keymap.hint
        watch, back = hint(Context.MENU, Command.ACCEPT), hint(Context.MENU, Command.BACK)
        over = hint(Context.REPLAY, Command.TAKE_OVER)
        return f"{watch} watch it ({over} takes over)   {back} back"

    def choose(self, number: int, view: View) -> Steps:
        kept = self._standings[number].kept
        return NOTHING if kept is None else (Watch(partial(self._lobby.replay, kept)),)


def _told(one: KeptGame) -> str:
    if one.problem:
        return f"{one.written}   {clean(one.path.name)}: {clean(one.problem)}"
    ended = f"ended in {one.ended}" if one.ended else "in progress"
    ended += ", rewound" if times_gone_back(one.path) else ""
    return f"{one.written}   seed {one.seed:<10} turn {one.turn:<7} {ended}"


def records_screen(theme: Theme, lobby: Lobby) -> Screen:
    """Show the runs that are over; where they cannot be read, say why."""
    try:
        standings = lobby.records()
    except OSError as error:
        return message(theme, "Records", f"The records cannot be read: {error.strerror or error}")
    except ContentError as error:
        return message(theme, "Records", f"The records cannot be shown: {error}")
    return RecordsScreen(theme, lobby, standings)


def resume(lobby: Lobby, game: KeptGame) -> Play:
    """Return the step that continues a game."""
    return Play(partial(lobby.resume, game), "The game cannot continue")
