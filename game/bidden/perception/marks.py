"""Marks: what is remembered to lie out of view, drawn on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bidden.components.knowledge.memory import Remembered
from bidden.perception.sheet import Sheet
from bidden.perception.wording import Wording
from bidden.view import Spot, Tile
from eventcore import Entity, World

_STAIR: Final = "stair"


class Marks:
    """How what is remembered is drawn, kept until something else is, or is called otherwise."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._age = 0
        self._marks: list[Remembered] = []
        self._drawn: dict[Spot, Tile] = {}

    def draw(
        self,
        marks: Sequence[Remembered],
        sheet: Sheet,
        view: frozenset[Spot],
        who: Entity,
        world: World,
        wording: Wording,
    ) -> None:
        """Draw what is out of view, and not hidden by a stair that it lies on.

        Args:
            marks: What is remembered to lie on the level.
            sheet: The map, with nothing but the ground on it.
            view: The tiles in view.
            who: Who remembers it.
            world: Where.
            wording: What they call things, renewed.
        """
        if marks != self._marks or self._age != wording.age:
            self._age, self._marks = wording.age, [*marks]
            self._drawn = {(one.x, one.y): _tile(one, who, world, wording) for one in marks}
        for spot, tile in self._drawn.items():
            if spot not in view:
                x, y = spot
                if sheet.ground[y][x].look != _STAIR:
                    sheet.draw(x, y, tile)


def _tile(mark: Remembered, who: Entity, world: World, wording: Wording) -> Tile:
    name = wording.one(mark.name, mark.label, who, world)
    return Tile(mark.glyph, mark.look, False, name)
