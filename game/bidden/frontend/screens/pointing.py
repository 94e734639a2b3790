"""The mouse on the map: a description of the tile, and the way that a click would take."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import tcod.console

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.marks import mark_way
from bidden.frontend.port import Known
from bidden.frontend.screens.screen import NOTHING, Ask, Steps
from bidden.text import sentences
from bidden.view import Spot, View

WayTo: TypeAlias = Callable[[View, Spot], tuple[Spot, ...]]
"""Returns the tiles of the way to a tile, if there is one."""


class Pointing:
    """The position of the mouse on the map, until a key or a click."""

    def __init__(self, way_to: WayTo) -> None:
        self.told = ""  # the description of the tile
        self._at: Spot | None = None
        self._way: tuple[Spot, ...] = ()
        self._way_to = way_to

    def move(self, spot: Spot | None, view: View) -> Steps:
        """Point at a tile and ask what is there, or at none."""
        if spot == self._at:
            return NOTHING
        self.end()
        self._at = spot
        if spot is None or not view.tiles[spot[1]][spot[0]].name:
            return NOTHING
        if not view.foes_at:  # else a click goes nowhere
            self._way = self._way_to(view, spot)
        return (Ask(partial(self._take, spot)),)

    def end(self) -> None:
        """Stop pointing."""
        self.told, self._at, self._way = "", None, ()

    def draw(self, console: tcod.console.Console, palette: Palette) -> None:
        """Mark the way, and the tile."""
        there = () if self._at is None or not self.told else (self._at,)
        mark_way(console, (*self._way, *there), palette)

    def _take(self, spot: Spot, game: Known) -> Steps:
        self.told = sentences(*game.tile(*spot).split("; "))
        return NOTHING
