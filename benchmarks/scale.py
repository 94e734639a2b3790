"""Many entities: what a publish costs among 10 and among 100,000, and what each weighs.

Everybody moves in turn, as in a game, so with 100,000 each is met again only when all
others have passed through the processor's caches. That costs a raw loop as well, so
one is measured beside: a tuple of bound handlers kept for each entity.
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
"""So many entities are weighed to learn what one weighs."""


ORDERS = ("in turn", "shuffled")


def scale() -> Section:
    """Measure crowds of both sizes, in turn and in shuffled order."""
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
    """A world of so many, and contenders that let everyone move, in either order.

    Both contenders move the same entities. Their paths hardly meet, so neither finds
    warm what the other used.
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
        """Name a contender of this crowd, or its like of another size."""
        return f"{self.who}, {number or self.number:,} {order}"

    def contender(self, order: str, movers: Sequence[Entity]) -> Contender:
        """Make a contender that takes the movers in this order, over and over."""
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
        """Give what the runner needs of each mover."""
        return movers

    def runner(self, route: _Route) -> Callable[[int], None]:
        """Make what publishes so many events along a route."""
        publish = self.world.publish

        def run(events: int) -> None:
            for mover, dx in route.next(events):
                publish(Move(mover, dx, 0))

        return run

    def check(self) -> None:
        """See that everyone has moved as often as events were published.

        Raises:
            WorkError: Somebody has not.
        """
        counted = sum(mover[Count].steps for mover in self.movers)
        # Each of the two contenders leaves a mover where it was, or one further on.
        strayed = sum(
            not 0 <= mover[Position].x - _place(i)[0] <= 2 for i, mover in enumerate(self.movers)
        )
        if counted != sum(self.done.values()) or strayed:
            raise WorkError(
                f"{self.who}, {self.number}: {sum(self.done.values())} events, "
                f"{counted} steps counted, {strayed} strayed"
            )


class RawCrowd(Crowd):
    """The same with a raw loop over bound handlers that are kept for each entity."""

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
    """Everyone one step to the right, then everyone one to the left, and again."""

    def __init__(self, travellers: Sequence[Any]) -> None:
        again = max(1, 5_000 // len(travellers))  # long enough to be taken in large pieces
        self.stops = [*travellers, *travellers] * again
        self.directions = [*[1] * len(travellers), *[-1] * len(travellers)] * again
        self.place = 0

    def next(self, events: int) -> Iterator[tuple[Any, int]]:
        """Give the next travellers, and which way they go."""
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
    """Give the place of one of the crowd: on open rows, with room to its right."""
    return 2 + number % (SIZE - 6), (22, 24, 44, 46)[number % 4]


def _weight(spawn: Callable[[World], Entity]) -> int:
    """Weigh an entity: what the interpreter allocates for many, divided by how many."""
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
