"""Forecast where something that is let out lies, drifts and burns.

This rule answers one query. It draws nothing and changes nothing. Breaking items let out exactly
what their table says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeVar

import attrs

from bidden.components.body.health import Health
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.events.effects import CanAffect
from bidden.events.ground import Known, Spread, Tile, WhatSpreads, tile_order
from bidden.events.queries import WhatIsAmong, WhatIsInTheWay, WhatIsInView
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.drifting import spread_out
from bidden.rules.ground.fire import catches_fire, cloud_at, things_that_burn
from bidden.rules.ground.ground import Ground, Patches, by_tile, floor_among, resists
from bidden.rules.ground.kinds import FIRE, GroundKind
from eventcore import MODIFY, Component, Entity, World, component, handles

T = TypeVar("T")

_POISON: Final = "poison"
_SURE: Final = 100
_NOTHING: Final[Patches] = {}
_LINGERS: Final = 50
"""The maximum number of turns for which gas is followed."""


@component
class Spreading(Component):
    """Forecasts the spread of anything that is let out or set on fire."""

    _kinds: Mapping[str, GroundKind] = attrs.field(factory=dict, init=False, repr=False)

    def made_of(self, kinds: Mapping[str, GroundKind]) -> None:
        """Set the kinds of ground, for worlds in which nothing lies on the ground yet."""
        self._kinds = kinds

    # After the thing that comes down has added its contents.
    @handles(WhatSpreads, MODIFY, via="world")
    def tell_where_it_comes_to_lie(self, question: WhatSpreads, world: World) -> None:
        """Answer where it lies or hangs at once, and which sparks find something burnable."""
        after = _After.of(question, self._kinds, world)
        spot = question.x, question.y, question.radius, question.level
        if question.pours:
            tiles = world.ask(WhatIsInView(world.root, *spot)).tiles
            question.laid = _known_floor(tiles, question, world)
            after = _After.of(question, self._kinds, world)
        question.lit = sorted({t for t in question.sparks if after.catches(t)}, key=tile_order)

    @handles(WhatSpreads, MODIFY + 10, via="world")
    def tell_where_it_goes(self, question: WhatSpreads, world: World) -> None:
        """Answer where gas drifts, and what burns."""
        after = _After.of(question, self._kinds, world)
        kind = after.kinds.get(question.pours)
        if kind is not None and kind.form == "gas":
            tiles = tuple(sorted(after.cloud(question), key=tile_order))
            harm = _POISON if kind.breathed else ""
            question.found.append(Spread(question.pours, tiles, harm, kind.breathed, kind.effect))
        elif question.laid:
            question.found.append(Spread(question.pours, tuple(question.laid)))
        question.found += after.flames(question.lit, question.laid)


@attrs.frozen
class _After:
    """The ground of a level after something has been let out, as far as an observer knows it."""

    world: World
    level: int
    kinds: Mapping[str, GroundKind]
    covers: Mapping[Tile, str]
    fires: Patches
    gases: Patches
    known: Known | None = None

    @classmethod
    def of(cls, question: WhatSpreads, kinds: Mapping[str, GroundKind], world: World) -> _After:
        """Lay what the query lets out over the present ground."""
        ground, level = world.root.get(Ground), question.level
        kind, known = kinds.get(question.pours), question.known
        covers, fires, gases = {}, _NOTHING, _NOTHING
        if ground is not None:
            covers = {tile: patch.kind for tile, patch in ground.on("covers", level).items()}
            fires, gases = ground.on("fires", level), ground.on("gases", level)
        if known is not None:
            covers = _seen(covers, known) | dict(_remembered(known, kinds))
            fires, gases = _seen(fires, known), _seen(gases, known)
        if kind is not None and kind.form == "cover":
            covers |= dict.fromkeys(question.laid, question.pours)
        return cls(world, level, kinds, covers, fires, gases, known)

    def catches(self, tile: Tile, *, burst: bool = False) -> bool:
        """Return whether a tile catches fire; with ``burst``, once the gas is gone."""
        gas = None if burst else self.gases.get(tile)
        above = None if gas is None else self.kinds[gas.kind]
        things = self._things_that_burn([tile])
        return tile not in self.fires and catches_fire(self._cover(tile), above, things)

    def cloud(self, question: WhatSpreads) -> set[Tile]:
        """Return all tiles to which the gas comes before it thins out, without other gas."""
        kind = self.kinds[question.pours]
        there = {tile: gas.left for tile, gas in self.gases.items() if gas.kind == question.pours}
        amounts = {tile: there.get(tile, 0) + max(1, question.amount) for tile in question.laid}
        found: set[Tile] = set()
        for _ in range(_LINGERS):
            found |= amounts.keys()
            amounts = spread_out(amounts, kind.thins, self.level, self.world, self.known)
            if not amounts:
                break
        return found

    def flames(self, lit: Iterable[Tile], laid: Iterable[Tile]) -> Iterator[Spread]:
        """Yield what bursts and burns, from the lit tiles and from fires beside the laid tiles."""
        sure = [*lit, *(tile for tile in laid if self._odds_beside_fire(tile) == _SURE)]
        met = [tile for tile in laid if 0 < self._odds_beside_fire(tile) < _SURE]
        touched, alight, flash = self._all_that_burns(sure)
        if flash:
            kind = self.gases[flash[0]].kind
            yield Spread(kind, tuple(flash), FIRE, self.kinds[kind].harm, flash=True)
        perhaps = [tile for tile in self._leaps([*alight, *met], 1) if tile not in alight]
        burnt = tuple(self._burnt(touched, alight))
        if alight or burnt:
            harm = max((self._harm(tile) for tile in alight), default=0)
            yield Spread(FIRE, tuple(alight), FIRE, harm, perhaps=tuple(perhaps), burnt=burnt)

    def _all_that_burns(self, lit: Iterable[Tile]) -> tuple[list[Tile], list[Tile], list[Tile]]:
        """Return the tiles that catch fire, those that keep burning, and those that flash."""
        touched, flash = dict.fromkeys(lit), dict[Tile, None]()
        for tile in (front := [*touched]):
            for flashing in [*cloud_at(tile, self.gases, self.kinds)] if tile not in flash else ():
                flash[flashing] = None
                if flashing not in touched and self.catches(flashing, burst=True):
                    touched[flashing] = None
                    front.append(flashing)
            for beside in self._leaps([tile], _SURE) if self._burns(tile) else ():
                if beside not in touched:
                    touched[beside] = None
                    front.append(beside)
        alight = [tile for tile in touched if self._burns(tile)]
        return (
            sorted(touched, key=tile_order),
            sorted(alight, key=tile_order),
            sorted(flash, key=tile_order),
        )

    def _leaps(self, alight: Iterable[Tile], odds: int) -> list[Tile]:
        """Return all tiles to which fire spreads, tile by tile, with at least the given odds."""
        found = dict.fromkeys(tile for tile in alight if self._burns(tile))
        for x, y in (front := [*found]):
            for dx, dy in STRAIGHT:
                beside = x + dx, y + dy
                cover = self._cover(beside)
                catches = 0 if cover is None or beside in self.fires else cover.catches
                if catches >= odds and beside not in found:
                    found[beside] = None
                    front.append(beside)
        return sorted(found, key=tile_order)

    def _odds_beside_fire(self, tile: Tile) -> int:
        """Return the chance in percent that existing fires spread to a tile."""
        cover = self._cover(tile)
        beside = [(tile[0] + dx, tile[1] + dy) for dx, dy in STRAIGHT]
        reached = tile not in self.fires and any(near in self.fires for near in beside)
        return cover.catches if cover is not None and reached else 0

    def _burnt(self, touched: list[Tile], alight: list[Tile]) -> Iterator[Entity]:
        yield from self._things_that_burn(touched)
        question = WhatIsAmong(self.world.root, frozenset(self._in_view(alight)), self.level)
        for thing in self.world.ask(question).found if alight else ():
            if Door in thing:
                yield thing

    def _things_that_burn(self, tiles: Iterable[Tile]) -> Iterator[Entity]:
        there = self._in_view(tiles)
        return things_that_burn(there, self.level, self.kinds, self.world)

    def _in_view(self, tiles: Iterable[Tile]) -> list[Tile]:
        return [tile for tile in tiles if self.known is None or tile in self.known.in_view]

    def _cover(self, tile: Tile) -> GroundKind | None:
        name = self.covers.get(tile)
        return None if name is None else self.kinds[name]

    def _burns(self, tile: Tile) -> bool:
        cover = self._cover(tile)
        return cover is not None and cover.burns > 0

    def _harm(self, tile: Tile) -> int:
        cover = self._cover(tile)
        return cover.harm if cover is not None and cover.burns else 0


def _known_floor(tiles: frozenset[Tile], question: WhatSpreads, world: World) -> list[Tile]:
    """Return the tiles that have a floor, as far as known.

    Out of view, only the tile on which it lands counts.
    """
    known, there = question.known, (question.x, question.y)
    if known is None:
        return floor_among(tiles, question.level, world)
    floor = floor_among(tiles & known.in_view, question.level, world)
    return floor if there in known.in_view else sorted([*floor, there], key=tile_order)


def _seen(there: Mapping[Tile, T], known: Known) -> dict[Tile, T]:
    return {tile: value for tile, value in there.items() if tile in known.in_view}


def _remembered(known: Known, kinds: Mapping[str, GroundKind]) -> Iterator[tuple[Tile, str]]:
    names = {kind.glyph: name for name, kind in kinds.items() if kind.form == "cover"}
    for tile, glyph in known.remembered.items():
        if glyph in names:
            yield tile, names[glyph]


def whom_it_reaches(spread: Spread, level: int, world: World) -> list[tuple[Tile, Entity, bool]]:
    """Return the creatures in the spread, by tile, and whether it affects them."""
    question = WhatIsAmong(world.root, frozenset(spread.tiles), level)
    return [
        (tile, who, _does_anything(spread, who, world))
        for tile, who in by_tile(world.ask(question).found)
        if Health in who and Position in who
    ]


@attrs.frozen
class Toll:
    """The creatures that the contents of a thrown item would harm.

    Attributes:
        harmed: Creatures that it surely reaches and that nothing of the kind harms already.
        endangered: Creatures that it may reach and that are not immune to it.
    """

    harmed: tuple[Entity, ...] = ()
    endangered: tuple[Entity, ...] = ()


def toll_of(who: Entity, item: Entity, tile: Tile, world: World) -> Toll:
    """Return the creatures that an item's contents would harm if it is thrown at a tile."""
    here, ground = who[Position], world.root.get(Ground)
    way = WhatIsInTheWay(world.root, here.x, here.y, *tile, here.level)
    lands = world.ask(way)
    there = world.ask(WhatSpreads(who, item, here.level, lands.end_x, lands.end_y))
    gases = _NOTHING if ground is None else ground.on("gases", here.level)
    harmed, endangered = list[Entity](), list[Entity]()
    for spread in there.found:
        for on, creature, does in whom_it_reaches(spread, here.level, world):
            gas = gases.get(on)
            if does and not (gas is not None and gas.kind == spread.kind and not spread.flash):
                harmed.append(creature)
        farther = attrs.evolve(spread, tiles=spread.perhaps)
        for _, creature, does in (
            whom_it_reaches(farther, here.level, world) if spread.perhaps else ()
        ):
            endangered += [creature] if does else []
    return Toll(tuple(dict.fromkeys(harmed)), tuple(dict.fromkeys(endangered)))


def _does_anything(spread: Spread, who: Entity, world: World) -> bool:
    if spread.strength and not resists(who, spread.harm, world):
        return True
    return bool(spread.effect) and world.ask(CanAffect(who, spread.effect)).would
