"""Growing: the cost of a change in a very large world, and of the first use of a chain.

A change affects one entity among 100,000, or one thing among the thousand of its owner.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import combinations, islice
from statistics import median
from time import perf_counter_ns
from typing import Any

from benchmarks.results import Figure, Section, Target
from benchmarks.work import make_world, spawn_mover
from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
)

__all__ = ["diverse_chains", "growing", "stranger"]

MANY = 100_000
THINGS = 1_000
ROUNDS = 40
CHAINS = 4_000


@event
class Push(Action):
    """An action that things of the enactor handle."""


@component
class Mark(Component):
    """A component that few entities have."""


@component
class Charm(Component):
    """A component that handles events of its owner."""

    @handles(Push, MODIFY, via="owner")
    def hum(self, push: Push, world: World) -> None:
        """Do nothing."""


def growing() -> Section:
    """Measure lookups, changes of owner, and new chains."""
    rare, all_of_them = _having()
    mute, hearing = _giving(make_world(Mark, Charm), ()), _giving(make_world(Mark, Charm), (Charm,))
    first, diverse = _first(), diverse_chains(CHAINS)
    return Section(
        "growing",
        f"Growing: one change among {MANY:,}, or among {THINGS:,} things, and what is new",
        figures=[
            Figure("having(), after a spawn, of a class that 50 have: all", rare / 1e3, "µs"),
            Figure(
                "having(), after a spawn, of a class that all have: the first",
                all_of_them / 1e3,
                "µs",
            ),
            Figure("give or take a thing that hears nothing", mute / 1e3, "µs"),
            Figure("give or take a thing that hears for its owner", hearing / 1e3, "µs"),
            Figure("first publish of a chain that was never seen", first / 1e3, "µs"),
            Figure(f"{CHAINS:,} chains of different texts", diverse / 1e3, "kB"),
        ],
        targets=[
            Target(f"having() after a spawn among {MANY:,}, µs", max(rare, all_of_them) / 1e3, 10),
            Target(f"give or take among {THINGS:,} things, µs", mute / 1e3, 2),
            Target("the same with things that hear, µs", hearing / 1e3, 500),
            Target("first publish of a chain that was never seen, µs", first / 1e3, 800),
            Target(f"{CHAINS:,} diverse chains, MB", diverse / 1e6, 30),
        ],
    )


def _having() -> tuple[float, float]:
    world = make_world(Mark, Charm)
    for _ in range(MANY):
        spawn_mover(world)
    for _ in range(50):
        world.spawn(Mark())
    common = world.components[0]
    found = []
    for cls, take in ((Mark, list), (common, lambda those: [next(those)])):
        take(world.having(cls))
        times = []
        for _ in range(5 * ROUNDS):
            spawn_mover(world)
            world.spawn(Mark())
            start = perf_counter_ns()
            take(world.having(cls))
            times.append(perf_counter_ns() - start)
        found.append(median(times))
    return found[0], found[1]


def _giving(world: World, classes: tuple[type[Component], ...]) -> float:
    owner: Entity = world.spawn()
    things = [world.spawn(*[cls() for cls in classes]) for _ in range(THINGS)]
    for thing in things:
        world.set_owner(thing, owner)
    times = []
    for thing in things[::5]:
        times.append(_time(partial(world.set_owner, thing, None)))
        times.append(_time(partial(world.set_owner, thing, owner)))
    return median(times)


def stranger(number: int) -> tuple[type[Action], list[type[Component]]]:
    """Create an event and four components that handle it, all with new names."""
    kind: Any = event(
        type(f"New{number}", (Action,), {"__annotations__": {"dx": int}, "__module__": __name__})
    )
    parts: list[type[Component]] = []
    for place, priority in enumerate((VALIDATE, VALIDATE + 1, APPLY, REACT)):

        def hear(self: Any, event: Any, world: World) -> None:
            self.steps += event.dx

        body: dict[str, Any] = {"__annotations__": {"steps": int}, "steps": 0}
        body |= {f"hear_{number}": handles(kind, priority)(hear), "__module__": __name__}
        parts.append(component(type(f"Part{place}Of{number}", (Component,), body)))
    return kind, parts


def _first() -> float:
    """Return the time in ns of the first publish of a new chain, which compiles it."""
    times = []
    for number in range(ROUNDS):
        kind, parts = stranger(number)
        world = World(components=parts)
        entity = world.spawn(*[part() for part in parts])
        packet: Any = kind(entity, 1)  # type: ignore[call-arg]  # it has a field
        times.append(_time(partial(world.publish, packet)))
    return median(times)


def diverse_chains(chains: int) -> float:
    """Return the memory in bytes of this many chains with different source text."""
    kinds: list[Any] = [
        event(type(f"Deed{n}", (Action,), {"__module__": __name__})) for n in range(20)
    ]

    def listens(kind: Any, priority: int) -> Any:
        def hear(self: Any, event: Any, world: World) -> None:
            """Do nothing."""

        return handles(kind, priority)(hear)

    classes: list[type[Component]] = []
    for place in range(12):
        body: dict[str, Any] = {"__module__": __name__}
        for number, kind in enumerate(kinds):
            body[f"may_{number}_{place}"] = listens(kind, VALIDATE)
            body[f"do_{number}_{place}"] = listens(kind, APPLY)
        classes.append(component(type(f"Limb{place}", (Component,), body)))
    world = World(components=classes)
    entities = [
        world.spawn(*[cls() for cls in some])
        for some in islice(combinations(classes, 3), chains // len(kinds))
    ]
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for entity in entities:
            for kind in kinds:
                world.publish(kind(entity))
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


def _time(act: Callable[[], object]) -> int:
    start = perf_counter_ns()
    act()
    return perf_counter_ns() - start
