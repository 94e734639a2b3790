"""Many entities: the cost of a publish among 10 and 100,000 of them, and their memory use.

All entities move in turn, as in a game. With 100,000 of them, each comes up again only
after all others have passed through the CPU caches. That slows a raw loop down as well,
so one is measured for comparison: a tuple of bound handlers stored for each entity.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any

from benchmarks.core import bound_handlers
from benchmarks.measure import Contender, WorkError, compare, ratio_of
from benchmarks.results import Figure, Section, Target
from benchmarks.work import SIZE, Count, Move, Position, make_world, spawn_mover
from eventcore import Entity, World
from eventcore.outcome import CONTINUE

__all__ = ["FEW", "MANY", "Crowd", "RawCrowd", "scale"]

FEW, MANY = 10, 100_000
WEIGHED = 10_000
"""Number of entities over which the memory of an entity is averaged."""


ORDERS = ("in turn", "shuffled")


def scale() -> Section:
    """Measure crowds of both sizes, in order and shuffled."""
    crowds = [crowd for number in (FEW, MANY) for crowd in (Crowd(number), RawCrowd(number))]
    contenders = [contender for crowd in crowds for contender in crowd.contenders]
    rows, times = compare(contenders, rounds=20)
    for crowd in crowds:
        crowd.check()
    few, many = (len(crowds[place].world._entities.membership.archetypes) for place in (0, 2))
    grown = ratio_of(times, crowds[2].named("in turn"), crowds[0].named("in turn"))
    return Section(
        "scale",
        f"Scale: {MANY:,} entities, each against {FEW} in the same order",
        rows,
        [
            Figure(f"archetypes with {FEW} entities", few, ""),
            Figure(f"archetypes with {MANY:,} entities", many, ""),
            Figure("an entity", _weight(lambda world: world.spawn()), "bytes"),
            Figure("an entity with the four components", _weight(spawn_mover), "bytes"),
        ],
        [
            Target(f"publish among {MANY:,} entities in turn, of {FEW}", grown, 1.5),
            Target("archetypes that come of spawning alike", many - few, 0),
        ],
    )


class Crowd:
    """A world with many entities, and contenders that move all of them in either order.

    Both contenders move the same entities, but rarely the same one at about the same
    time, so neither finds the other's data in the cache.
    """

    who = "eventcore"

    def __init__(self, number: int) -> None:
        self.number = number
        self.world = make_world()
        self.movers = [spawn_mover(self.world, *_place(i)) for i in range(number)]
        self.done = dict.fromkeys(ORDERS, 0)
        shuffled = list(self.movers)
        Random(1).shuffle(shuffled)
        self.contenders = [
            self.contender("in turn", self.movers),
            self.contender("shuffled", shuffled),
        ]

    def named(self, order: str, number: int | None = None) -> str:
        """Return the name of a contender of this crowd, or of one of another size."""
        return f"{self.who}, {number or self.number:,} {order}"

    def contender(self, order: str, movers: Sequence[Entity]) -> Contender:
        """Create a contender that moves the entities in this order, over and over."""
        run = self.runner(_Route(self.travellers(movers)))

        def run_counted(steps: Sequence[int]) -> None:
            run(len(steps))
            self.done[order] += len(steps)

        return Contender(
            self.named(order),
            run_counted,
            lambda: (self.done[order],),
            (1,),
            priorities=True,
            veto=True,
            against=self.named(order, FEW),
        )

    def travellers(self, movers: Sequence[Entity]) -> Sequence[Any]:
        """Return the data that the runner needs for each entity."""
        return movers

    def runner(self, route: _Route) -> Callable[[int], None]:
        """Create a function that publishes a number of events along a route."""
        publish = self.world.publish

        def run(events: int) -> None:
            for mover, dx in route.next(events):
                publish(Move(mover, dx, 0))

        return run

    def check(self) -> None:
        """Check that the entities moved as often as events were published.

        Raises:
            WorkError: The counts differ, or an entity is too far from its start.
        """
        counted = sum(mover[Count].steps for mover in self.movers)
        # Each of the two contenders leaves a mover in place or one tile to the right.
        strayed = sum(
            not 0 <= mover[Position].x - _place(i)[0] <= 2 for i, mover in enumerate(self.movers)
        )
        if counted != sum(self.done.values()) or strayed:
            raise WorkError(
                f"{self.who}, {self.number}: {sum(self.done.values())} events, "
                f"{counted} steps counted, {strayed} strayed"
            )


class RawCrowd(Crowd):
    """A crowd moved by a raw loop over bound handlers stored for each entity."""

    who = "raw"

    def travellers(self, movers: Sequence[Entity]) -> Sequence[Any]:
        return [(mover, bound_handlers(mover)) for mover in movers]

    def runner(self, route: _Route) -> Callable[[int], None]:
        world = self.world

        def run(events: int) -> None:
            for (mover, handlers), dx in route.next(events):
                move = Move(mover, dx, 0)
                for handler in handlers:
                    handler(move, world)
                    if move._outcome is not CONTINUE:
                        break

        return run


class _Route:
    """A cycle in which all entities step to the right, and then all step to the left."""

    def __init__(self, travellers: Sequence[Any]) -> None:
        again = max(1, 5_000 // len(travellers))  # long enough to slice in large pieces
        self.stops = [*travellers, *travellers] * again
        self.directions = [*[1] * len(travellers), *[-1] * len(travellers)] * again
        self.place = 0

    def next(self, events: int) -> Iterator[tuple[Any, int]]:
        """Return the next travellers and their directions."""
        start, end = self.place, self.place + events
        self.place = end % len(self.stops)
        if end <= len(self.stops):
            return zip(self.stops[start:end], self.directions[start:end], strict=True)
        rest = events - (len(self.stops) - start)
        return zip(
            [*self.stops[start:], *islice(cycle(self.stops), rest)],
            [*self.directions[start:], *islice(cycle(self.directions), rest)],
            strict=True,
        )


def _place(number: int) -> tuple[int, int]:
    """Return the start of an entity: on an open row, with room to its right."""
    return 2 + number % (SIZE - 6), (22, 24, 44, 46)[number % 4]


def _weight(spawn: Callable[[World], Entity]) -> int:
    """Return the memory that the interpreter allocates per entity, in bytes."""
    world = make_world()
    spawn(world)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(WEIGHED):
            spawn(world)
        return round((tracemalloc.get_traced_memory()[0] - before) / WEIGHED)
    finally:
        tracemalloc.stop()
