"""A player at the keys: fights like a bot, and uses multi-turn commands between fights."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from string import ascii_uppercase
from typing import Any, get_args

from bidden.bots.explorer import choose_binding
from bidden.bots.memory import Memory
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.input.keymap import DIRECTIONS, Context
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.target import Target
from bidden.frontend.screens.prompts.using.performing import aimed_anew
from bidden.frontend.theme import load_theme
from bidden.going.commands.explore import step_to_explore
from bidden.going.known.notes import Notes
from bidden.going.ways import Ways
from bidden.intents import (
    Cast,
    Drop,
    Eat,
    Improvable,
    Improve,
    Intent,
    Move,
    PickUp,
    PutOn,
    Quaff,
    Read,
    Search,
    Shoot,
    SwitchBoon,
    Throw,
    UseBoon,
    Wait,
)
from bidden.perception.cards.card import Card, Subject
from bidden.perception.foretold.forecast import Forecast
from bidden.session import Session
from bidden.view import Character, Chart, Glimpse, Spot, View
from tests.frontend.screen import stack_for

_WORDS = {Quaff: "q", Eat: "e", Read: "r", Throw: "t", PutOn: "W", Drop: "d"}
_STUCK = 400
"""The limit of keys that it presses in a turn."""


class Played:
    """A game for the stack that records the intents performed in a session."""

    notice = ""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.performed: list[Intent] = []

    def view(self) -> View:
        return self.session.view(weighs=True)

    def character(self) -> Character:
        return self.session.character()

    def about(self, x: int, y: int) -> str:
        return self.session.about(x, y)

    def tile(self, x: int, y: int) -> str:
        return self.session.tile(x, y)

    def card(self, subject: Subject) -> Card | None:
        return self.session.card(subject)

    def chart(self) -> Chart:
        return self.session.chart()

    def happened(self) -> tuple[Glimpse, ...]:
        return ()

    def forecast(self, intent: Intent) -> Forecast:
        return self.session.forecast(intent)

    def perform(self, intent: Intent) -> None:
        self.performed.append(intent)
        self.session.perform(intent)

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        return ("",)

    def go_back(self, turns: int) -> Played:
        raise NotImplementedError


class Keyed:
    """Presses keys until a game is over.

    Attributes:
        keys: How many keys were pressed.
    """

    def __init__(self, session: Session, choose: Callable[[View, Memory], Intent]) -> None:
        self.game = Played(session)
        self.stack = stack_for(self.game, load_theme(), map(float, count()).__next__)
        self.keys = 0
        self._choose = choose
        self._memory = Memory()
        self._notes = Notes()
        self._console = new_console()
        keymap = self.stack.screens[0].theme.keymap
        bound = keymap.sections[Context.DIRECTIONS].actions
        self._keys = {way: bound[command].keys[1] for command, way in DIRECTIONS.items()}
        self._spent: set[Any] = set()

    def press(self, *keys: str) -> None:
        """Press keys one by one, but stop once the game is over: a key would leave its end."""
        for key in keys:
            if self._is_over():
                return
            self.stack.press(key)
            while self.stack.ticks:
                if self.stack.waits:
                    self.stack.draw(self._console)
                self.stack.tick()
            self.stack.draw(self._console)
            self.keys += 1

    def play(self, most: int) -> None:
        """Play until the game is over, or this many intents were performed."""
        while not self._is_over() and len(self.game.performed) < most:
            done = len(self.game.performed)
            self._decide(self.stack.view)
            while not self._is_over() and not self._plays:
                self._answer(self.stack.view)
            self._spent = set() if len(self.game.performed) > done else self._spent

    def _is_over(self) -> bool:
        return self.stack.view.ending is not None

    @property
    def _plays(self) -> bool:
        return isinstance(self.stack.screens[-1], PlayScreen)

    def _answer(self, view: View) -> None:
        """Leave any open screen, except a choice that must be made."""
        if view.offers:
            self.press(ascii_uppercase[choose_binding(view).number], "y")
        else:
            self.press("escape")

    def _improve(self, view: View) -> None:
        self._memory.see(view)
        intent = self._choose(view, self._memory)
        assert isinstance(intent, Improve)
        self.press("I", ascii_uppercase[get_args(Improvable).index(intent.option)])

    def _decide(self, view: View) -> None:
        if view.offers:
            if self._plays:
                self.press("O")
            return self._answer(view)
        if view.improvements:
            return self._improve(view)
        self._memory.see(view)
        intent = self._choose(view, self._memory)
        self._memory.mean(intent)
        if not view.foes_at and isinstance(intent, Move | Search | Wait):
            for command in self._commands(view, intent):
                key = (view.level, view.here, view.turn, command)
                if key not in self._spent:
                    self._spent.add(key)
                    done = len(self.game.performed)
                    self.press(*command)
                    if len(self.game.performed) > done:
                        return None
        return self._do(intent, view)

    def _commands(self, view: View, intent: Intent) -> list[tuple[str, ...]]:
        """Return the commands worth trying here, best first."""
        bond, options = view.bond, self.stack.theme.options
        self._notes.see(view)
        ways = Ways(view, self._notes)
        explored = step_to_explore(view, self._notes, options, ways) is None
        drawn = {tile.glyph for row in view.tiles for tile in row}
        down = [(">",)] if drawn & {">", "Π"} else []
        if bond is not None and bond.fulfilled:
            return [*down, ("o",)]
        if bond is not None and bond.kind == "bear" and "_" in drawn:
            return [("_", "_", "enter"), ("o",)]
        if explored:
            return [("A", "A")] if isinstance(intent, Search) else [*down, ("o", "o")]
        hurried = bond is not None and view.level < bond.last and bond.left * 2 < bond.term
        return [*down, ("o",)] if hurried else [("o",), *down]

    def _do(self, intent: Intent, view: View) -> None:
        match intent:
            case Move(dx, dy):
                self.press(self._keys[dx, dy])
                if not self._plays:
                    self.press("enter")
            case SwitchBoon():
                self.press("X")
            case Wait():
                self.press(".")
            case Search():
                self.press("S")
            case PickUp(number):
                self.press("g")
                if not self._plays:
                    self.press("abcdefghijkl"[number])
            case UseBoon(dx, dy):
                self.press("x")
                if dx or dy:
                    self.press(self._keys[dx, dy])
            case Cast(spell, x, y):
                slot = [one.name for one in view.spells].index(spell)
                self.press("z", "abcdefghijkl"[slot])
                self._aim(x, y)
            case Shoot() if self._goes_after(intent, view):
                self.press("`")
            case Shoot(x, y):
                self.press("f")
                self._aim(x, y)
            case _ if type(intent) in _WORDS:
                self.press(_WORDS[type(intent)], getattr(intent, "slot", ""))
                self._aim(getattr(intent, "x", -1), getattr(intent, "y", -1))
            case _:
                raise AssertionError(intent)
        if isinstance(self.stack.screens[-1], Confirm):  # a bot intends its actions
            self.press("Y")

    def _goes_after(self, shot: Shoot, view: View) -> bool:
        """Return whether the repeat key shoots like this: the last shot was also at a foe."""
        last = self.game.performed[-1:]
        return [type(one) for one in last] == [Shoot] and aimed_anew(last[0], view) == shot

    def _aim(self, x: int, y: int) -> None:
        """Move the cursor to a tile, and confirm it."""
        screen = self.stack.screens[-1]
        if isinstance(screen, PlayScreen):
            return
        while isinstance(screen, Target) and (at := self._cursor(screen)) != (x, y):
            dx, dy = x - at[0], y - at[1]
            self.press(self._keys[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)])
        self.press("enter")

    def _cursor(self, screen: Target) -> Spot:
        tile = screen.layout.tile_at(*self.stack.focus)
        assert tile is not None
        return tile
