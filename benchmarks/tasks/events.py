"""Events of many shapes: nested, with few or many handlers, broadcasts, and queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from benchmarks.measure import Contender
from benchmarks.tasks.channels import Packet, Whistle, channels
from benchmarks.tasks.parts import RAW, Part, contender
from eventcore import (
    APPLY,
    MODIFY,
    RESOLVE,
    Action,
    Broadcast,
    Component,
    Entity,
    Notice,
    Query,
    World,
    component,
    event,
    handles,
)
from eventcore.outcome import CONTINUE

__all__ = ["answers", "everyone", "handlers", "nested"]

DEPTH = 5
EVERYONE = 10_000
ANSWERS = 20


@event
class Deeper(Action):
    """An action that publishes another one, until its number is 0."""

    number: int = 0


@component
class Diver(Component):
    dives: int = 0

    @handles(Deeper, RESOLVE)
    def dive(self, event: Deeper, world: Any) -> None:
        self.dives += 1
        if event.number:
            world.publish(Deeper(event.enactor, event.number - 1))


class RawBus:
    """A replacement for the world in raw loops that publish: a nested raw loop."""

    def __init__(self, handlers: Sequence[Any]) -> None:
        self.handlers = handlers

    def publish(self, event: Any) -> Any:
        for handler in self.handlers:
            handler(event, self)
            if event._outcome is not CONTINUE:
                break
        return event


def nested() -> Iterator[Contender]:
    """Publish an event whose handler publishes another, five in total."""
    task = "nested five deep"
    number = DEPTH - 1
    world, raw = World(components=[Diver]), Diver()
    entity = world.spawn(Diver())
    bus = RawBus([raw.dive])

    def by_hand(steps: Sequence[int]) -> None:
        publish = bus.publish
        for _ in steps:
            publish(Deeper(entity, number))

    def ours(steps: Sequence[int]) -> None:
        publish = world.publish
        for _ in steps:
            publish(Deeper(entity, number))

    yield contender(task, RAW, by_hand, lambda: (raw.dives,), DEPTH)
    yield contender(task, "eventcore", ours, lambda: (entity[Diver].dives,), DEPTH)
    for name, channel in channels():
        part = Part()
        channel.add(_diving(part, channel))

        def theirs(steps: Sequence[int], send: Any = channel.send, part: Part = part) -> None:
            for _ in steps:
                send(Packet(part, number))

        yield contender(task, name, theirs, part.tally, DEPTH)


def _diving(part: Part, channel: Any) -> Callable[[Any], None]:
    """Create a handler that sends the next event; whistle's dispatch is called directly."""
    send = channel.send
    if isinstance(channel, Whistle):
        dispatch, name = send.func, send.args[0]

        def dive_there(event: Any) -> None:
            part.count += 1
            if event.number:
                dispatch(name, Packet(event.enactor, event.number - 1))

        return dive_there

    def dive(event: Any) -> None:
        part.count += 1
        if event.number:
            send(Packet(event.enactor, event.number - 1))

    return dive


@event
class Ring(Notice):
    """An event that many handlers of an entity receive."""


def _ears(number: int) -> type[Component]:
    """Create a component class with the given number of handlers."""

    def hear(self: Any, event: Ring, world: World) -> None:
        self.count += 1

    body: dict[str, Any] = {f"hear_{n}": handles(Ring, APPLY)(_copy(hear)) for n in range(number)}
    body |= {"__annotations__": {"count": int}, "count": 0, "__module__": __name__}
    return component(type(f"Ears{number}", (Component,), body))


def _copy(function: Any) -> Any:
    return type(function)(function.__code__, function.__globals__, function.__name__)


def handlers() -> Iterator[Contender]:
    """Publish an event to one, ten and fifty handlers."""
    for number in (1, 10, 50):
        yield from _handlers(f"{number} handler{'s' * (number > 1)}", number)


def _handlers(task: str, number: int) -> Iterator[Contender]:
    cls: Any = _ears(number)
    world, raw = World(components=[cls]), cls()
    entity = world.spawn(cls())
    bound = [getattr(raw, f"hear_{n}") for n in range(number)]

    def by_hand(steps: Sequence[int]) -> None:
        for _ in steps:
            event = Ring(entity)
            for handler in bound:
                handler(event, world)
                if event._outcome is not CONTINUE:
                    break

    def ours(steps: Sequence[int]) -> None:
        publish = world.publish
        for _ in steps:
            publish(Ring(entity))

    yield contender(task, RAW, by_hand, lambda: (raw.count,), number)
    yield contender(task, "eventcore", ours, lambda: (entity[cls].count,), number)
    for name, channel in channels():
        part = Part()
        channel.add_all([part.handler() for _ in range(number)])
        yield contender(task, name, _sending(channel, part), part.tally, number)


def _sending(channel: Any, part: Part) -> Callable[[Sequence[int]], None]:
    def run(steps: Sequence[int]) -> None:
        send = channel.send
        for _ in steps:
            send(Packet(part))

    return run


@event
class Tick(Broadcast):
    """A broadcast to all entities."""


@component
class Clock(Component):
    count: int = 0

    @handles(Tick, APPLY)
    def go_on(self, event: Tick, world: World) -> None:
        self.count += 1


def everyone() -> Iterator[Contender]:
    """Publish a Broadcast to ten thousand entities, or send an event to as many handlers."""
    task = f"heard by {EVERYONE:,}"
    world = World(components=[Clock])
    raw, clocks = ([Clock() for _ in range(EVERYONE)] for _ in range(2))
    for clock in clocks:
        world.spawn(clock)
    bound = [clock.go_on for clock in raw]

    def by_hand(steps: Sequence[int]) -> None:
        for _ in steps:
            event = Tick(world.root)
            for handler in bound:
                handler(event, world)
                if event._outcome is not CONTINUE:
                    break

    def ours(steps: Sequence[int]) -> None:
        for _ in steps:
            world.publish(Tick(world.root))

    def ends(of: Sequence[Clock]) -> Callable[[], tuple[int, int]]:
        return lambda: (of[0].count, of[-1].count)

    yield contender(task, RAW, by_hand, ends(raw), 1, 1)
    yield contender(task, "eventcore", ours, ends(clocks), 1, 1)
    for name, channel in channels():
        part = Part()
        channel.add_all([part.handler() for _ in range(EVERYONE)])
        yield contender(task, name, _sending(channel, part), part.tally, EVERYONE)


@event
class Which(Query):
    """A query that collects answers."""

    found: list[int] = attrs.field(factory=list)


def _mouths(number: int) -> type[Component]:
    def answer(self: Any, query: Which, world: World) -> None:
        query.found.append(self.count)

    body: dict[str, Any] = {
        f"say_{n}": handles(Which, MODIFY)(_copy(answer)) for n in range(number)
    }
    body |= {"__annotations__": {"count": int}, "count": 1, "__module__": __name__}
    return component(type("Mouths", (Component,), body))


@attrs.define(eq=False)
class Asked(Packet):
    found: list[int] = attrs.field(factory=list)


def answers() -> Iterator[Contender]:
    """Ask a query to which twenty handlers add an answer."""
    task = f"{ANSWERS} answers"
    cls: Any = _mouths(ANSWERS)
    world, raw = World(components=[cls]), cls()
    entity: Entity = world.spawn(cls())
    bound = [getattr(raw, f"say_{n}") for n in range(ANSWERS)]
    sums = dict.fromkeys((RAW, "eventcore"), 0)

    def by_hand(steps: Sequence[int]) -> None:
        for _ in steps:
            query = Which(entity)
            for handler in bound:
                handler(query, world)
                if query._outcome is not CONTINUE:
                    break
            sums[RAW] += len(query.found)

    def ours(steps: Sequence[int]) -> None:
        ask = world.ask
        for _ in steps:
            sums["eventcore"] += len(ask(Which(entity)).found)

    for name, run in ((RAW, by_hand), ("eventcore", ours)):
        yield contender(task, name, run, lambda name=name: (sums[name],), ANSWERS)  # type: ignore[misc]
    for name, channel in channels():
        part = Part()
        channel.add_all([part.answerer() for _ in range(ANSWERS)])

        def theirs(steps: Sequence[int], send: Any = channel.send, part: Part = part) -> None:
            for _ in steps:
                asked = Asked(part)
                send(asked)
                part.count += len(asked.found)

        yield contender(task, name, theirs, part.tally, ANSWERS)
