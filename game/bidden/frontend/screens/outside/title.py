"""The title screen: the main menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache, partial
from typing import Final

import tcod.console

from bidden.frontend.drawing.ambience.motions import Fade
from bidden.frontend.drawing.ambience.stirring import smoulder
from bidden.frontend.drawing.canvas import put
from bidden.frontend.drawing.layout import LEAST, Rect
from bidden.frontend.port import Lobby
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.outside import art
from bidden.frontend.screens.outside.kept import ReplaysScreen, records_screen, resume
from bidden.frontend.screens.outside.options import OptionsScreen, ask_to_go_back, rewind
from bidden.frontend.screens.prompts.forms.typed import NumberPrompt
from bidden.frontend.screens.screen import LOADING, NOTHING, Await, Play, Push, Quit, Steps
from bidden.frontend.screens.told.help import HelpScreen
from bidden.frontend.theme import Theme
from bidden.shown.games import KeptGame
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Tile, View
from bidden.words import phrase, tables

_MENU_WIDTH: Final = 46
"""Columns for the menu. The picture is centred in the rest of the smallest console."""
_NAME_AT: Final = 1
_NAME_X: Final = 5
_SEED_DIGITS: Final = 15
"""The maximum number of digits, because journals limit numbers."""
_SHORT_RUN: Final = "first"
"""The scenario that is a run in one place."""
_CHOICES_AT: Final = _NAME_AT + len(art.NAME) + 3


@cache
def nowhere() -> View:
    """Return a view of nothing, for screens before a game."""
    dark = Tile(" ", "unknown", False, "")
    rows = ((dark,) * MAP_WIDTH,) * MAP_HEIGHT
    return View(
        rows, (0, 0), turn=0, hp=0, max_hp=0, foes=0, lines=(), ending=None, epitaph="", seed=0
    )


class TitleScreen(Menu):
    """The main menu. A game in progress is the first choice."""

    contexts = ()  # the menu has its own ?

    def __init__(self, theme: Theme, lobby: Lobby) -> None:
        self._lobby = lobby
        self._fade = Fade()
        self._newest = lobby.newest()
        self._ended = lobby.ended()
        self._looked_up: Future[KeptGame | None] | None = None
        self._is_known = self._newest is None
        self._down = 0  # rows by which a tall console lowers everything
        super().__init__(theme, "", self._lines())

    def _lines(self) -> Sequence[Choice]:
        lobby = self._lobby
        going = [] if self._newest is None else [_going_on(self._newest, known=self._is_known)]
        back = [] if self._ended is None else [_going_back(self._ended)]
        words = tables()["title choices"]
        stays = words["stays"][bool(going)]
        facts = {"day": lobby.day, "seed": lobby.daily_seed, "stays": stays}
        new, *others = [Choice(it, key, told.format(**facts)) for key, it, told in words["choices"]]
        return (*going, new, *back, *others)

    def settle(self) -> bool:
        if not self._is_known and self._looked_up is None:
            self._looked_up = self._lobby.look_into()
        return False

    @property
    def ticks(self) -> bool:
        return not self._is_known

    def tick(self, view: View) -> Steps:
        self._learn()
        return NOTHING

    def _learn(self) -> bool:
        """Show where the player stopped once that is known. Return whether it is."""
        self.settle()
        if not self._is_known and self._looked_up is not None and self._looked_up.done():
            marked = self.choices[self.marked].key
            self._is_known, self._newest = True, self._looked_up.result()
            self.choices = self._lines()
            keys = [choice.key for choice in self.choices]
            self.marked = keys.index(marked) if marked in keys else 0
        return self._is_known

    def _go_on(self) -> Steps:
        if self._newest is not None:
            return (resume(self._lobby, self._newest),)
        self.notice = phrase("title", "over")
        return NOTHING

    @property
    def top(self) -> int:
        return _CHOICES_AT + self._down

    def hints(self) -> str:
        return phrase("title", "keys")

    def leave(self) -> Steps:
        """Stay. A key that was held to get here must not quit the program."""
        return ()

    def choose(self, number: int, view: View) -> Steps:
        match self.choices[number].key:
            case "c" if self.ticks:
                return (Await(LOADING, self._learn, self._go_on),)
            case "c":
                return self._go_on()
            case "b" if self._ended is not None:
                go_back = partial(self._lobby.go_back, self._ended)
                back = ask_to_go_back(
                    self.theme, back=lambda turns: rewind(partial(go_back, turns))
                )
                return (Push(back),)
            case "n":
                return _begin(self._lobby)
            case "s":
                return _begin(self._lobby, scenario=_SHORT_RUN)
            case "p":
                practice = partial(PracticeScreen, self.theme, self._lobby)
                return (Await(LOADING, lambda: True, lambda: (Push(practice()),)),)
            case "d":
                return _begin(self._lobby, self._lobby.daily_seed)
            case "w":
                return (Push(ReplaysScreen(self.theme, self._lobby)),)
            case "r":
                records = partial(records_screen, self.theme, self._lobby)
                return (Await(LOADING, lambda: True, lambda: (Push(records()),)),)
            case "o":
                return (Push(OptionsScreen(self.theme)),)
            case "?":
                return (Push(HelpScreen(self.theme)),)
        return (Quit(),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette, self.left = self.theme.palette, (console.width - LEAST.width) // 2
        left = self.left + (LEAST.width + _MENU_WIDTH - art.PICTURE_WIDTH) // 2
        self._down = (console.height - LEAST.height) // 2
        self.below = console.height - LEAST.height - self._down
        top, name_at = self.top - 2, _NAME_AT + self._down
        block = Rect(self.left - 2, self._down, LEAST.width + 3, LEAST.height)
        art.draw_scene(console, palette, block, (left, top))
        super().draw(console, view)
        put(console, 0, 0, " " * console.width, palette.ground.fg, palette.ground.bg)
        art.draw_name(console, palette, self.left + _NAME_X, name_at)
        letters = console.rgb[name_at : name_at + len(art.NAME) + 2]
        if self.beat is not None:
            smoulder(letters[: len(art.NAME)], palette.tone("news"), self.beat)
        beat = None if self.theme.options.colours == "none" else self.beat
        picture = console.rgb[top : top + len(art.PICTURE), left:]
        for cells in (letters, picture):
            self._fade.draw(cells, beat)

    def moves(self, view: View) -> bool:
        return True

    def press(self, key: str, view: View) -> Steps:
        self._fade.skip()
        return super().press(key, view)


def _going_on(one: KeptGame, *, known: bool) -> Choice:
    where, turn = one.practice or one.place, one.turn
    key = "practice" if one.practice else "place" if one.place else "other"
    text = phrase("continue", key, where=where, turn=turn)
    about = phrase("title", "about continue", seed=one.seed, date=one.written)
    return Choice(text if known else f"{text} …", "c", about, tone="good")


def _going_back(one: KeptGame) -> Choice:
    about = phrase("title", "about rewind", seed=one.seed, end=one.ended, turn=one.turn)
    return Choice(phrase("title", "rewind"), "b", about, tone="good")


class PracticeScreen(Menu):
    """The scenarios, with a line about what each teaches, and runs with a seed."""

    def __init__(self, theme: Theme, lobby: Lobby) -> None:
        self._lobby = lobby
        listed = [one for one in lobby.practice() if one[0] != _SHORT_RUN]
        self._names = [name for name, _, _ in listed]
        choices = [Choice(f"{name:<12}{teaches}", about=hint) for name, teaches, hint in listed]
        own = Choice(phrase("practice", "own seed"), "s", phrase("practice", "about own seed"))
        super().__init__(theme, phrase("practice", "title"), [*choices, own])

    def choose(self, number: int, view: View) -> Steps:
        if number == len(self._names):
            return (Push(ask_for_a_seed(self.theme, partial(_begin, self._lobby))),)
        return _begin(self._lobby, scenario=self._names[number])


def ask_for_a_seed(theme: Theme, then: Callable[[int], Steps]) -> NumberPrompt:
    """Ask for the seed of a run."""
    return NumberPrompt(theme, phrase("practice", "seed"), then, accept="begin", most=_SEED_DIGITS)


def _begin(lobby: Lobby, seed: int | None = None, scenario: str = "") -> Steps:
    """Start a run, after its opening, or a scenario, with a random seed by default."""
    load = partial(lobby.begin, seed, scenario)
    return (Play(load, phrase("trouble", "begin"), opening=not scenario),)
