"""Forecasts of boons, from the user's knowledge.

A preview ends before random draws, but powers act after them. So this module collects the events
that a power would publish and the creatures it would move. It ignores unnoticed creatures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import Final

import attrs

from bidden.components.combat.blows import Ambush
from bidden.components.knowledge.memory import UNKNOWN, Memory
from bidden.components.movement.collision import Collision, Rooted
from bidden.components.movement.door import Door, is_hidden_door, is_shut_door
from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.events.body import Heal
from bidden.events.boons import UseBoon
from bidden.events.combat import Attack, Hit, TakeDamage
from bidden.events.effects import Affect, Stumble, what_is
from bidden.events.ground import Danger, Tile
from bidden.events.minds import Sleeps
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import AROUND
from bidden.perception.cards.harms import strength_of
from bidden.perception.foretold.forecast import ShiftForecast, in_person
from bidden.perception.senses.sight import in_view_of, sees
from bidden.perception.senses.threats import known_trap_at
from bidden.rules.boons.having import HavingBoons
from bidden.rules.ground.dangers import danger_of
from bidden.state import Fighter, Flying, Gate, Levels, OneWay, Stair, name_of, the_thing
from bidden.text import numbered
from bidden.words import phrase
from eventcore import Entity, Event, World

IN_VAIN: Final = frozenset({"nobody there", "beside", "occupied", "wall", "no wall"})
"""Refusals that depend on what the player knows, so that a preview must not reveal them."""

_FALL: Final = "a fall"
_FIRE: Final = "fire"


@attrs.define
class Outlook:
    """The forecast of a boon.

    Attributes:
        refusal: The reason code if the boon would be refused, else empty.
        does: The events that it would publish, in order.
        lands: The damage that the ground does to moved creatures.
        shifts: The creatures that it would move.
        tiles: The tiles that it would reach or lead through.
        alight: The tiles that it would set on fire.
        fuel: The table of the fuel that it leaves there.
        trap: The known trap that would spring.
        unsure: The part that the player cannot know.
        struck: The creature that must live for each of the events.
    """

    refusal: str = ""
    does: list[Event] = attrs.Factory(list)
    lands: list[Event] = attrs.Factory(list)
    shifts: list[ShiftForecast] = attrs.Factory(list)
    tiles: list[Tile] = attrs.Factory(list)
    alight: list[Tile] = attrs.Factory(list)
    fuel: str = ""
    trap: str = ""
    unsure: str = ""
    struck: Entity | None = None


def outlook_of(use: UseBoon, player: Entity, world: World) -> Outlook:
    """Forecast a boon. ``use`` is the event after its preview, with the boon and its warp."""
    using = _Using(use, player, world)
    power = _POWERS.get(use.boon)
    if power is None:  # the boon of a mod
        return Outlook(unsure=phrase("forecast_boon", "unknown"))
    power(using)
    return using.outlook


class _Using:
    """A use of a boon, its user's knowledge of the tiles ahead, and the forecast up to now."""

    def __init__(self, use: UseBoon, player: Entity, world: World) -> None:
        self.way, self.warp = (use.dx, use.dy), use.warp
        self.kind = world.root[HavingBoons].kinds[use.boon]
        self.player, self.world = player, world
        self.outlook = Outlook()
        self.here: Tile = (player[Position].x, player[Position].y)
        self.level = player[Position].level
        self.ground = world.root[Levels].at(self.level)
        self.view = in_view_of(player, world)
        self._feels = what_is(world, player, "detection") > 0
        self.now: dict[Entity, Tile] = {}  # the new tiles of moved creatures

    def ahead(self, n: int, start: Tile | None = None) -> Tile:
        """Return the tile ``n`` tiles ahead."""
        x, y = start or self.here
        return x + n * self.way[0], y + n * self.way[1]

    def knows(self, tile: Tile) -> bool:
        """Return whether the ground of a tile is seen or remembered, or a creature seen on it."""
        if tile in self.view or self.who(tile) is not None:
            return True
        memory, (x, y) = self.player.get(Memory), tile
        rows = () if memory is None else memory.rows
        return 0 <= y < len(rows) and rows[y][x : x + 1] not in ("", UNKNOWN)

    def things(self, tile: Tile) -> Iterator[Entity]:
        """Yield the things that the user expects on a tile."""
        for thing in self.world.ask(WhatIsAt(self.world.root, *tile, self.level)).found:
            if thing not in self.now and (Fighter not in thing or self._notices(thing)):
                yield thing
        yield from (thing for thing, now in self.now.items() if now == tile)

    def who(self, tile: Tile) -> Entity | None:
        """Return the creature that the user expects on a tile, or None."""
        return next((thing for thing in self.things(tile) if Fighter in thing), None)

    def looks_walled(self, tile: Tile) -> bool:
        """Return whether a tile looks like a wall. A secret door does."""
        return self.ground.is_wall(*tile) or any(map(is_hidden_door, self.things(tile)))

    def is_shut(self, tile: Tile) -> bool:
        """Return whether a tile has a wall or a shut door."""
        return self.ground.is_wall(*tile) or any(map(is_shut_door, self.things(tile)))

    def in_reach(self) -> list[Tile]:
        """Return the known tiles in reach of the boon, before a wall or a shut door."""
        tiles = map(self.ahead, range(1, self.kind.reach + 1))
        return [*takewhile(lambda tile: self.knows(tile) and not self.is_shut(tile), tiles)]

    def is_free(self, tile: Tile) -> bool:
        """Return whether a creature could enter a tile."""
        if self.ground.is_wall(*tile) or self.ground.is_chasm(*tile):
            return False
        solid = Collision, Door, OneWay, Stair
        return all(cls not in thing for thing in self.things(tile) for cls in solid)

    def move(self, who: Entity, way: list[Tile], key: str, other: str = "") -> None:
        """Move a creature, and add the consequences. ``key`` is that of the phrase for it."""
        self.now[who], you = way[-1], who is self.player
        tiles = numbered("tile", len(way))
        if you and self.outlook.unsure:
            tiles = phrase("forecast_boon", "at least", tiles=tiles)
        does = phrase("forecast_moves", key, tiles=tiles, name=other)
        for danger in self._dangers(who, way[-1:]):
            falls = danger.name == _FALL
            does += " " + phrase("forecast", "falls" if falls else "into", what=danger.name)
            self._harm(who, danger)
        name = "you" if you else the_thing(name_of(who))
        self.outlook.shifts.append(ShiftForecast(name, in_person(does, you=you), tuple(way)))

    def singe(self, who: Entity, way: list[Tile]) -> None:
        """Add fire damage to a creature that moves through fire."""
        for danger in self._dangers(who, way):
            if danger.kind == _FIRE:
                self._harm(who, danger)

    def _dangers(self, who: Entity, way: list[Tile]) -> Iterator[Danger]:
        dangers = (danger_of(who, tile, self.world) for tile in way if tile in self.view)
        yield from (danger for danger in dangers if danger is not None)

    def _harm(self, who: Entity, danger: Danger) -> None:
        harm = TakeDamage(self.player, who, danger.strength, source=danger.name, kind=danger.kind)
        self.outlook.lands.append(harm)

    def slide(self, who: Entity, way: Tile, most: int) -> list[Tile]:
        """Return the tiles over which a creature would be pushed; empty if it is rooted."""
        found, tile = list[Tile](), self.now.get(who, (who[Position].x, who[Position].y))
        for _ in range(0 if Rooted in who else most):
            tile = tile[0] + way[0], tile[1] + way[1]
            if not self.knows(tile):
                self.outlook.unsure = phrase("forecast_boon", "beyond")
                break
            if self.ground.is_wall(*tile) or any(map(_bars, self.things(tile))):
                break
            found.append(tile)
            if self.ground.is_chasm(*tile):
                break
        return found

    def burn(self, tiles: list[Tile]) -> None:
        """Set tiles on fire if the warp does so and no walls are known there."""
        if self.warp == "ember":
            known = filter(self.knows, tiles)
            self.outlook.alight = [tile for tile in known if not self.looks_walled(tile)]
            self.outlook.fuel = self.kind.ember.ground

    def afflict(self, who: Entity) -> None:
        """Add the effect of the warp on a creature."""
        warped = self.kind.warped(self.warp)
        if warped is not None and warped.effect:
            self.outlook.does.append(Affect(self.player, who, warped.effect, warped.turns))

    def _notices(self, who: Entity) -> bool:
        noticed = who is self.player or self._feels or sees(self.player, who, self.world)
        return noticed and not is_disguised(who)


def _strike(using: _Using) -> None:
    """Strike and throw the creature on the next tile, with the effect of the warp."""
    outlook, player = using.outlook, using.player
    target = next(filter(None, map(using.who, using.in_reach())), None)
    if target is None:
        outlook.refusal = "nobody there"
        return
    outlook.struck = target
    for n in range(using.kind.blows):
        outlook.does += _blow(player, target, using.world, again=n > 0)
    thrown = using.slide(target, using.way, using.kind.throws)
    if thrown:
        using.move(target, thrown, "knocked back")
    if using.warp == "hollow":
        warp = using.kind.hollow
        drain = TakeDamage(player, target, warp.drains, sure=True, source=warp.name, kind="magic")
        outlook.does += [drain, Heal(player, player, warp.drains, source=warp.name)]
    using.afflict(target)
    place = target[Position]
    using.burn(thrown[-1:] or [(place.x, place.y)])


def _blow(player: Entity, target: Entity, world: World, *, again: bool) -> list[Event]:
    """Return the events of a blow. A sleeping target is awake at the second blow."""
    sneaks = any(Ambush in item for item in player.owned)
    if not (again and sneaks and world.ask(Sleeps(target)).asleep):
        return [Attack(player, target)]
    strength = strength_of(player, target, world, most=False, sleeps=False)
    return [TakeDamage(player, target, max(1, strength)), Hit(player, target, 0)]


def _lash(using: _Using) -> None:
    """Pull the first creature ahead close. Warped, burn the line or swap places."""
    outlook = using.outlook
    tiles = using.in_reach()
    if using.warp == "ember":
        outlook.refusal = "" if tiles else "wall"
        outlook.tiles = tiles
        for who in filter(None, map(using.who, tiles)):
            using.afflict(who)
        using.burn(tiles)
        return
    target = next(filter(None, map(using.who, tiles)), None)
    if target is None:
        outlook.refusal = "nobody there"
        return
    far = using.player[Position].distance(target[Position]) or 1
    outlook.tiles = tiles[:far]
    if Rooted in target or (far == 1 and not using.warp):
        outlook.refusal = "beside"
    elif using.warp:
        there = target[Position]
        using.move(using.player, [(there.x, there.y)], "swap", the_thing(name_of(target)))
        using.move(target, [using.here], "comes")  # told only with where it comes into
    else:
        back = -using.way[0], -using.way[1]
        pulled = using.slide(target, back, far - 1)
        if pulled:
            using.move(target, pulled, "pulled")


def _ward(using: _Using) -> None:
    effect, turns = using.kind.effect_of(using.warp)
    using.outlook.does.append(Affect(using.player, using.player, effect, turns))


def _leap(using: _Using) -> None:
    outlook, way = using.outlook, list[Tile]()
    for n in range(1, using.kind.reach + 1):
        tile = using.ahead(n)
        if not using.knows(tile):
            outlook.unsure = phrase("forecast_boon", "beyond")
            break
        if using.looks_walled(tile):
            break
        if n > 1 and using.is_free(tile):
            way = [using.ahead(by) for by in range(1, n + 1)]
    if not way:
        outlook.refusal = "" if outlook.unsure else "occupied"
        return
    using.move(using.player, way, "land")
    around = [(way[-1][0] + dx, way[-1][1] + dy) for dx, dy in AROUND]
    for other, away in [*zip(map(using.who, around), AROUND, strict=True)]:
        pushed = [] if other is None else using.slide(other, away, 1)
        if other is not None and pushed:
            using.move(other, pushed, "jolted")
    using.burn(around)


def _pass(using: _Using) -> None:
    outlook, tiles = using.outlook, [*map(using.ahead, range(1, using.kind.reach + 1))]
    wall = [*takewhile(lambda tile: using.knows(tile) and using.looks_walled(tile), tiles)]
    way = [*wall, using.ahead(len(wall) + 1)]
    if not wall:
        outlook.refusal = "no wall"
    elif not using.knows(way[-1]):
        outlook.unsure = phrase("forecast_boon", "behind wall")
    elif not using.is_free(way[-1]):
        outlook.refusal = "wall"
    else:
        using.move(using.player, way, "come out")


def _rush(using: _Using) -> None:
    outlook, player = using.outlook, using.player
    first, second = using.ahead(1), using.ahead(2)
    met = using.who(first)
    if using.is_shut(first):
        outlook.refusal = "wall"
        return
    if met is not None and (
        Rooted in met or using.is_shut(second) or using.who(second) is not None
    ):
        outlook.refusal = "occupied"
        return
    step = using.world.preview(Move(player, *using.way)).event
    if isinstance(step.replacement, Stumble):
        outlook.unsure = phrase("forecast_boon", "stumble")
        return
    caught = step.failed and step.reason == "web"
    way, carried, pushed = _run(using, 0 if caught else using.kind.reach)
    if carried is not None and pushed:
        using.move(carried, pushed, "pushed")
    if not way:
        outlook.unsure = phrase("forecast_boon", "stuck")
        return
    crossed = [thing for tile in way for thing in using.things(tile) if Stair in thing]
    using.move(player, way, _running(crossed, using.level))
    using.singe(player, way[:-1])
    if carried is not None:
        using.singe(carried, pushed[:-1])
    traps = [known_trap_at(tile, player, using.world) for tile in way]
    outlook.trap = "" if Flying in player else next(filter(None, traps), "")
    using.burn([using.here, *way[:-1]])


def _running(stairs: list[Entity], level: int) -> str:
    """Return the key of the phrase for a run that may cross stairs or a gate."""
    if not stairs:
        return "run"
    up = stairs[0][Stair].to < level
    return "run through gate" if Gate in stairs[0] else "run up" if up else "run down"


def _run(using: _Using, most: int) -> tuple[list[Tile], Entity | None, list[Tile]]:
    """Return the runner's tiles, the creature pushed along, and that creature's tiles."""
    way, carried, pushed = list[Tile](), None, list[Tile]()
    for tile in map(using.ahead, range(1, most + 1)):
        if not using.knows(tile):
            using.outlook.unsure = phrase("forecast_boon", "beyond")
            break
        if using.is_shut(tile):
            break
        other = using.who(tile)
        if other is not None:
            if carried not in (None, other) or _hangs(using, other, tile):
                break
            on = using.slide(other, using.way, 1)
            if not on:
                if using.outlook.unsure:
                    name = the_thing(name_of(other))
                    using.outlook.unsure = phrase("forecast_boon", "behind", name=name)
                break
            carried = other
            pushed += on
            using.now[other] = on[0]
        elif any(_stops(thing, using.way) for thing in using.things(tile)):
            break
        way.append(tile)
        if _hangs(using, using.player, tile):
            break
    return way, carried, pushed


def _hangs(using: _Using, who: Entity, tile: Tile) -> bool:
    return Flying not in who and using.ground.is_chasm(*tile)


def _bars(thing: Entity) -> bool:
    return Collision in thing or OneWay in thing or is_shut_door(thing)


def _stops(thing: Entity, way: Tile) -> bool:
    passage = thing.get(OneWay)
    return Collision in thing or (passage is not None and not passage.admits(*way))


_POWERS: Final[Mapping[str, Callable[[_Using], None]]] = MappingProxyType(
    {"strike": _strike, "lash": _lash, "ward": _ward, "leap": _leap, "pass": _pass, "rush": _rush}
)
