"""One-time costs: spawning, and the first publish of an event type by a new archetype."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter_ns
from typing import Any

from benchmarks.growing import stranger
from benchmarks.results import Figure, Section
from benchmarks.work import make_world, spawn_mover
from eventcore import Component, Entity, World, component

__all__ = ["startup"]


@component
class Tail(Component):
    """A component without handlers that only creates another archetype."""


ROUNDS = 20
ENTITIES = 2_000


def startup() -> Section:
    """Measure spawning, and first publishes with and without an existing chain."""
    alone = median(_spawning(lambda world: world.spawn(), ENTITIES) for _ in range(ROUNDS))
    four = median(_spawning(spawn_mover, ENTITIES) for _ in range(ROUNDS))
    firsts = [_firsts(number) for number in range(ROUNDS)]
    new, known, shared, again = (median(column) / 1e3 for column in zip(*firsts, strict=True))
    return Section(
        "startup",
        "Once: spawning, and the first publish of an event type by a new archetype",
        figures=[
            Figure("spawned in a second, without components", 1e9 / alone, "entities"),
            Figure("spawned in a second, with the four", 1e9 / four, "entities"),
            Figure("first publish, a chain that was never seen", new, "µs"),
            Figure("first publish, a chain that another world has", known, "µs"),
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


def _firsts(number: int) -> tuple[int, int, int, int]:
    """Time publishes of a new chain, one known to another world or archetype, and a repeat."""
    kind, parts = stranger(_OTHERS + number)
    worlds = [World(components=[*parts, Tail]) for _ in range(2)]
    movers = [world.spawn(*[part() for part in parts]) for world in (worlds[0], *worlds[1:] * 2)]
    worlds[1].attach(movers[2], Tail())
    times = []
    for mover in (*movers, movers[2]):
        world = worlds[0] if mover is movers[0] else worlds[1]
        packet: Any = kind(mover, 1)  # type: ignore[call-arg]  # it has a field
        start = perf_counter_ns()
        world.publish(packet)
        times.append(perf_counter_ns() - start)
    new, known, shared, again = times
    return new, known, shared, again


_OTHERS = 1_000
