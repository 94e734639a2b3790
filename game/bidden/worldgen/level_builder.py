"""Drawing levels up: a level's ground, and what is to be on it, from creatures to traps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs

from bidden.ai.mind import Mind
from bidden.components.knowledge.memory import Memory
from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError
from bidden.content.level_kinds import LevelKind
from bidden.state import Stair
from bidden.worldgen.bsp import dig
from bidden.worldgen.plan import LevelPlan, Placement
from bidden.worldgen.stairs import put_stairs
from eventcore import Component, Stream

PLAYED: Final = "you"
"""The name of the table of who is played."""

Tile = tuple[int, int]
Streams = Callable[[str], Stream]


@attrs.frozen
class LevelBuilder:
    """Draws the levels of a game up, each from streams of its own.

    Attributes:
        catalogue: What things are made of.
        kind: How the levels are, and who lives there.
    """

    catalogue: Catalogue
    kind: LevelKind

    def draw(self, depth: int, streams: Streams) -> tuple[list[str], list[Placement]]:
        """Draw up the level of a depth: its ground, a text a row, and what is to be on it.

        On the first is who is played; creatures are in rooms other than the first, each on a
        tile of its own.

        Args:
            depth: Which level, 1 at the top.
            streams: Gives the stream of random numbers of a name.

        Raises:
            ContentError: The level has no room for all that is to be on it.
        """
        plan = dig(self.kind.measures, streams(f"level-{depth}"))
        home = plan.rooms[0]
        things = [Placement("door", x, y) for x, y in plan.doors]
        taken = set[Tile]()
        if depth == 1:
            things.append(Placement(PLAYED, *home.centre))
            taken.add(home.centre)
        tiles = [tile for room in plan.rooms[1:] for tile in room.tiles if tile not in plan.doors]
        stream = streams(f"creatures-{depth}")
        names = self._names(depth, stream)
        if len(names) > len(tiles):
            reason = f"{len(names)} are too many for {len(tiles)} tiles outside the first room"
            raise ContentError("levels.toml", "creatures", reason)
        stream.shuffle(tiles)
        creatures = [Placement(name, *tiles.pop()) for name in names]
        taken |= {(one.x, one.y) for one in creatures}
        stairs = self._stairs(plan, depth, taken, streams)
        taken |= {(one.x, one.y) for one in stairs}
        things += creatures + stairs
        if self.kind.prize and depth == self.kind.levels:
            free = [tile for tile in tiles if tile not in taken]
            if not free:
                raise ContentError("levels.toml", "prize", "there is no free tile for it")
            taken.add(free[-1])
            things.append(Placement(self.kind.prize, *free[-1]))
        return list(plan.rows), things + self._scattered(plan, depth, taken, streams)

    def parts_of(self, put: Placement) -> list[Component]:
        """Make what a thing is made of, where its place has a say in it.

        Empty where it has none, and the thing is as its table says.
        """
        if put.to:
            return [*self.catalogue.make(put.what), Stair(put.to)]
        if put.what != PLAYED or not self.kind.sight:
            return []
        parts = self.catalogue.make(put.what)
        for part in parts:
            if isinstance(part, Memory | Mind):
                part.radius = self.kind.sight
        return parts

    def _names(self, depth: int, stream: Stream) -> list[str]:
        """Say who lives on a level."""
        if depth == 1:
            return [name for name, count in self.kind.creatures.items() for _ in range(count)]
        return self.kind.deeper[depth - 2].creatures.draw(stream)

    def _stairs(
        self, plan: LevelPlan, depth: int, taken: set[Tile], streams: Streams
    ) -> list[Placement]:
        """Put the stairs to the levels above and below, where there are any."""
        ends = [(name, depth + step) for name, step in (("stair_up", -1), ("stair_down", 1))]
        ends = [(name, to) for name, to in ends if 1 <= to <= self.kind.levels]
        if not ends:
            return []
        spots = put_stairs(plan, len(ends), taken, streams(f"stairs-{depth}"))
        if len(spots) < len(ends):
            raise ContentError("levels.toml", "deeper", f"level {depth} has no room for stairs")
        return [Placement(name, *spot, to) for (name, to), spot in zip(ends, spots, strict=True)]

    def _scattered(
        self, plan: LevelPlan, depth: int, taken: set[Tile], streams: Streams
    ) -> list[Placement]:
        """Let things lie about in the rooms, and traps in wait, each on a tile of its own."""
        kind = self.kind if depth == 1 else self.kind.deeper[depth - 2]
        lots, traps = kind.things, kind.traps
        count = sum(lot.count for lot in lots) + traps.count
        taken = taken.union(plan.doors)
        tiles = [tile for room in plan.rooms for tile in room.tiles if tile not in taken]
        if count > len(tiles):
            reason = f"{count} are too many for {len(tiles)} free tiles"
            raise ContentError("levels.toml", "things", reason)
        stream = streams(f"things-{depth}")
        names = [name for lot in lots for name in lot.draw(stream)]
        stream.shuffle(tiles)
        names += traps.draw(streams(f"traps-{depth}"))
        return [Placement(name, *tiles.pop()) for name in names]
