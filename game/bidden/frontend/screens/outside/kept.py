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
from bidden.recording.folder.files import times_gone_back, told_path
from bidden.shown.games import KeptGame, Standing
from bidden.view import View

_INDENT: Final = " " * 4


class ReplaysScreen(Menu):
    """The saved games, to watch or, if they are not over, to continue."""

    def __init__(self, theme: Theme, lobby: Lobby) -> None:
        self._lobby = lobby
        self._games = lobby.games()
        choices = [Choice(_told(one), about=told_path(one.path)) for one in self._games]
        nothing = Choice("There are no saved games yet.", heading=True)
        super().__init__(theme, "Replays: choose a game", choices or [nothing])
        play_on = theme.keymap.sections[Context.REPLAY].actions[Command.TAKE_OVER]
        self.notes = ((play_on.labels, "continue, unless the game is over"),)

    def choose(self, number: int, view: View) -> Steps:
        game = self._games[number]
        if game.problem:
            self.notice = f"Can't watch this game: {clean(game.problem)}."
            return NOTHING
        return (Watch(partial(self._lobby.replay, game)),)

    def press(self, key: str, view: View) -> Steps:
        """Continue the marked game if it is not over, or use the menu."""
        if self.theme.keymap.action(key, Context.REPLAY) is not Command.TAKE_OVER:
            return super().press(key, view)
        if not self._games:
            return NOTHING
        game = self._games[self.marked]
        if game.problem:
            self.notice = f"Can't continue this game: {clean(game.problem)}."
        elif game.ended:
            self.notice = (
                f"This run ended in {game.ended}. Watch it to play on from any earlier turn."
            )
        else:
            return (resume(self._lobby, game),)
        return NOTHING

    def hints(self) -> str:
        game = self._games[self.marked] if self._games else None
        watches = game is not None and not game.problem
        return _hints(self.theme, watches=watches, continues=game is not None and not game.ended)


class RecordsScreen(Menu):
    """Finished runs with their achievements, which can be watched."""

    def __init__(self, theme: Theme, lobby: Lobby, standings: Sequence[Standing]) -> None:
        self._lobby = lobby
        self._standings = standings
        heading, *rest = standings
        choices = [Choice(f"{_INDENT}{heading.text}", heading=True)]
        choices += [Choice(one.text, "", one.about, one.heading) for one in rest]
        super().__init__(theme, "Records, best first (rewound runs last)", choices)

    def hints(self) -> str:
        return _hints(self.theme, watches=any(one.kept for one in self._standings))

    def choose(self, number: int, view: View) -> Steps:
        kept = self._standings[number].kept
        return NOTHING if kept is None else (Watch(partial(self._lobby.replay, kept)),)


def _hints(theme: Theme, *, watches: bool, continues: bool = False) -> str:
    hint = theme.keymap.hint
    watch, back = hint(Context.MENU, Command.ACCEPT), hint(Context.MENU, Command.BACK)
    key = hint(Context.REPLAY, Command.TAKE_OVER)
    play = f"   {key} continue" if continues else f" (press {key} there to play on from any turn)"
    watching = f"{watch} watch it{play}   " if watches else ""
    return f"{watching}{back} back"


def _told(game: KeptGame) -> str:
    if game.problem:
        return f"{game.written}   {clean(game.path.name)}: {clean(game.problem)}"
    ended = f"ended in {game.ended}" if game.ended else "in progress"
    ended += ", rewound" if times_gone_back(game.path) else ""
    ended = f"{game.practice}: {ended}" if game.practice else ended
    return f"{game.written}   seed {game.seed:<10} turn {game.turn:<7,} {ended}"


def records_screen(theme: Theme, lobby: Lobby) -> Screen:
    """Show the finished runs, or why they cannot be read."""
    try:
        standings = lobby.records()
    except OSError as error:
        return message(theme, "Records", f"Can't read the records: {error.strerror or error}")
    except ContentError as error:
        return message(theme, "Records", f"Can't show the records: {error}")
    return RecordsScreen(theme, lobby, standings)


def resume(lobby: Lobby, game: KeptGame) -> Play:
    """Return the step that continues a game."""
    return Play(partial(lobby.resume, game), "Can't continue the game")
