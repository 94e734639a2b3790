"""What happens once: spawning, and the first publish of an event by a new archetype."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter_ns

from benchmarks.results import Figure, Section
from benchmarks.work import Move, make_world, spawn_mover
from eventcore import Component, Entity, World, component
from eventcore.dispatch import compile as compiler

__all__ = ["startup"]


@component
class Tail(Component):
    """Hears nothing; it only makes another archetype."""


def startup() -> Section:
    """Measure spawning and compiling."""
    rounds = 20
    number = 2_000
    alone = median(_spawning(lambda world: world.spawn(), number) for _ in range(rounds))
    four = median(_spawning(spawn_mover, number) for _ in range(rounds))
    firsts = [_firsts() for _ in range(rounds)]
    new, known, shared, again = (median(column) / 1e3 for column in zip(*firsts, strict=True))
    return Section(
        "startup",
        "Once: spawning, and the first publish of an event type by a new archetype",
        figures=[
            Figure("spawned in a second, without components", 1e9 / alone, "entities"),
            Figure("spawned in a second, with the four", 1e9 / four, "entities"),
            Figure("first publish, a chain whose text is new", new, "µs"),
            Figure("first publish, a chain whose text is known", known, "µs"),
            Figure("first publish, a chain that another archetype has", shared, "µs"),
            Figure("second publish", again, "µs"),
        ],
    )


def _spawning(spawn: Callable[[World], Entity], number: int) -> float:
    world = make_world()
    spawn(world)
    start = perf_counter_ns()
    for _ in range(number):
        spawn(world)
    return (perf_counter_ns() - start) / number


def _firsts() -> tuple[int, int, int, int]:
    """Time publishes: text never seen, text seen in another world, plan seen, all seen."""
    worlds = make_world(Tail), make_world(Tail)
    movers = [spawn_mover(worlds[0]), spawn_mover(worlds[1]), spawn_mover(worlds[1])]
    worlds[1].attach(movers[2], Tail())
    compiler._code.cache_clear()
    times = []
    for mover in (*movers, movers[2]):
        world = worlds[0] if mover is movers[0] else worlds[1]
        move = Move(mover, 1, 0)
        start = perf_counter_ns()
        world.publish(move)
        times.append(perf_counter_ns() - start)
    new, known, shared, again = times
    return new, known, shared, again
