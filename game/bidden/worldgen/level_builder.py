"""Digging: how a level comes to be in a world, from its ground to who lives there."""

from __future__ import annotations

import attrs

from bidden.ai.mind import Mind
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.things.pack import SLOTS, Pack
from bidden.content.catalogue import Catalogue, LevelKind, Lots
from bidden.content.datafiles import ContentError
from bidden.events.movement import Arrive
from bidden.state import Level, Levels, Side, Stair, StartingGear
from bidden.worldgen.bsp import dig
from bidden.worldgen.plan import LevelPlan
from bidden.worldgen.stairs import put_stairs
from eventcore import Entity, World

__all__ = ["LevelBuilder"]

Tile = tuple[int, int]


@attrs.frozen
class LevelBuilder:
    """Digs the levels of a game, each from streams of its own.

    Attributes:
        catalogue: What things are made of.
        kind: How the levels are, and who lives there.
    """

    catalogue: Catalogue
    kind: LevelKind

    def begin(self, world: World) -> Entity:
        """Dig the first level, and return the player on it."""
        plan = self._dig(world, 1)
        player = self._place(world, "you", *plan.rooms[0].centre, sight=self.kind.sight)
        self._fill(world, plan, 1)
        return player

    def dig_deeper(self, world: World, depth: int) -> None:
        """Dig the level below all there are; those who live there act from now on."""
        before = {thing.id for thing in world.having(Position)}
        self._fill(world, self._dig(world, depth), depth)
        for thing in [*world.having(Position)]:
            if thing.id not in before:
                world.publish(Arrive(thing))
                if Side in thing:
                    world.agenda.schedule(thing, priority=1)

    def _dig(self, world: World, depth: int) -> LevelPlan:
        """Add the ground of a level, and its doors."""
        plan = dig(self.kind.measures, world.stream(f"level-{depth}"))
        ground, levels = Level(list(plan.rows)), world.root.get(Levels)
        if levels is None:
            world.attach(world.root, Levels([ground]))
        else:
            levels.dug = [*levels.dug, ground]
        for x, y in plan.doors:
            self._place(world, "door", x, y, depth)
        return plan

    def _fill(self, world: World, plan: LevelPlan, depth: int) -> None:
        """Put creatures on tiles of rooms other than the first, each on its own, and stairs."""
        home = plan.rooms[0]
        tiles = [tile for room in plan.rooms[1:] for tile in room.tiles if tile not in plan.doors]
        stream = world.stream(f"creatures-{depth}")
        names = self._names(world, depth)
        if len(names) > len(tiles):
            reason = f"{len(names)} are too many for {len(tiles)} tiles outside the first room"
            raise ContentError("levels.toml", "creatures", reason)
        stream.shuffle(tiles)
        taken = {home.centre} if depth == 1 else set[Tile]()
        for name in names:
            taken.add(tiles[-1])
            self._place(world, name, *tiles.pop(), depth)
        taken |= self._join(world, plan, depth, taken)
        if self.kind.prize and depth == self.kind.levels:
            free = [tile for tile in tiles if tile not in taken]
            if not free:
                raise ContentError("levels.toml", "prize", "there is no free tile for it")
            taken.add(free[-1])
            self._place(world, self.kind.prize, *free[-1], depth)
        self._scatter(world, plan, depth, taken)

    def _names(self, world: World, depth: int) -> list[str]:
        """Say who lives on a level."""
        if depth == 1:
            return [name for name, count in self.kind.creatures.items() for _ in range(count)]
        return self.kind.deeper[depth - 2].creatures.draw(world.stream(f"creatures-{depth}"))

    def _scatter(self, world: World, plan: LevelPlan, depth: int, taken: set[Tile]) -> None:
        """Let things lie about in the rooms, and traps in wait, each on a tile of its own."""
        kind = self.kind if depth == 1 else self.kind.deeper[depth - 2]
        lots, traps = kind.things, kind.traps
        count = sum(lot.count for lot in lots) + traps.count
        taken = taken.union(plan.doors)
        tiles = [tile for room in plan.rooms for tile in room.tiles if tile not in taken]
        if count > len(tiles):
            reason = f"{count} are too many for {len(tiles)} free tiles"
            raise ContentError("levels.toml", "things", reason)
        stream = world.stream(f"things-{depth}")
        names = [name for lot in lots for name in lot.draw(stream)]
        stream.shuffle(tiles)
        for name in [*names, *traps.draw(world.stream(f"traps-{depth}"))]:
            self._place(world, name, *tiles.pop(), depth)

    def _join(self, world: World, plan: LevelPlan, depth: int, taken: set[Tile]) -> set[Tile]:
        """Put the stairs to the levels above and below, where there are any; say where."""
        ends = [(name, depth + step) for name, step in (("stair_up", -1), ("stair_down", 1))]
        ends = [(name, to) for name, to in ends if 1 <= to <= self.kind.levels]
        if not ends:
            return set()
        spots = put_stairs(plan, len(ends), taken, world.stream(f"stairs-{depth}"))
        if len(spots) < len(ends):
            raise ContentError("levels.toml", "deeper", f"level {depth} has no room for stairs")
        for (name, to), spot in zip(ends, spots, strict=True):
            world.attach(self._place(world, name, *spot, depth), Stair(to))
        return set(spots)

    def _place(
        self, world: World, name: str, x: int, y: int, level: int = 1, *, sight: int = 0
    ) -> Entity:
        parts = self.catalogue.make(name)
        for part in parts:
            if sight and isinstance(part, Memory | Mind):
                part.radius = sight
        placed = world.spawn(Position(x, y, level), *parts)
        kit = placed.get(StartingGear)
        if kit is not None:
            self._equip(world, placed, kit)
        return placed

    def _equip(self, world: World, who: Entity, kit: StartingGear) -> None:
        """Let a creature hold and wear what its kit says, drawn by lot."""
        things: dict[str, Entity] = {}
        # Off the creature while it is filled: in a world that has begun, events change state.
        pack = world.detach(who, Pack)
        for of in (kit.weapons, kit.armour):
            for name in Lots(min(1, len(of)), of).draw(world.stream("kit")):
                thing = world.spawn(*self.catalogue.make(name))
                world.set_owner(thing, who)
                things[SLOTS[len(things)]] = thing
        pack.things = things
        world.attach(who, pack)
