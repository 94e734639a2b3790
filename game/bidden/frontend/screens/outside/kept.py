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
from bidden.words import phrase

_INDENT: Final = " " * 4


class ReplaysScreen(Menu):
    """The saved games, to watch or, if they are not over, to continue."""

    def __init__(self, theme: Theme, lobby: Lobby) -> None:
        self._lobby = lobby
        self._games = lobby.games()
        choices = [Choice(_told(one), about=told_path(one.path)) for one in self._games]
        nothing = Choice(phrase("saved games", "none"), heading=True)
        super().__init__(theme, phrase("saved games", "title"), choices or [nothing])
        play_on = theme.keymap.sections[Context.REPLAY].actions[Command.TAKE_OVER]
        self.notes = ((play_on.labels, phrase("saved games", "about continue")),)

    def choose(self, number: int, view: View) -> Steps:
        game = self._games[number]
        if game.problem:
            self.notice = phrase("saved games", "can't watch", problem=clean(game.problem))
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
            self.notice = phrase("saved games", "can't continue", problem=clean(game.problem))
        elif game.ended:
            self.notice = phrase("saved games", "over", end=game.ended)
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
        super().__init__(theme, phrase("records", "title"), choices)

    def hints(self) -> str:
        return _hints(self.theme, watches=any(one.kept for one in self._standings))

    def choose(self, number: int, view: View) -> Steps:
        kept = self._standings[number].kept
        return NOTHING if kept is None else (Watch(partial(self._lobby.replay, kept)),)


def _hints(theme: Theme, *, watches: bool, continues: bool = False) -> str:
    hint = theme.keymap.hint
    watch, back = hint(Context.MENU, Command.ACCEPT), hint(Context.MENU, Command.BACK)
    if not watches:
        return f"{back} back"
    play, key = hint(Context.REPLAY, Command.TAKE_OVER), "continue" if continues else "watch"
    return phrase("keys for saved games", key, watch=watch, play=play, back=back)


def _told(game: KeptGame) -> str:
    if game.problem:
        return f"{game.written}   {clean(game.path.name)}: {clean(game.problem)}"
    end = phrase("saved games", "ended" if game.ended else "in progress", end=game.ended)
    end = phrase("saved games", "rewound", end=end) if times_gone_back(game.path) else end
    if game.practice:
        end = phrase("saved games", "practice", practice=game.practice, end=end)
    written, seed, turn = game.written, game.seed, game.turn
    return phrase("saved games", "line", date=written, seed=seed, turn=turn, end=end)


def records_screen(theme: Theme, lobby: Lobby) -> Screen:
    """Show the finished runs, or why they cannot be read."""
    title = phrase("records", "trouble")
    try:
        standings = lobby.records()
    except OSError as error:
        return message(theme, title, phrase("records", "no file", problem=error.strerror or error))
    except ContentError as error:
        return message(theme, title, phrase("records", "bad file", problem=error))
    return RecordsScreen(theme, lobby, standings)


def resume(lobby: Lobby, game: KeptGame) -> Play:
    """Return the step that continues a game."""
    return Play(partial(lobby.resume, game), phrase("trouble", "continue"))
