"""Timers: the cost of a turn with 100,000 timers, compared with a scan over all of them.

The scan is the obvious first implementation: it decrements every timer and publishes
the end event of each timer that reaches zero, as the timers do. Turns of both alternate.
Ticking timers are compared with publishing their events directly, and a world that also
holds many silent timers is compared with one that holds none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time_ns

from benchmarks.measure import frozen
from benchmarks.results import Figure, Section, Target
from eventcore import REACT, Component, Entity, Notice, World, component, event, handles
from eventcore.time import (
    Packet,
    StartTimer,
    StopTimer,
    Tick,
    TimerKind,
    Timers,
    add_timers,
    start_clock,
)

__all__ = ["lasting"]

MANY = 100_000
FEW = 1_000
TURNS = 60


@event
class Over(Notice):
    """A timer has ended."""


@component
class Owner(Component):
    """A counter of the timer events of its entity."""

    heard: int = 0

    @handles(Over, REACT)
    def hear(self, over: Over, world: World) -> None:
        self.heard += 1


class Left:
    """A timer in the scan."""

    __slots__ = ("owner", "turns")

    def __init__(self, owner: Entity, turns: int) -> None:
        self.owner = owner
        self.turns = turns


def lasting() -> Section:
    """Measure turns, and starting and cancelling timers."""
    silent, telling = TimerKind(), TimerKind(end=Packet("Over"))
    long, long_scan = _turns(silent, 1_000)
    short, short_scan = _turns(silent, 20)
    told, told_scan = _turns(telling, 1_000)
    brief, brief_scan = _turns(telling, 20)
    ticking, by_hand, alone = _ticking()
    (arm_few, stop_few), (arm_many, stop_many) = _arming(FEW, MANY)
    return Section(
        "timers",
        f"Timers: a turn among {MANY:,}, against a scan of them all",
        figures=[
            Figure("a turn, lasting up to 1,000 turns", long / 1e3, "µs"),
            Figure("the scan", long_scan / 1e3, "µs"),
            Figure("a turn, lasting up to 20 turns", short / 1e3, "µs"),
            Figure("the scan, lasting up to 20 turns", short_scan / 1e3, "µs"),
            Figure("a turn, lasting up to 1,000, each end an event", told / 1e3, "µs"),
            Figure("the scan, each end an event", told_scan / 1e3, "µs"),
            Figure("a turn, lasting up to 20, each end an event", brief / 1e3, "µs"),
            Figure("the scan, lasting up to 20, each end an event", brief_scan / 1e3, "µs"),
            Figure(f"{FEW:,} that tick, among {MANY:,} that do not", ticking / 1e3, "µs"),
            Figure("their events alone, published by hand", by_hand / 1e3, "µs"),
            Figure(f"arming one among {MANY:,}", arm_many / 1e3, "µs"),
            Figure(f"cancelling one among {MANY:,}", stop_many / 1e3, "µs"),
        ],
        targets=[
            Target("timers of up to 1,000 turns, of the scan", long / long_scan, 1 / 30),
            Target("timers of up to 20 turns, of the scan", short / short_scan, 0.6),
            Target("the same, each end an event, of the scan", brief / brief_scan, 0.8),
            Target("those that tick, of the same without the others", ticking / alone, 1.25),
            Target(f"arming among {MANY:,}, of {FEW:,}", arm_many / arm_few, 1.5),
            Target(f"cancelling among {MANY:,}, of {FEW:,}", stop_many / stop_few, 1.5),
        ],
    )


def _world(kind: TimerKind) -> World:
    world = World(components=[Timers, Owner])
    add_timers(world, {"it": kind})
    start_clock(world)
    return world


def _turns(kind: TimerKind, longest: int) -> tuple[float, float]:
    """Return the mean time of a turn with the timer wheel and with the scan, in nanoseconds.

    The mean is used because only some turns clean up finished timers.
    """
    world, chance = _world(kind), Random(1)
    scanned: list[Left] = []
    for _ in range(MANY):
        owner, turns = world.spawn(Owner()), chance.randint(1, longest)
        world.publish(StartTimer(owner, owner, "it", turns))
        scanned.append(Left(owner, turns))
    wheel = scan = 0
    turns = min(longest - 1, TURNS)
    with frozen():
        for number in range(turns):
            world.advance()
            acts = [lambda: world.publish(Tick(world.root)), lambda: _scan(scanned, world, kind)]
            if number % 2:
                scan += _time(acts[1])
                wheel += _time(acts[0])
            else:
                wheel += _time(acts[0])
                scan += _time(acts[1])
    return wheel / turns, scan / turns


def _scan(timers: list[Left], world: World, kind: TimerKind) -> None:
    left = []
    for timer in timers:
        timer.turns -= 1
        if timer.turns:
            left.append(timer)
        elif kind.end is not None:
            world.publish(Over(timer.owner))
    timers[:] = left


def _ticking() -> tuple[float, float, float]:
    """Return the time of a turn with ticking timers: among others, by hand, and alone."""
    crowded, alone = _ticking_world(MANY), _ticking_world(0)
    owners = [*alone.having(Owner)]
    rows = []
    for _ in range(TURNS):
        crowded.advance()
        alone.advance()
        rows.append(
            (
                _time(lambda: crowded.publish(Tick(crowded.root))),
                _time(lambda: [alone.publish(Over(owner)) for owner in owners]),
                _time(lambda: alone.publish(Tick(alone.root))),
            )
        )
    among, by_hand, without = (median(column) for column in zip(*rows, strict=True))
    return among, by_hand, without


def _ticking_world(silent: int) -> World:
    """Create a world with `FEW` ticking timers and a given number of silent ones."""
    world = World(components=[Timers, Owner])
    add_timers(world, {"tick": TimerKind(tick=Packet("Over")), "it": TimerKind()})
    start_clock(world)
    for number in range(FEW + silent):
        owner = world.spawn(Owner()) if number < FEW else world.spawn()
        kind = "tick" if number < FEW else "it"
        world.publish(StartTimer(owner, owner, kind, 1_000))
    return world


def _arming(*numbers: int) -> list[tuple[float, float]]:
    """Return the times in ns of starting and cancelling a timer, for each number of others."""
    measured = [_armed(number) for number in numbers]
    rows: list[list[tuple[float, float]]] = [[] for _ in numbers]
    for _ in range(TURNS):
        for row, one in zip(rows, measured, strict=True):
            row.append(next(one))
    return [(median(arm for arm, _ in row), median(stop for _, stop in row)) for row in rows]


def _armed(number: int) -> Iterator[tuple[float, float]]:
    """Yield the times of starting and cancelling a timer while this many timers run."""
    world, chance = _world(TimerKind(end=Packet("Over"))), Random(2)
    for _ in range(number):
        owner = world.spawn(Owner())
        world.publish(StartTimer(owner, owner, "it", chance.randint(1, 1_000)))
    others = [world.spawn(Owner()) for _ in range(50)]
    # Half of the timers belong to one owner: leftovers of old timers must not slow it down.
    one, rounds = others[0], 50
    while True:
        arm = _time(lambda: [world.publish(StartTimer(o, o, "it", 500)) for o in others])
        stop = _time(lambda: [world.publish(StopTimer(o, o, "it", True)) for o in others])
        for _ in range(rounds):
            arm += _time(lambda: world.publish(StartTimer(one, one, "it", 500)))
            stop += _time(lambda: world.publish(StopTimer(one, one, "it", True)))
        world.advance()
        world.publish(Tick(world.root))
        yield arm / (len(others) + rounds), stop / (len(others) + rounds)


def _time(act: Callable[[], object]) -> int:
    start = process_time_ns()
    act()
    return process_time_ns() - start
