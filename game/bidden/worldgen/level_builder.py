"""Drawing levels up: a level's ground, and what is to be on it, from creatures to traps."""

from __future__ import annotations

from typing import Final

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
from bidden.worldgen.plan import Goal, LevelPlan, Placement, Tile
from bidden.worldgen.redrawing import Streams
from bidden.worldgen.shaping.set_pieces import Furnished, furnish, suited
from bidden.worldgen.site import Site
from bidden.worldgen.sources import put_source
from bidden.worldgen.stairs import put_stairs
from bidden.worldgen.stretches import rank_of
from eventcore import Component, Stream

PLAYED: Final = "you"
"""The name of the table of who is played."""


@attrs.frozen
class LevelBuilder:
    """Draws the levels of a game up, each from streams of its own.

    Attributes:
        catalogue: What things are made of.
        kind: How the levels are, and who lives there.
        above: How many levels there are above them that are of other kinds.
        binding: Which binding leads through them; None where none does.
    """

    catalogue: Catalogue
    kind: LevelKind
    above: int = 0
    binding: Binding | None = None

    def draw(
        self,
        depth: int,
        streams: Streams,
        above: Level | None = None,
        landing: Tile | None = None,
    ) -> tuple[Level, list[Placement]]:
        """Draw up the level of a depth: its ground, and what is to be on it.

        On the first is who is played; creatures are in rooms other than the first, each on a
        tile of its own, six steps from any stair or more, and from who is played. What is sought is
        as far from where one comes to its level as there is, and guarded.

        Args:
            depth: Which level, 1 at the top.
            streams: Gives the stream of random numbers of a name.
            above: The level above, if there is one.
            landing: Where the stair down is on that level.

        Raises:
            ContentError: The level has no room for all that is to be on it.
        """
        place, site = self._site(depth, streams, above, landing)
        try:
            plan, bad = draw_up(place, site, streams(f"level-{depth}"))
        except ValueError as error:
            raise ContentError("levels.toml", "place", str(error)) from None
        rank = self.rank(depth)
        furnished, rooms = Furnished(plan), suited(self.catalogue.rooms, place, rank, site)
        if rooms:  # a level without has no stream of theirs either
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
        if self.kind.sources.percent:
            lots = self.kind.sources
            things += [*put_source(plan, place, lots, things, streams(f"sources-{depth}"))]
        return Level(list(plan.rows), place, bad), things

    def draw_again(
        self,
        seed: int,
        depth: int,
        streams: Streams,
        above: Level | None = None,
        landing: Tile | None = None,
    ) -> tuple[Level, list[Placement]]:
        """Give what ``draw`` gives; it is drawn but once in all games of a seed.

        Args:
            seed: That of the game, and of its streams.
            depth: As above, like all others.
            streams: Gives the stream of random numbers of a name.
            above: The level above, if there is one.
            landing: Where the stair down is on that level.
        """
        beneath = None if above is None else (above.place, (*above.rows,))
        level, things = self.catalogue.redrawing.draw(
            f"level-{depth}",
            seed,
            (self.kind, self.above, self.binding, beneath, landing),
            streams,
            lambda noted: self.draw(depth, noted, above, landing),
        )
        return Level([*level.rows], level.place, level.bad), [*things]

    def rank(self, depth: int) -> int:
        """Say as how deep a level counts: as it is, or as the danger of its binding has it."""
        return depth if self.binding is None else rank_of(self.binding, depth - self.above)

    def parts_of(self, put: Placement) -> list[Component]:
        """Make what a thing is made of, where its place has a say in it.

        Empty where it has none, and the thing is as its table says.
        """
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
        """Make what a creature is made of, asleep with so many percent; other things as ever."""
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
        """Draw the place a level is of, and say where it is drawn up."""
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
        """Put the stairs, what is sought, and who lives there: off the stairs, or guarding it."""
        stairs = self._stairs(plan, depth, taken, streams)
        taken |= {(one.x, one.y) for one in stairs}
        home = plan.rooms[0].centre
        start = next(((one.x, one.y) for one in stairs if one.to < depth), home)
        names, stream = self.names(place, depth, streams)
        sought = []
        if self._has_the_prize(depth):
            sought = put_prize(plan, self.kind.prize, start, taken, streams(f"prize-{depth}"))
            sought = [self._of_the_task(one) for one in sought]
            sought += put_guard(plan, sought[0], names, taken, self._toughness)
        ways = [(one.x, one.y) for one in stairs] + ([home] if depth == 1 else [])
        return [*spread(plan, ways, names, taken, stream), *stairs, *sought]

    def _has_the_prize(self, depth: int) -> bool:
        return bool(self.kind.prize) and depth - self.above == self.kind.levels

    def _of_the_task(self, put: Placement) -> Placement:
        """Make what is sought what the task is about."""
        if self.binding is None:
            return put
        task, called = self.binding.task, self.binding.called
        lots = SUMMONER if self.binding.free else CHAMPION
        return Goal(put.what, put.x, put.y, task=task, called=called, lots=lots)

    def names(self, place: str, depth: int, streams: Streams) -> tuple[list[str], Stream]:
        """Say who lives on a level of a place, and give the stream of where they are."""
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
        """Put the stairs to the levels above and below, where there are any."""
        if self.kind.run:
            return []  # from where one is called a gate leads on, once one is bound
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
        """Let things lie about in the rooms, and traps in wait, each on a tile of its own.

        A treasure is one of the last kind of things that lie about there.
        """
        here = depth - self.above
        kind = self.kind if here == 1 else self.kind.deeper[here - 2]
        lots, traps = kind.things, kind.traps
        count = sum(lot.count for lot in lots) + traps.count
        tiles = [tile for room in plan.rooms for tile in room.tiles if tile not in taken]
        if count > len(tiles):
            reason = f"{count} are too many for {len(tiles)} free tiles"
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
