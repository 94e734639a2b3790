"""Fire: how it burns tiles, doors, items and creatures, and ignites gas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from bidden.components.body.health import Health
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.events.combat import TakeDamage
from bidden.events.ground import (
    Burn,
    BurnDown,
    Burst,
    Danger,
    Ignite,
    Lay,
    Tile,
    WhatHarms,
    tile_order,
)
from bidden.events.movement import Arrive, Move
from bidden.events.queries import WhatIsAmong
from bidden.events.things import UseUp
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.ground import Ground, Patches, by_tile, here_and_now, resists
from bidden.rules.ground.kinds import FIRE, GroundKind
from bidden.state import name_of
from eventcore import MODIFY, REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import Tick

_HARM: Final = "fire"


@component
class Fire(Component):
    """Lets fires burn on, turn by turn, on the player's level."""

    _flames: tuple[object, list[Danger]] = attrs.field(default=(None, []), init=False, repr=False)

    # After bodies have lived, at REACT - 10, and before water and gas.
    @handles(Tick, REACT - 8, via="world")
    def burn_for_a_turn(self, tick: Tick, world: World) -> None:
        ground = world.root[Ground]
        if not any(ground.fires):  # the usual case
            return
        level = here_and_now(world)
        if ground.on("fires", level):
            world.publish(Burn(world.root, level))

    @handles(Ignite, VALIDATE, via="world")
    def refuse_where_nothing_burns(self, ignite: Ignite, world: World) -> None:
        """Store what burns on the tile. Fail if it burns already, or cannot burn."""
        level, tile = ignite.level, (ignite.x, ignite.y)
        if not can_burn(level, tile, world):
            ignite.fail("nothing burns")
            return
        cover = world.root[Ground].kind_of(level, tile)
        if cover is not None and cover.burns:
            ignite.kind = world.root[Ground].on("covers", level)[tile].kind

    @handles(Ignite, REACT - 4, via="world")
    def burst_in_the_flame(self, ignite: Ignite, world: World) -> None:
        """Burst the explosive gas on the tile, with the whole connected cloud."""
        tile = ignite.x, ignite.y
        burst_at(ignite.enactor, ignite.level, tile, world)

    @handles(Ignite, REACT - 3, via="world")
    def burn_what_lies_there(self, ignite: Ignite, world: World) -> None:
        tile, kinds = (ignite.x, ignite.y), world.root[Ground].kinds
        for thing in [*things_that_burn([tile], ignite.level, kinds, world)]:
            world.publish(UseUp(ignite.enactor, thing, whole=True))

    @handles(Burn, RESOLVE, via="world")
    def burn_who_stands_there(self, burn: Burn, world: World) -> None:
        """Damage the creatures on burning tiles, tile by tile, and credit the fire's source."""
        ground = world.root[Ground]
        fires = ground.on("fires", burn.level)
        question = WhatIsAmong(world.root, frozenset(fires), burn.level)
        for tile, who in by_tile(world.ask(question).found):
            if Health in who and who.alive:
                fire = fires[tile]
                harm = ground.kinds[fire.kind].harm
                by = world.root if fire.by is None else fire.by
                world.publish(TakeDamage(by, who, harm, source=_HARM, kind=_HARM))

    @handles(Burn, REACT - 4, via="world")
    def leap_and_leave_ash(self, burn: Burn, world: World) -> None:
        """Set the tiles on fire to which the fire spread, and leave ash where it went out."""
        ground, level = world.root[Ground], burn.level
        for x, y in burn.caught:
            beside = [(x + dx, y + dy) for dx, dy in STRAIGHT]
            fires = ground.on("fires", level)
            by = next((fires[near].by for near in beside if near in fires), None)
            world.publish(Ignite(world.root if by is None else by, level, x, y))
        left: dict[str, list[Tile]] = {}
        for tile in burn.out:
            cover = ground.kind_of(level, tile)
            left.setdefault("" if cover is None else cover.leaves, []).append(tile)
        for kind, tiles in left.items():
            world.publish(Lay(world.root, level, kind, tiles))

    # Once the gas is gone, at APPLY, because burning creatures ignite their tiles.
    @handles(Burst, REACT - 6, via="world")
    def burn_all_in_the_flash(self, burst: Burst, world: World) -> None:
        """Damage the creatures in the gas, tile by tile."""
        harm = world.root[Ground].kinds[burst.kind].harm
        question = WhatIsAmong(world.root, frozenset(burst.tiles), burst.level)
        for _, who in by_tile(world.ask(question).found):
            if Health in who and who.alive:
                damage = TakeDamage(burst.enactor, who, harm, source=burst.kind, kind=_HARM)
                world.publish(damage)

    @handles(Burst, REACT - 4, via="world")
    def set_alight_what_is_below(self, burst: Burst, world: World) -> None:
        for tile in burst.tiles:
            if can_burn(burst.level, tile, world):
                world.publish(Ignite(burst.enactor, burst.level, *tile))

    # After chasms, at REACT - 5.
    @handles(Move, REACT - 3, via="world")
    @handles(Arrive, REACT - 3, via="world")
    def burn_who_comes_into_it(self, coming: Move | Arrive, world: World) -> None:
        """Damage a creature that came into fire, after all other consequences of that."""
        who = coming.enactor
        place, ground = who[Position], world.root[Ground]
        fire = ground.on("fires", place.level).get(place.tile)
        if fire is not None and Health in who:
            by = world.root if fire.by is None else fire.by
            harm = ground.kinds[fire.kind].harm
            world.defer(TakeDamage(by, who, harm, source=_HARM, kind=_HARM))

    @handles(WhatHarms, MODIFY + 10, via="world")
    def tell_where_it_burns(self, question: WhatHarms, world: World) -> None:
        """Add the burning tiles, for creatures that fire harms."""
        ground = world.root[Ground]
        fires = ground.on("fires", question.level)
        if not fires or resists(question.enactor, _HARM, world):
            return
        if self._flames[0] is not fires:
            found: dict[str, list[Tile]] = {}
            for tile, fire in fires.items():
                found.setdefault(fire.kind, []).append(tile)
            dangers = [
                Danger(_HARM, _HARM, ground.kinds[kind].harm, frozenset(tiles))
                for kind, tiles in found.items()
            ]
            self._flames = fires, dangers
        question.found += self._flames[1]


def can_burn(level: int, tile: Tile, world: World) -> bool:
    """Return whether anything on a tile would catch fire: ground, gas or items."""
    return bool(what_can_burn(level, [tile], world))


def what_can_burn(level: int, tiles: Iterable[Tile], world: World) -> frozenset[Tile]:
    """Return the tiles on which anything would catch fire, with one query for all of them."""
    ground = world.root[Ground]
    covers, kinds = ground.on("covers", level), ground.kinds
    fires, gases = ground.on("fires", level), ground.on("gases", level)
    found, bare = set[Tile](), list[Tile]()
    for tile in tiles:
        if tile in fires:
            continue
        patch, gas = covers.get(tile), gases.get(tile)
        if patch is None and gas is None:  # the usual case
            bare.append(tile)
            continue
        cover = None if patch is None else kinds[patch.kind]
        above = None if gas is None else kinds[gas.kind]
        if catches_fire(cover, above, iter(())):
            found.add(tile)
        elif cover is None or not (cover.burns or cover.wet):
            bare.append(tile)
    for thing in things_that_burn(bare, level, ground.kinds, world) if bare else ():
        found.add(thing[Position].tile)
    return frozenset(found)


def catches_fire(
    cover: GroundKind | None, gas: GroundKind | None, things: Iterator[Entity]
) -> bool:
    """Return whether a tile with this cover and gas, or else with these items, catches fire."""
    if gas is not None and gas.bursts:
        return True
    if cover is not None and (cover.burns or cover.wet):
        return cover.burns > 0
    return next(things, None) is not None


def burst_at(who: Entity, level: int, tile: Tile, world: World) -> None:
    """Burst the gas above a tile if it is explosive, with the whole connected cloud."""
    ground = world.root[Ground]
    gases = ground.on("gases", level)
    cloud = cloud_at(tile, gases, ground.kinds)
    if cloud:
        world.publish(Burst(who, level, gases[tile].kind, cloud))


def cloud_at(tile: Tile, gases: Patches, kinds: Mapping[str, GroundKind]) -> list[Tile]:
    """Return the connected tiles of explosive gas around a tile, in order."""
    gas = gases.get(tile)
    if gas is None or not kinds[gas.kind].bursts:
        return []
    found, front = {tile}, [tile]
    while front:
        x, y = front.pop()
        for dx, dy in STRAIGHT:
            beside = x + dx, y + dy
            if beside in gases and beside not in found and gases[beside].kind == gas.kind:
                found.add(beside)
                front.append(beside)
    return sorted(found, key=tile_order)


def things_that_burn(
    tiles: Iterable[Tile], level: int, kinds: Mapping[str, GroundKind], world: World
) -> Iterator[Entity]:
    """Yield the items on tiles that fire burns up, in order of id."""
    fire = kinds.get(FIRE)
    for thing in world.ask(WhatIsAmong(world.root, frozenset(tiles), level)).found:
        if fire is not None and Health not in thing and name_of(thing) in fire.consumes:
            yield thing


@component
class Doors(Component):
    """Lets doors burn down."""

    # Before ash is left where the fire went out, at REACT - 4.
    @handles(Burn, REACT - 5, via="world")
    def fall_to_ash(self, burn: Burn, world: World) -> None:
        question = WhatIsAmong(world.root, frozenset(burn.out), burn.level)
        for (x, y), door in by_tile(world.ask(question).found) if burn.out else ():
            if Door in door:
                world.publish(BurnDown(burn.enactor, door, burn.level, x, y))

    @handles(BurnDown, RESOLVE, via="world")
    def be_no_more(self, burning: BurnDown, world: World) -> None:
        world.publish(UseUp(burning.enactor, burning.door))
