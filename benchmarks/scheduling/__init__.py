"""Scheduling: 1,000 alarms that ring every 1,000 time units and reschedule themselves.

One alarm rings per time unit. The raw loop is a heap of times and bound methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush

from benchmarks.measure import Contender, compare, ratio_of
from benchmarks.results import Section, Target
from eventcore import REACT, Component, Notice, World, component, event, handles
from eventcore.time import run

__all__ = ["ALARMS", "contenders", "scheduling"]

ALARMS = 1_000
ROUNDS = 40
RAW, OURS, SIMPY, MESA = "raw", "eventcore", "SimPy", "Mesa"


@event
class Ring(Notice):
    """An alarm rings; the alarm is the enactor."""


@component
class Alarm(Component):
    """An alarm that reschedules itself when it rings."""

    rung: int = 0

    @handles(Ring, REACT)
    def set_again(self, ring: Ring, world: World) -> None:
        self.rung += 1
        world.schedule(Ring(ring.enactor), ALARMS)


def eventcore_contender() -> Contender:
    """Create a contender whose alarms schedule an event."""
    world = World(components=[Alarm])
    alarms = [world.spawn(Alarm()) for _ in range(ALARMS)]
    for first, alarm in enumerate(alarms, 1):
        world.schedule(Ring(alarm), first)

    def go_on(steps: Sequence[int]) -> None:
        run(world, until=world.agenda.now + len(steps))

    return Contender(OURS, go_on, lambda: (sum(alarm[Alarm].rung for alarm in alarms),), (1,))


class RawAlarm:
    """An alarm in the raw loop."""

    __slots__ = ("rung",)

    def __init__(self) -> None:
        self.rung = 0

    def ring(self, heap: list[tuple[int, int, Callable[..., None]]], now: int, number: int) -> None:
        """Count a ring and push the next one onto the heap."""
        self.rung += 1
        heappush(heap, (now + ALARMS, number + ALARMS, self.ring))


def raw_contender() -> Contender:
    """Create a contender with a heap of times, tie-breaking numbers and bound methods."""
    alarms = [RawAlarm() for _ in range(ALARMS)]
    heap = [(first, first, alarm.ring) for first, alarm in enumerate(alarms, 1)]

    def go_on(steps: Sequence[int]) -> None:
        for _ in steps:
            now, number, ring = heappop(heap)
            ring(heap, now, number)

    return Contender(RAW, go_on, lambda: (sum(alarm.rung for alarm in alarms),), (1,))


def contenders() -> Iterator[Contender]:
    """Yield the contenders, without libraries that are not installed or too old."""
    yield raw_contender()
    yield eventcore_contender()
    try:
        from benchmarks.scheduling.with_simpy import simpy_contender
    except ModuleNotFoundError as missing:
        if missing.name != "simpy":
            raise
    else:
        yield simpy_contender(SIMPY, ALARMS)
    try:
        from benchmarks.scheduling.with_mesa import mesa_contender
    except ModuleNotFoundError as missing:
        if missing.name != "mesa":
            raise
    else:
        yield from mesa_contender(MESA, ALARMS)


def scheduling() -> Section:
    """Measure the cost of an alarm that rings and is rescheduled."""
    rows, times = compare([*contenders()], rounds=ROUNDS)
    section = Section("scheduling", f"Scheduling: {ALARMS:,} alarms that set themselves again")
    section.rows = rows
    if MESA in times:
        ratio = ratio_of(times, OURS, MESA)
        section.targets = [Target("an alarm, of Mesa's scheduler", ratio, 1.0)]
    return section
