"""Events of other shapes, each compared with an equivalent raw loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.core import Bound, bound_handlers, tally_of
from benchmarks.measure import Contender, compare, ratio_of
from benchmarks.results import Section, Target
from benchmarks.work import (
    NICHE,
    Bump,
    Collision,
    Count,
    Move,
    Pass,
    Position,
    make_world,
    spawn_mover,
)
from eventcore import AIM, RESOLVE, Action, Component, Entity, World, component, event, handles
from eventcore.outcome import CONTINUE, REPLACED

__all__ = ["pairs", "shapes"]


@event
class Lunge(Action):
    """An action that publishes a Move within its own chain."""

    dx: int


@event
class Blunder(Action):
    """An action that is replaced by a Move."""

    dx: int


@component
class Drunk(Component):
    @handles(Lunge, RESOLVE)
    def lunge(self, event: Lunge, world: World) -> None:
        world.publish(Move(event.enactor, event.dx, 0))

    @handles(Blunder, AIM)
    def blunder(self, event: Blunder, world: World) -> None:
        event.replace(Move(event.enactor, event.dx, 0))


class RawBus:
    """A replacement for the world in raw loops that publish: a nested raw loop."""

    def __init__(self, handlers: Sequence[Bound]) -> None:
        self.handlers = handlers

    def publish(self, event: Any) -> Any:
        for handler in self.handlers:
            handler(event, self)
            if event._outcome is not CONTINUE:
                break
        return event


def shapes() -> Section:
    """Measure all event shapes."""
    contenders = [contender for pair in pairs() for contender in pair]
    rows, times = compare(contenders, rounds=60)
    targets = [
        Target(f"{shape}, of its raw loop", ratio_of(times, f"eventcore, {shape}", shape), limit)
        for shape, limit in (("two roles", 1.3), ("vetoed", 1.45))
    ]
    title = "Other shapes, each against its own raw loop"
    return Section("shapes", title, rows, targets=targets)


def pairs() -> Iterator[tuple[Contender, Contender]]:
    """Yield two contenders for each shape: a raw loop and eventcore."""
    yield _two_roles()
    yield _vetoed()
    yield _nested()
    yield _replaced()


def _pair(
    shape: str,
    raw: Callable[[Sequence[int]], None],
    ours: Callable[[Sequence[int]], None],
    tallies: tuple[Callable[[], tuple[int, ...]], Callable[[], tuple[int, ...]]],
    each: tuple[int, ...] = (0, 1),
    note: str = "",
) -> tuple[Contender, Contender]:
    return (
        Contender(shape, raw, tallies[0], each, note="raw loop", against=shape, veto=True),
        Contender(
            f"eventcore, {shape}",
            ours,
            tallies[1],
            each,
            note=note,
            against=shape,
            priorities=True,
            veto=True,
        ),
    )


def _two_roles() -> tuple[Contender, Contender]:
    world = make_world()
    movers = spawn_mover(world), spawn_mover(world)
    targets = spawn_mover(world), spawn_mover(world)

    def tally(mover: Entity, target: Entity) -> Callable[[], tuple[int, ...]]:
        return lambda: (mover[Position].x, target[Count].steps)

    mover, target = movers[0], targets[0]
    handlers = (
        mover[Collision].stop_passing_at_walls,
        target[Bump].stop_passing_others,
        mover[Position].step_past,
        target[Count].count_passing,
    )

    def raw(steps: Sequence[int]) -> None:
        for dx in steps:
            event = Pass(mover, target, dx, 0)
            for handler in handlers:
                handler(event, world)
                if event._outcome is not CONTINUE:
                    break

    def ours(steps: Sequence[int]) -> None:
        publish = world.publish
        mover, target = movers[1], targets[1]
        for dx in steps:
            publish(Pass(mover, target, dx, 0))

    tallies = tally(mover, target), tally(movers[1], targets[1])
    return _pair("two roles", raw, ours, tallies, note="routed by both")


def _vetoed() -> tuple[Contender, Contender]:
    world = make_world()
    hand, mover = spawn_mover(world, *NICHE), spawn_mover(world, *NICHE)
    handlers = bound_handlers(hand)

    def raw(steps: Sequence[int]) -> None:
        for dx in steps:
            move = Move(hand, dx, 0)
            for handler in handlers:
                handler(move, world)
                if move._outcome is not CONTINUE:
                    break

    def ours(steps: Sequence[int]) -> None:
        publish = world.publish
        for dx in steps:
            publish(Move(mover, dx, 0))

    tallies = tally_of(hand), tally_of(mover)
    return _pair("vetoed", raw, ours, tallies, (0, 0), "by the first handler")


def _nested() -> tuple[Contender, Contender]:
    world = make_world(Drunk)
    hand, mover = _spawn_drunk(world), _spawn_drunk(world)
    bus: Any = RawBus(bound_handlers(hand))  # takes the place of a world
    handlers = (hand[Drunk].lunge,)

    def raw(steps: Sequence[int]) -> None:
        for dx in steps:
            event = Lunge(hand, dx)
            for handler in handlers:
                handler(event, bus)
                if event._outcome is not CONTINUE:
                    break

    def ours(steps: Sequence[int]) -> None:
        publish = world.publish
        for dx in steps:
            publish(Lunge(mover, dx))

    tallies = tally_of(hand), tally_of(mover)
    return _pair("nested", raw, ours, tallies, note="two events in one another")


def _replaced() -> tuple[Contender, Contender]:
    world = make_world(Drunk)
    hand, mover = _spawn_drunk(world), _spawn_drunk(world)
    bus = RawBus(bound_handlers(hand))
    handlers = (hand[Drunk].blunder,)

    def raw(steps: Sequence[int]) -> None:
        for dx in steps:
            event = Blunder(hand, dx)
            for handler in handlers:
                handler(event, world)
                if event._outcome is not CONTINUE:
                    break
            if event._outcome is REPLACED:
                bus.publish(event._replacement)

    def ours(steps: Sequence[int]) -> None:
        publish = world.publish
        for dx in steps:
            publish(Blunder(mover, dx))

    tallies = tally_of(hand), tally_of(mover)
    return _pair("replaced", raw, ours, tallies, note="two events, one for the other")


def _spawn_drunk(world: World) -> Entity:
    mover = spawn_mover(world)
    world.attach(mover, Drunk())
    return mover
