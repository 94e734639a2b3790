"""The cursor that chooses where to travel."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

import tcod.console

from bidden import kinds
from bidden.frontend.drawing.marks import mark_way
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pointing import WayTo
from bidden.frontend.screens.prompts.forms.target import Target
from bidden.frontend.screens.screen import NOTHING, Pop, Push, Steps
from bidden.frontend.theme import Theme
from bidden.going.known.lying import THINGS
from bidden.view import Spot, View
from bidden.words import tables

Depart: TypeAlias = Callable[[Spot], Steps]

_DOWN: Final = (kinds.STAIR_DOWN, kinds.GATE)
_UP: Final = (kinds.STAIR_UP,)
_PLACES: Final = (kinds.ALTAR, kinds.SOURCE, kinds.GATE)
_SIGHTS: Final = (*_DOWN, *_UP, *_PLACES, kinds.SHUT_DOOR, kinds.LOCKED_DOOR, *THINGS)
"""The kinds that the cursor leaps to."""


def travel_to(theme: Theme, view: View, way_to: WayTo, depart: Depart, start: Spot) -> Steps:
    """Ask for a tile to travel to. The cursor is first at ``start``."""
    screen = Destination(theme, view, way_to, depart, start)
    return (Push(screen), *screen.ask(view))


class Destination(Target):
    """A cursor on the map that leaps to stairs, doors and items."""

    contexts = Context.TRAVEL, Context.DIRECTIONS

    def __init__(
        self, theme: Theme, view: View, way_to: WayTo, depart: Depart, start: Spot
    ) -> None:
        super().__init__(theme, view, "", lambda x, y: None, start, leaps=False)
        self._way_to = way_to
        self._depart = depart

    def press(self, key: str, view: View) -> Steps:
        steered = self._steered(key, view)
        if steered is not None:
            return steered
        match self.theme.keymap.action(key, Context.TRAVEL):
            case Command.NEXT:
                return self._leap(view, _SIGHTS, 1)
            case Command.PREVIOUS:
                return self._leap(view, _SIGHTS, -1)
            case Command.GO_DOWN:
                return self._leap(view, _DOWN, 1)
            case Command.GO_UP:
                return self._leap(view, _UP, 1)
            case Command.TRAVEL:
                return self._leap(view, _PLACES, 1)
            case Command.ACCEPT:
                return self._accept(view, key)
            case Command.CANCEL:
                return (Pop(),)
        return NOTHING

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        spot = self.layout.tile_at(x, y)
        return (Pop(),) if right or spot is None else (Pop(), *self._depart(spot))

    def draw(self, console: tcod.console.Console, view: View) -> None:
        mark_way(console, self._way_to(view, self._spot), self.theme.palette)
        super().draw(console, view)

    def _accept(self, view: View, key: str = "") -> Steps:
        return (Pop(), *self._depart(self._spot))

    def _leap(self, view: View, kinds: Collection[str], by: int) -> Steps:
        """Move the cursor to the next sight, nearest first, and back to the first."""
        sights = sights_of(view, kinds)
        if not sights:
            return NOTHING
        at = sights.index(self._spot) + by if self._spot in sights else min(by - 1, 0)
        return self._go(sights[at % len(sights)], view)

    def _keys(self) -> str:
        hint, keys = self.theme.keymap.hint, tables()["travel keys"].items()
        told = [f"{hint(Context.TRAVEL, Command(key))}: {does}" for key, does in keys]
        return f" {', '.join(told)}"


def sights_of(view: View, kinds: Collection[str]) -> list[Spot]:
    """Return the tiles of these kinds, the nearest first."""
    x, y = view.here
    spots = [
        (column, row)
        for row, tiles in enumerate(view.tiles)
        for column, tile in enumerate(tiles)
        if tile.kind in kinds and (column, row) != view.here
    ]
    return sorted(spots, key=lambda spot: (max(abs(spot[0] - x), abs(spot[1] - y)), spot))
