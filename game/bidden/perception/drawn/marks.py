"""Marks: remembered items out of view, drawn on the map."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.components.knowledge.memory import Remembered
from bidden.perception.drawn.sheet import Layer, Sheet
from bidden.perception.senses.ground import Legend
from bidden.perception.senses.wording import Wording
from bidden.view import Spot, Tile
from eventcore import Entity, World


class Marks:
    """The drawn marks, kept until one of them or its name changes."""

    def __init__(self) -> None:
        self._age = 0
        self._marks: list[Remembered] = []
        self._drawn: dict[Spot, tuple[Remembered, Tile]] = {}
        self._rows: tuple[str, ...] = ()
        self._legend: Legend | None = None
        self._on_stairs: frozenset[Spot] = frozenset()
        self._hidden: frozenset[Spot] = frozenset()
        self._layer: Layer = {}

    def draw(
        self,
        marks: Sequence[Remembered],
        sheet: Sheet,
        view: frozenset[Spot],
        who: Entity,
        world: World,
        wording: Wording,
    ) -> None:
        """Draw the remembered items that are out of view and not on a stair.

        Args:
            marks: The remembered items on the level.
            sheet: The map, with nothing but the ground on it.
            view: The tiles in view.
            who: The observer.
            world: The world.
            wording: The observer's names for things, up to date.
        """
        is_new = marks != self._marks or self._age != wording.age
        if is_new:
            self._renew(marks, who, world, wording)
        if is_new or sheet.rows is not self._rows or sheet.legend is not self._legend:
            self._rows, self._legend = sheet.rows, sheet.legend
            self._on_stairs = self._hidden_on(sheet)
        hidden = self._on_stairs | view.intersection(self._drawn)
        if is_new or hidden != self._hidden:
            self._hidden, layer = hidden, dict[int, dict[int, Tile]]()
            for spot, (_, tile) in self._drawn.items():
                if spot not in hidden:
                    x, y = spot
                    layer.setdefault(y, {})[x] = tile
            self._layer = layer
        sheet.mark(self._layer)

    def _hidden_on(self, sheet: Sheet) -> frozenset[Spot]:
        """Return the tiles with stairs."""
        stairs = sheet.legend.stairs
        return frozenset([spot for spot in self._drawn if sheet.rows[spot[1]][spot[0]] in stairs])

    def _renew(
        self, marks: Sequence[Remembered], who: Entity, world: World, wording: Wording
    ) -> None:
        """Draw the marks, but keep those that are unchanged."""
        before = self._drawn if self._age == wording.age else {}
        self._age, self._marks, self._drawn = wording.age, [*marks], {}
        for one in marks:
            spot = one.x, one.y
            drawn = before.get(spot)
            if drawn is None or drawn[0] != one:
                drawn = one, _tile(one, who, world, wording)
            self._drawn[spot] = drawn


def _tile(mark: Remembered, who: Entity, world: World, wording: Wording) -> Tile:
    name = wording.one(mark.name, mark.label, who, world)
    return Tile(mark.glyph, mark.look, False, name, mark.kind)
