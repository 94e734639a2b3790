"""Agents: a broadcast to many agents, and the example *epidemic*, compared with Mesa.

In each round, one event reaches every agent, and each agent counts it. The raw loops call the same
methods of the same components. Mesa's agents have the same method: ``agents.do`` calls it in order
of creation.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from benchmarks.measure import Contender, Row, Times, compare, frozen, ratio_of
from benchmarks.results import Figure, Section, Target
from eventcore import APPLY, Broadcast, Component, Notice, World, component, event, handles
from examples.epidemic import Epidemic

__all__ = ["agents", "crowd"]

CROWDS = ((10_000, 12), (100_000, 6))
"""Pairs of a number of agents and a number of measuring rounds."""
PEOPLE = 100_000
DAYS = 40
RAW, FUNCTIONS, DO = "raw loop", "raw loop over functions", "Mesa: agents.do"
OURS, SINGLY = "eventcore", "eventcore, an event for each"


@event
class Tick(Broadcast):
    """A broadcast to all entities in order of id."""


@event
class Nudge(Notice):
    """An event that only its enactor receives."""


@component
class Counter(Component):
    count: int = 0

    @handles(Tick, APPLY)
    @handles(Nudge, APPLY)
    def step(self, event: Any, world: World) -> None:
        self.count += 1


class Crowd:
    """Many agents in a world of their own, with several ways to step them."""

    def __init__(self, number: int) -> None:
        self.world = World(seed=1, components=[Counter])
        self.counters = [Counter() for _ in range(number)]
        self.entities = [self.world.spawn(counter) for counter in self.counters]

    def tally(self) -> tuple[int, int]:
        """Return the counts of the first and the last agent."""
        return self.counters[0].count, self.counters[-1].count

    def bound(self) -> Callable[[Sequence[int]], None]:
        """Create a loop over bound methods."""
        methods, world = [counter.step for counter in self.counters], self.world

        def run(steps: Sequence[int]) -> None:
            for _ in steps:
                tick = Tick(world.root)
                for method in methods:
                    method(tick, world)

        return run

    def functions(self) -> Callable[[Sequence[int]], None]:
        """Create a loop that calls one function with each component."""
        step, counters, world = Counter.step, self.counters, self.world

        def run(steps: Sequence[int]) -> None:
            for _ in steps:
                tick = Tick(world.root)
                for counter in counters:
                    step(counter, tick, world)

        return run

    def broadcast(self) -> Callable[[Sequence[int]], None]:
        """Create a loop that publishes a broadcast."""
        world = self.world

        def run(steps: Sequence[int]) -> None:
            for _ in steps:
                world.publish(Tick(world.root))

        return run

    def singly(self) -> Callable[[Sequence[int]], None]:
        """Create a loop that publishes a separate event for each entity."""
        publish, entities = self.world.publish, self.entities

        def run(steps: Sequence[int]) -> None:
            for _ in steps:
                for entity in entities:
                    publish(Nudge(entity))

        return run


def crowd(number: int) -> Iterator[Contender]:
    """Create the contenders for a number of agents, without Mesa's if it is not installed."""
    makers: list[tuple[str, Callable[[Crowd], Callable[[Sequence[int]], None]], str]] = [
        (RAW, Crowd.bound, ""),
        (FUNCTIONS, Crowd.functions, "step(component, event, world)"),
        (OURS, Crowd.broadcast, "one event, in order of ids"),
        (SINGLY, Crowd.singly, "as before there were broadcasts"),
    ]
    for name, make, note in makers:
        one = Crowd(number)
        yield Contender(
            name,
            make(one),
            one.tally,
            (1, 1),
            note=note,
            against=RAW,
            every=4 * (name == SINGLY) or 1,
        )
    try:
        from benchmarks.agents.mesa_agents import Agents
    except ModuleNotFoundError as missing:
        if missing.name != "mesa":
            raise
        return
    agents = Agents(number)
    yield Contender(DO, agents.run, agents.tally, (1, 1), against=RAW, every=2)


def agents() -> Section:
    """Measure both crowd sizes, and the epidemic if Mesa is installed."""
    section = Section(
        "agents",
        "Agents: an event that everyone hears, who counts it (ns and events/s are of whole rounds)",
    )
    rows: list[Row] = []
    for number, rounds in CROWDS:
        found, times = compare([*crowd(number)], rounds)
        for row in found:
            row.name = f"{number:,}: {row.name}"
        rows += found
        section.targets += _targets(f"{number:,} agents", times)
    section.rows = rows
    section.figures = _epidemics(section)
    return section


def _targets(where: str, times: Times) -> Iterator[Target]:
    pairs = [
        ("a broadcast, of a raw loop over bound methods", OURS, RAW, 1.3),
        ("a broadcast, of a raw loop over functions", OURS, FUNCTIONS, 1.3),
        ("a broadcast, of Mesa's agents.do", OURS, DO, 1 / 2),
    ]
    for name, one, other, limit in pairs:
        if other in times:
            yield Target(f"{where}: {name}", ratio_of(times, one, other), limit)


def _epidemics(section: Section) -> list[Figure]:
    """Advance the epidemic here and in Mesa's model, alternating every two days."""
    try:
        from benchmarks.agents.mesa_epidemic import Epidemic as Mesas
    except ModuleNotFoundError as missing:
        if missing.name != "mesa":
            raise
        return [Figure("Mesa is not installed", 0, "rows")]
    ours, theirs = Epidemic(1, size=PEOPLE, ill=PEOPLE // 100), Mesas(PEOPLE, PEOPLE // 100, 1)
    mine = other = 0.0
    with frozen():
        for day in range(2, DAYS + 1, 2):
            mine += _time(partial(ours.run, day))
            other += _time(partial(theirs.go_on, 2))
    where = f"an epidemic among {PEOPLE:,}, {DAYS} days"
    section.targets.append(Target(f"{where}: time, to Mesa's agents.do", mine / other, 1.0))
    return [
        Figure(f"{where}: Mesa", 1e3 * other, "ms"),
        Figure(f"{where}: eventcore, with its digest", 1e3 * mine, "ms"),
        Figure(f"{where}: immune in Mesa's", theirs.counts()[2], "people"),
        Figure(f"{where}: immune in eventcore's", ours.counts()[2], "people"),
    ]


def _time(run: Callable[[], object]) -> float:
    gc.collect()
    start = perf_counter()
    run()
    return perf_counter() - start
