"""The ground: covers, fire, gas and darkness, tile by tile, on each level.

This component joins the world when something is first laid, with the other rules of this folder.
Patches are sorted by row and then by column. Covers and darkness are saved as rows of letters,
because a level has hundreds of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

import attrs

from bidden.components.movement.position import Position
from bidden.content.datafiles import ContentError
from bidden.events.combat import resistance_to
from bidden.events.effects import what_is
from bidden.events.ground import Burn, Burst, Crouch, Drift, Ignite, Lay, RiseUp, Tile, tile_order
from bidden.events.queries import WhatShows
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.drifting import spread_out
from bidden.rules.ground.kinds import GroundKind
from bidden.state import CHASM, WALL, Levels, hero_of
from eventcore import APPLY, MODIFY, Component, Entity, Fixed, World, component, handles

Form: TypeAlias = Literal["covers", "fires", "gases", "darks"]
Deed: TypeAlias = Literal["flows", "seeps", "smoulders", "wet"]
Rows: TypeAlias = list[str]

_IN_ROWS: Final = ("covers", "darks")
_BARE: Final = "."
_FIRST: Final = ord("a")


@attrs.frozen
class Patch:
    """A cover, fire, gas or darkness on a tile.

    Attributes:
        x: The column of the tile.
        y: The row of the tile.
        kind: The kind of ground. For a fire, the kind that burns.
        left: For a fire, the number of turns left; for gas, the amount.
        by: For a fire, the one who set it, or None.
    """

    x: int
    y: int
    kind: str
    left: int = 0
    by: Entity | None = None


Patches: TypeAlias = Mapping[Tile, Patch]


@component(version=2)
class Ground(Component):
    """Knows the covers, fires, gases and dark tiles of each level.

    Attributes:
        kinds: The kinds of ground, by name.
        covers: The covers of each level, from the top down. In each row, ``a`` is the first kind
            in alphabetical order, and a dot is a bare tile.
        fires: The fires of each level.
        gases: The gas of each level.
        darks: The naturally dark tiles of each level, even if something lights them, like covers.
        hidden: The hiding creatures, in the order in which they hid.
    """

    kinds: Fixed[str, GroundKind] = attrs.field(factory=Fixed)
    covers: list[Rows] = attrs.field(factory=list)
    fires: list[list[Patch]] = attrs.field(factory=list)
    gases: list[list[Patch]] = attrs.field(factory=list)
    darks: list[Rows] = attrs.field(factory=list)
    hidden: list[Entity] = attrs.field(factory=list)

    _known: dict[tuple[str, int], Patches] = attrs.field(factory=dict, init=False, repr=False)
    _acting: dict[int, dict[Deed, Patches]] = attrs.field(factory=dict, init=False, repr=False)
    _drawn: dict[int, tuple[Rows, Rows]] = attrs.field(factory=dict, init=False, repr=False)

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Write covers and darkness as rows. Older saves hold them as patches."""
        for form in _IN_ROWS:
            levels = [[Patch(p["x"], p["y"], p["kind"]) for p in level] for level in fields[form]]
            fields[form] = [_rows(level, fields["kinds"]) for level in levels]
        return fields

    def on(self, form: Form, level: int) -> Patches:
        """Return the patches of a form on a level, by tile, in order."""
        found = self._known.get((form, level))
        if found is None:
            levels: list[list[Any]] = getattr(self, form)
            there = levels[level - 1] if level <= len(levels) else []
            if form in _IN_ROWS:
                there = _patches(there, self.kinds)
            found = self._known[form, level] = {(patch.x, patch.y): patch for patch in there}
        return found

    def covers_that(self, deed: Deed, level: int) -> Patches:
        """Return the covers on a level whose kind does something, by tile, in order.

        Rules look at only these few patches each turn, and not at everything that lies there.
        """
        acting = self._acting.setdefault(level, {})
        if deed not in acting:
            covers = self.on("covers", level).items()
            acting[deed] = {tile: p for tile, p in covers if getattr(self.kinds[p.kind], deed)}
        return acting[deed]

    def kind_of(self, level: int, tile: Tile) -> GroundKind | None:
        """Return the kind of ground on a tile, or None for the bare floor."""
        covers = self._known.get(("covers", level))
        patch = (self.on("covers", level) if covers is None else covers).get(tile)
        return None if patch is None else self.kinds[patch.kind]

    @handles(WhatShows, MODIFY - 10)
    def show_what_lies_there(self, question: WhatShows, world: World) -> None:
        """Draw covers over the floor, beneath doors and stairs."""
        bare, level = question.rows, question.level
        if level not in self._drawn or self._drawn[level][0] != bare:
            rows = [[*row] for row in bare]
            for (x, y), patch in self.on("covers", level).items():
                rows[y][x] = self.kinds[patch.kind].glyph
            self._drawn[level] = bare, ["".join(row) for row in rows]
        question.rows = [*self._drawn[level][1]]

    @handles(Lay, MODIFY, via="world")
    def keep_to_the_floor(self, lay: Lay, world: World) -> None:
        """Leave out the tiles without a floor, and sort the others.

        Raises:
            ContentError: The kind of ground is unknown, or is fire, which cannot be laid.
        """
        if lay.kind and (lay.kind not in self.kinds or self.kinds[lay.kind].form == "fire"):
            raise ContentError(
                "ground.toml", lay.kind, "is unknown, or is a fire, which is lit instead"
            )
        lay.tiles = floor_among(lay.tiles, lay.level, world)

    @handles(Lay, APPLY, via="world")
    def be_covered(self, lay: Lay, world: World) -> None:
        kind = self.kinds.get(lay.kind)
        if kind is not None and kind.form == "gas":
            gases = dict(self.on("gases", lay.level))
            for tile in lay.tiles:
                there = gases.get(tile)
                before = there.left if there is not None and there.kind == lay.kind else 0
                gases[tile] = Patch(*tile, lay.kind, before + max(1, lay.amount))
            self._put("gases", lay.level, gases)
            return
        if kind is not None and kind.form == "dark":
            dark = {tile: Patch(*tile, lay.kind) for tile in lay.tiles}
            self._put("darks", lay.level, {**self.on("darks", lay.level), **dark})
            return
        covers = dict(self.on("covers", lay.level))
        for tile in lay.tiles:
            covers.pop(tile, None)
            if kind is not None:
                covers[tile] = Patch(*tile, lay.kind)
        self._put("covers", lay.level, covers)
        fires = self.on("fires", lay.level)
        if kind is not None and not kind.burns and any(tile in fires for tile in lay.tiles):
            drowned = {*lay.tiles}
            left = {tile: fire for tile, fire in fires.items() if tile not in drowned}
            self._put("fires", lay.level, left)

    @handles(Ignite, APPLY, via="world")
    def catch_fire(self, ignite: Ignite, world: World) -> None:
        """Set the tile on fire, for as long as its ground burns."""
        if ignite.kind:
            tile = ignite.x, ignite.y
            by = None if ignite.enactor is world.root else ignite.enactor
            fire = Patch(*tile, ignite.kind, self.kinds[ignite.kind].burns, by)
            self._put("fires", ignite.level, {**self.on("fires", ignite.level), tile: fire})

    @handles(Burn, APPLY, via="world")
    def spread_and_go_out(self, burn: Burn, world: World) -> None:
        """Draw to which tiles the fire spreads, tile by tile, and shorten the fires by a turn."""
        fires, covers = self.on("fires", burn.level), self.on("covers", burn.level)
        stream = world.stream("fire")
        caught: set[Tile] = set()
        for x, y in fires:
            for dx, dy in STRAIGHT:
                tile = x + dx, y + dy
                cover = covers.get(tile)
                if cover is None or tile in fires or tile in caught:
                    continue
                catches = self.kinds[cover.kind].catches
                if catches and stream.chance(catches, 100):
                    caught.add(tile)
        burn.caught = sorted(caught, key=tile_order)
        burn.out = [tile for tile, fire in fires.items() if fire.left <= 1]
        left = {
            tile: attrs.evolve(fire, left=fire.left - 1)
            for tile, fire in fires.items()
            if fire.left > 1
        }
        self._put("fires", burn.level, left)

    @handles(Burst, APPLY, via="world")
    def burst(self, burst: Burst, world: World) -> None:
        """Remove the gas."""
        gone = {*burst.tiles}
        gases = self.on("gases", burst.level)
        left = {tile: gas for tile, gas in gases.items() if tile not in gone}
        self._put("gases", burst.level, left)

    @handles(Drift, APPLY, via="world")
    def drift(self, drift: Drift, world: World) -> None:
        """Draw where gas seeps out of the ground, spread all gas evenly, and thin it out."""
        level, amounts = drift.level, dict[str, dict[Tile, int]]()
        before = self.on("gases", level)
        for tile, gas in before.items():
            amounts.setdefault(gas.kind, {})[tile] = gas.left
        for tile, cover in self.covers_that("seeps", level).items():
            kind = self.kinds[cover.kind]
            if world.stream("gas").chance(kind.seep_percent, 100):
                there = amounts.setdefault(kind.seeps, {})
                there[tile] = there.get(tile, 0) + kind.seep_amount
                drift.seeped = [*drift.seeped, tile]
        gases: dict[Tile, Patch] = {}
        for name in sorted(amounts):
            spread = spread_out(amounts[name], self.kinds[name].thins, level, world)
            for tile, amount in spread.items():
                there_is = gases.get(tile)
                if there_is is None or there_is.left < amount:  # the thicker gas stays
                    was = before.get(tile)
                    if was is None or was.left != amount or was.kind != name:
                        was = Patch(*tile, name, amount)
                    gases[tile] = was
        drift.left = sum([gas.left for gas in gases.values()])
        self._put("gases", level, gases)

    @handles(Crouch, APPLY, via="world")
    def hide(self, crouch: Crouch, world: World) -> None:
        self.hidden = [*self.hidden, crouch.enactor]

    @handles(RiseUp, APPLY, via="world")
    def hide_no_more(self, rising: RiseUp, world: World) -> None:
        self.hidden = [creature for creature in self.hidden if creature is not rising.enactor]

    def _put(self, form: Form, level: int, patches: Patches) -> None:
        levels: list[list[Any]] = getattr(self, form)
        levels = levels + [[] for _ in range(level - len(levels))]
        there = [patches[tile] for tile in sorted(patches, key=tile_order)]
        saved = _rows(there, self.kinds) if form in _IN_ROWS else there
        setattr(self, form, [*levels[: level - 1], saved, *levels[level:]])
        self._known[form, level] = {(patch.x, patch.y): patch for patch in there}
        if form == "covers":
            self._acting.pop(level, None)
            self._drawn.pop(level, None)


def _rows(patches: list[Patch], kinds: Iterable[str]) -> Rows:
    letters = {kind: chr(_FIRST + number) for number, kind in enumerate(sorted(kinds))}
    rows = [""] * (patches[-1].y + 1 if patches else 0)
    for patch in patches:
        rows[patch.y] = rows[patch.y].ljust(patch.x, _BARE) + letters[patch.kind]
    return rows


def _patches(rows: Rows, kinds: Iterable[str]) -> list[Patch]:
    names = sorted(kinds)
    signs = [(x, y, sign) for y, row in enumerate(rows) for x, sign in enumerate(row)]
    return [Patch(x, y, names[ord(sign) - _FIRST]) for x, y, sign in signs if sign != _BARE]


def floor_among(tiles: Iterable[Tile], level: int, world: World) -> list[Tile]:
    """Return the tiles on which something can lie, in order."""
    rows = world.root[Levels].at(level).rows
    floor = {
        (x, y)
        for x, y in tiles
        if 0 <= y < len(rows) and 0 <= x < len(rows[y]) and rows[y][x] not in (WALL, CHASM)
    }
    return sorted(floor, key=tile_order)


def here_and_now(world: World) -> int:
    """Return the level where time passes: the player's, or the first."""
    hero = hero_of(world)
    return 1 if hero is None or Position not in hero else hero[Position].level


def resists(who: Entity, kind: str, world: World) -> bool:
    """Return whether a creature is immune to a kind of harm."""
    return what_is(world, who, resistance_to(kind)) >= 100


def by_tile(things: list[Entity]) -> list[tuple[Tile, Entity]]:
    """Return things with their tiles, sorted by tile and then by id."""
    placed = [(thing[Position].tile, thing) for thing in things]
    return sorted(placed, key=lambda pair: (*tile_order(pair[0]), pair[1].id))
