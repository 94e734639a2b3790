"""Drawing levels: the ground, and everything on it from creatures to traps."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

import attrs

from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.bindings import Binding
from bidden.components.knowledge.memory import Memory
from bidden.components.tricks.renown import CHAMPION, SUMMONER
from bidden.content.blueprints import Toughness, toughness
from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError
from bidden.content.kinds.level_kinds import LevelKind
from bidden.state import Level
from bidden.worldgen.dwellers import put_guard, put_prize, spread
from bidden.worldgen.fixtures import chamber, chambers_of, fitted, fixtures_of
from bidden.worldgen.places import draw_up
from bidden.worldgen.plan import Goal, LevelPlan, Placement, Site, Tile
from bidden.worldgen.shaping.set_pieces import Furnished, furnish, suited
from bidden.worldgen.stairs import put_stairs
from bidden.worldgen.stretches import rank_of
from eventcore import Component, Stream

PLAYED: Final = "you"
"""The name of the player's table."""
Streams: TypeAlias = Callable[[str], Stream]
"""Returns the random stream of a name."""


@attrs.frozen
class LevelBuilder:
    """Draws the levels of a game, each from its own streams.

    Attributes:
        catalogue: The parts of all kinds of things.
        kind: The places and inhabitants of the levels.
        above: The number of levels of other kinds above them.
        binding: The binding that leads through them, or None.
    """

    catalogue: Catalogue
    kind: LevelKind
    above: int = 0
    binding: Binding | None = None

    def draw(
        self, depth: int, streams: Streams, above: Level | None = None, landing: Tile | None = None
    ) -> tuple[Level, list[Placement]]:
        """Draw the level of a depth: its ground, and everything on it.

        The first level has the player. Creatures are in other rooms than the first, each on its own
        tile, at least six steps from any stair and from the player. The goal is guarded, and as far
        as possible from the player's entrance to its level.

        ``landing`` is the stair down on the level ``above``, if there is one.

        Raises:
            ContentError: The level has no room for everything.
        """
        place, site = self._site(depth, streams, above, landing)
        try:
            plan, bad = draw_up(place, site, streams(f"level-{depth}"))
        except ValueError as error:
            raise ContentError("levels.toml", "place", str(error)) from None
        rank = self.rank(depth)
        furnished, rooms = Furnished(plan), suited(self.catalogue.rooms, place, rank, site)
        if rooms:  # without rooms, their stream must not be created
            furnished = furnish(plan, rooms, place, rank, site, streams(f"rooms-{depth}"))
        plan = furnished.plan
        home = plan.rooms[0]
        things = [*fixtures_of(plan, depth)]
        taken = {*plan.kept, *furnished.taken}
        if depth == 1:
            things.append(Placement(PLAYED, *home.centre))
            taken.add(home.centre)
        things += [*self._peopled(plan, place, depth, taken, streams), *furnished.things]
        things += chambers_of(plan, furnished.taken)
        things += self._scattered(plan, depth, taken, streams)
        things += self._source(plan, place, depth, things, streams)
        return Level(list(plan.rows), place, bad), things

    def _source(
        self,
        plan: LevelPlan,
        place: str,
        depth: int,
        things: Collection[Placement],
        streams: Streams,
    ) -> list[Placement]:
        """Draw a source of warps on a free tile outside the first room, or none."""
        lots = self.kind.sources
        if not lots.percent:
            return []
        stream = streams(f"sources-{depth}")
        if place not in lots.of or not stream.chance(lots.percent, 100):
            return []
        used = {(one.x, one.y) for one in things} | {*plan.kept}
        free = [tile for room in plan.rooms[1:] for tile in room.tiles if tile not in used]
        return [Placement(lots.of[place], *stream.pick(free))] if free else []

    def rank(self, depth: int) -> int:
        """Return the effective depth of a level, which depends on the danger of its binding."""
        return depth if self.binding is None else rank_of(self.binding, depth - self.above)

    def parts_of(self, put: Placement) -> list[Component]:
        """Return the components of a thing if its place changes them, otherwise an empty list."""
        if put.what not in self.catalogue.blueprints and (put.dx or put.dy):
            return chamber(put)
        if put != Placement(put.what, put.x, put.y):
            return fitted(self.catalogue.make(put.what), put)
        if put.what != PLAYED:
            return [] if self.kind.asleep is None else self._with_wits(put.what, self.kind.asleep)
        if not self.kind.sight:
            return []
        parts = self.catalogue.make(put.what)
        for part in parts:
            if isinstance(part, Memory | Mind):
                part.radius = self.kind.sight
        return parts

    def _with_wits(self, what: str, asleep: int) -> list[Component]:
        """Return the components of a creature with a changed chance to be asleep."""
        parts = self.catalogue.make(what)
        wits = next((part for part in parts if isinstance(part, Wits)), None)
        if any(isinstance(part, Mind) for part in parts):
            if wits is None:
                parts.append(Wits(asleep=asleep))
            else:
                wits.asleep = asleep
        return parts

    def _site(
        self, depth: int, streams: Streams, above: Level | None, landing: Tile | None
    ) -> tuple[str, Site]:
        places, here = self.kind.places, depth - self.above
        first = max(number for number in range(1, here + 1) if places[number - 1])
        rest = [number for number in range(first + 1, len(places) + 1) if places[number - 1]]
        last = min([*rest, len(places) + 1]) - 1
        number, count, measures = here - first + 1, last - first + 1, self.kind.measures
        if number > 1 and above is not None:
            return above.place, Site(measures, number, count, tuple(above.rows), landing)
        of = places[first - 1]
        name = streams(f"place-{first + self.above}").weighted(list(of), list(of.values()))
        return name, Site(measures, number, count)

    def _peopled(
        self, plan: LevelPlan, place: str, depth: int, taken: set[Tile], streams: Streams
    ) -> list[Placement]:
        stairs = self._stairs(plan, depth, taken, streams)
        taken |= {(one.x, one.y) for one in stairs}
        home = plan.rooms[0].centre
        start = next(((one.x, one.y) for one in stairs if one.to < depth), home)
        names, stream = self.names(place, depth, streams)
        sought = []
        if self.kind.prize and depth - self.above == self.kind.levels:
            sought = put_prize(plan, self.kind.prize, start, taken, streams(f"prize-{depth}"))
            sought = [self._of_the_task(one) for one in sought]
            sought += put_guard(plan, sought[0], names, taken, self._toughness)
        ways = [(one.x, one.y) for one in stairs] + ([home] if depth == 1 else [])
        return [*spread(plan, ways, names, taken, stream), *stairs, *sought]

    def _of_the_task(self, put: Placement) -> Placement:
        if self.binding is None:
            return put
        task, called = self.binding.task, self.binding.called
        lots = SUMMONER if self.binding.free else CHAMPION
        return Goal(put.what, put.x, put.y, task=task, called=called, lots=lots)

    def names(self, place: str, depth: int, streams: Streams) -> tuple[list[str], Stream]:
        """Return the inhabitants of a level, and the stream for their places."""
        stream, here = streams(f"creatures-{depth}"), depth - self.above
        if here == 1:
            named, dwellers = self.kind.creatures.items(), self.kind.dwellers
            names = [name for name, count in named for _ in range(count)]
        else:
            names = self.kind.deeper[here - 2].creatures.draw(stream)
            dwellers = self.kind.deeper[here - 2].dwellers
        if place in dwellers:
            names += dwellers[place].draw(stream)
        return names, stream

    def _toughness(self, name: str) -> Toughness:
        return toughness(self.catalogue.blueprints[name])

    def _stairs(
        self, plan: LevelPlan, depth: int, taken: set[Tile], streams: Streams
    ) -> list[Placement]:
        if self.kind.run:
            return []  # the circle has a gate instead, open after a binding
        here = depth - self.above
        up = (depth - 1 if here > 1 else 1) if depth > 1 else 0
        down = depth + 1 if here < self.kind.levels else 0
        ends = [(name, to) for name, to in (("stair_up", up), ("stair_down", down)) if to]
        if not ends:
            return []
        fixed = {"stair_up": plan.up, "stair_down": plan.down}
        free = [name for name, _ in ends if fixed[name] is None]
        spots = put_stairs(plan, len(free), taken, streams(f"stairs-{depth}"))
        if len(spots) < len(free):
            raise ContentError("levels.toml", "deeper", f"level {depth} has no room for stairs")
        found = dict(zip(free, spots, strict=True))
        return [Placement(name, *(fixed[name] or found[name]), to) for name, to in ends]

    def _scattered(
        self, plan: LevelPlan, depth: int, taken: set[Tile], streams: Streams
    ) -> list[Placement]:
        """Scatter items and traps, each on its own tile. A treasure is one of the last kind."""
        here = depth - self.above
        kind = self.kind if here == 1 else self.kind.deeper[here - 2]
        lots, traps = kind.things, kind.traps
        count = sum(lot.count for lot in lots) + traps.count
        tiles = [tile for room in plan.rooms for tile in room.tiles if tile not in taken]
        if count > len(tiles):
            reason = f"{count} items and traps do not fit on {len(tiles)} free tiles"
            raise ContentError("levels.toml", "things", reason)
        stream = streams(f"things-{depth}")
        names = [name for lot in lots for name in lot.draw(stream)]
        stream.shuffle(tiles)
        names += traps.draw(streams(f"traps-{depth}"))
        scattered = [Placement(name, *tiles.pop()) for name in names]
        if plan.treasures and lots:
            rich = attrs.evolve(lots[-1], count=len(plan.treasures))
            treasures = rich.draw(streams(f"treasures-{depth}"))
            spots = zip(treasures, plan.treasures, strict=True)
            scattered += [Placement(name, *spot) for name, spot in spots]
        return scattered
