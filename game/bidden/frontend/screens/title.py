"""The title: what a sitting begins with, and goes back to when a game is over or left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final

import tcod.console

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.ambience.stirring import smoulder
from bidden.frontend.drawing.canvas import put
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Lobby
from bidden.frontend.screens.fade import Fade
from bidden.frontend.screens.help import help_screen
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.options import OptionsScreen, ask_to_go_back
from bidden.frontend.screens.pages import message
from bidden.frontend.screens.prompts.number import NumberPrompt
from bidden.frontend.screens.screen import (
    NOTHING,
    Begin,
    GoBackIn,
    Push,
    Quit,
    Resume,
    Screen,
    Steps,
    Watch,
)
from bidden.frontend.theme import Theme
from bidden.recording.files import times_gone_back
from bidden.recording.paths import told_path
from bidden.shown.games import KeptGame, Standing
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Tile, View

_NAME: Final = (
    "███  █ ███  ███  ███ █  █",
    "█  █ █ █  █ █  █ █   ██ █",
    "███  █ █  █ █  █ ██  █ ██",
    "█  █ █ █  █ █  █ █   █  █",
    "███  █ ███  ███  ███ █  █",
)
_SAYING: Final = "Called, bound, sent out; and sent for again."
_NAME_AT: Final = 1
_NAME_X: Final = 5
_INDENT: Final = " " * 4
"""What the columns of records are indented by, beneath their headings."""
_SEED_DIGITS: Final = 15
"""Of so many digits a seed can be typed: whoever reads a journal takes no more of a number."""
_CHOICES_AT: Final = _NAME_AT + len(_NAME) + 4


@cache
def nowhere() -> View:
    """Give the view of nothing, for what is shown before there is a game."""
    dark = Tile(" ", "unknown", False, "")
    tiles = ((dark,) * MAP_WIDTH,) * MAP_HEIGHT
    return View(
        tiles=tiles,
        here=(0, 0),
        turn=0,
        hp=0,
        max_hp=0,
        foes=0,
        lines=(),
        ending=None,
        epitaph="",
        seed=0,
    )


class TitleScreen(Menu):
    """What there is to do before a game: a game that is under way comes first."""

    def __init__(self, theme: Theme, lobby: Lobby) -> None:
        """Show what there is to do.

        Args:
            theme: The keymap and the palette.
            lobby: Only asked what there is; the steps returned open it.
        """
        self._lobby = lobby
        self._fade = Fade()
        self._newest = lobby.newest()
        self._ended = lobby.ended()
        self._looked_into = self._newest is None
        super().__init__(theme, "", self._lines())

    def _lines(self) -> Sequence[Choice]:
        lobby = self._lobby
        going = [] if self._newest is None else [_going_on(self._newest, known=self._looked_into)]
        back = [] if self._ended is None else [_going_back(self._ended)]
        return (
            *going,
            Choice("New game", "n", "A run of its own: no two are the same."),
            *back,
            Choice("New game with a seed", "s", "The same seed is the same run, on every machine."),
            Choice(
                "The seed of the day",
                "d",
                f"{lobby.day}: seed {lobby.daily_seed}, the same for everybody.",
            ),
            Choice("Replays", "r", "Watch a game that was played, or play on from any turn of it."),
            Choice("Records", "t", "The runs that are over, the best first; watch any of them."),
            Choice("Options and keys", "o", "What is taken up, colours; which key does what."),
            Choice("Help", "?", "What a bidden is, how a run goes, and all keys."),
            Choice("Leave", "q", "Whatever was played is recorded as it stands."),
        )

    def settle(self) -> bool:
        """Tell where the player was left in the game under way, which takes all of the rules."""
        if self._looked_into:
            return False
        marked = self.choices[self.marked].key
        self._looked_into, self._newest = True, self._lobby.looked_into()
        self.choices = self._lines()
        keys = [choice.key for choice in self.choices]
        self.marked = keys.index(marked) if marked in keys else 0
        return True

    @property
    def top(self) -> int:
        """The row of the first line: the name stands above it."""
        return _CHOICES_AT

    def hints(self) -> str:
        """Say how to choose; there is nothing to go back to."""
        return "A letter chooses, or the arrows and Enter   q leave"

    def leave(self) -> Steps:
        """Stay: what is held down to get here must not leave the game altogether."""
        return ()

    def choose(self, number: int, view: View) -> Steps:
        """Open what a line stands for."""
        match self.choices[number].key:
            case "c" if self._newest is not None:
                return (Resume(self._newest),)
            case "b" if self._ended is not None:
                back = partial(GoBackIn, self._ended)
                return (Push(ask_to_go_back(self.theme, back=back)),)
            case "n":
                return (Begin(),)
            case "s":
                return (Push(ask_for_a_seed(self.theme)),)
            case "d":
                return (Begin(self._lobby.daily_seed),)
            case "r":
                return (Push(ReplaysScreen(self.theme, self._lobby)),)
            case "t":
                return (Push(records_screen(self.theme, self._lobby)),)
            case "o":
                return (Push(OptionsScreen(self.theme)),)
            case "?":
                return (Push(help_screen(self.theme, view)),)
        return (Quit(),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the name, and beneath it what there is to do."""
        super().draw(console, view)
        palette = self.theme.palette
        put(console, 0, 0, " " * console.width, palette.ground.fg, palette.ground.bg)
        for y, row in enumerate(_NAME, _NAME_AT):
            put(console, _NAME_X, y, row, palette.tone("news").fg)
        put(console, _NAME_X, _NAME_AT + len(_NAME) + 1, _SAYING, palette.faint.fg)
        art = console.rgb[_NAME_AT : _NAME_AT + len(_NAME) + 2]
        if self.beat is not None:
            smoulder(art[: len(_NAME)], palette.tone("news"), self.beat)
        self._fade.draw(art, self.beat)

    def moves(self, view: View) -> bool:
        """Move: the name glows."""
        return True

    def press(self, key: str, view: View) -> Steps:
        """Choose; the name is all there from then on."""
        self._fade.skip()
        return super().press(key, view)


class ReplaysScreen(Menu):
    """The games that are kept, to be watched; what is under way is played on with as well."""

    def __init__(self, theme: Theme, lobby: Lobby) -> None:
        self._games = lobby.games()
        choices = [Choice(_told(one), about=told_path(one.path)) for one in self._games]
        nothing = Choice("No game is kept yet.", heading=True)
        super().__init__(theme, "Replays: which game?", choices or [nothing])

    def choose(self, number: int, view: View) -> Steps:
        """Watch a game."""
        return (Watch(self._games[number]),)

    def press(self, key: str, view: View) -> Steps:
        """Play the marked game on, where it is not over; else as in any menu."""
        if self.theme.keymap.action(key, Context.REPLAY) is not Command.TAKE_OVER:
            return super().press(key, view)
        if not self._games:
            return NOTHING
        one = self._games[self.marked]
        if not one.ended:
            return (Resume(one),)
        self.notice = f"It ended in {one.ended}: watch it, and play on from any turn of it."
        return NOTHING

    def hints(self) -> str:
        """Say that a game can be watched, and played on with where it is not over."""
        hint = self.theme.keymap.hint
        watch, back = hint(Context.MENU, Command.ACCEPT), hint(Context.MENU, Command.BACK)
        on = hint(Context.REPLAY, Command.TAKE_OVER)
        goes_on = bool(self._games) and not self._games[self.marked].ended
        on_with_it = f"   {on} play on" if goes_on else f" ({on} there plays on)"
        return f"{watch} watch it{on_with_it}   {back} back"


class RecordsScreen(Menu):
    """The runs that are over, to be watched, and what was achieved in them."""

    def __init__(self, theme: Theme, standings: Sequence[Standing]) -> None:
        self._standings = standings
        heading, *rest = standings
        choices = [Choice(f"{_INDENT}{heading.text}", heading=True)]
        choices += [Choice(one.text, "", one.about, one.heading) for one in rest]
        super().__init__(theme, "Records: the best first", choices)

    def hints(self) -> str:
        """Say that a run can be watched, and played on from there."""
        hint = self.theme.keymap.hint
        watch, back = hint(Context.MENU, Command.ACCEPT), hint(Context.MENU, Command.BACK)
        over = hint(Context.REPLAY, Command.TAKE_OVER)
        return f"{watch} watch it ({over} there plays on)   {back} back"

    def choose(self, number: int, view: View) -> Steps:
        """Watch a run."""
        kept = self._standings[number].kept
        return NOTHING if kept is None else (Watch(kept),)


def _going_on(one: KeptGame, *, known: bool) -> Choice:
    """Offer to go on with a game; three dots stand for what is still to be looked up."""
    where = f"{one.place}, " if one.place else ""
    more = "" if known else " …"
    about = f"Seed {one.seed}, played last on {one.written}."
    return Choice(f"Continue: {where}turn {one.turn}{more}", "c", about, tone="good")


def _going_back(one: KeptGame) -> Choice:
    about = f"Seed {one.seed}, ended in {one.ended} on turn {one.turn}: play on from before that."
    return Choice("Go back in the last game", "b", about, tone="good")


def _told(one: KeptGame) -> str:
    ended = f"ended in {one.ended}" if one.ended else "under way"
    ended += ", went back" if times_gone_back(one.path) else ""
    return f"{one.written}   seed {one.seed:<10} turn {one.turn:<7} {ended}"


def ask_for_a_seed(theme: Theme) -> NumberPrompt:
    """Ask which seed to begin a run with."""
    return NumberPrompt(theme, "Which seed?", _begin, accept="begin", most=_SEED_DIGITS)


def _begin(seed: int) -> Steps:
    return (Begin(seed),)


def records_screen(theme: Theme, lobby: Lobby) -> Screen:
    """Show the runs that are over; where they cannot be read, say why."""
    try:
        standings = lobby.records()
    except OSError as error:
        return message(theme, "Records", f"They cannot be read: {error.strerror or error}")
    except ContentError as error:
        return message(theme, "Records", f"They cannot be told: {error}")
    return RecordsScreen(theme, standings)
