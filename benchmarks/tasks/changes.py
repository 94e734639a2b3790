"""Other uses of a bus: attached and detached components, deferred events, and observers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from benchmarks.core import Bound, bound_handlers, tally_of
from benchmarks.measure import Contender
from benchmarks.tasks.channels import Packet, channels
from benchmarks.tasks.parts import RAW, Part, contender
from benchmarks.work import Bump, Collision, Count, Move, Position, make_world, spawn_mover
from eventcore import RESOLVE, Action, Component, Entity, World, component, event, handles
from eventcore.outcome import CONTINUE

__all__ = ["attached", "deferred", "observed", "spawned"]


def attached() -> Iterator[Contender]:
    """Attach a component, publish an event to it and three others, and detach it."""
    task = "attach, publish, detach"
    world = make_world()
    movers = [world.spawn(Collision(), Bump(), Position()) for _ in range(2)]
    counts = [Count(), Count()]
    parts = [(mover, mover[Position], count) for mover, count in zip(movers, counts, strict=True)]
    hand = movers[0]
    bound: list[Bound] = [
        hand[Collision].stop_at_walls,
        hand[Bump].stop_at_others,
        hand[Position].step,
    ]

    def by_hand(steps: Sequence[int]) -> None:
        count = counts[0].count
        for dx in steps:
            bound.append(count)
            move = Move(hand, dx, 0)
            for handler in bound:
                handler(move, world)
                if move._outcome is not CONTINUE:
                    break
            bound.remove(count)

    def ours(steps: Sequence[int]) -> None:
        attach, publish, detach = world.attach, world.publish, world.detach
        mover, count = movers[1], counts[1]
        for dx in steps:
            attach(mover, count)
            publish(Move(mover, dx, 0))
            detach(mover, Count)

    def tally(place: int) -> Callable[[], tuple[int, ...]]:
        _, position, count = parts[place]
        return lambda: (position.x, count.steps)

    yield contender(task, RAW, by_hand, tally(0), 0, 1)
    yield contender(task, "eventcore", ours, tally(1), 0, 1)
    for name, channel in channels(but=("esper",)):  # it cannot remove a method
        part = Part()
        channel.add_all([part.handler() for _ in range(3)])
        last = part.handler()

        def theirs(
            steps: Sequence[int], channel: Any = channel, part: Part = part, last: Any = last
        ) -> None:
            add, send, remove = channel.add, channel.send, channel.remove
            for _ in steps:
                add(last, 3)
                send(Packet(part))
                remove(last)

        yield contender(task, name, theirs, part.tally, 4)


def spawned() -> Iterator[Contender]:
    """Spawn an entity with four components that index it, and destroy it."""
    task = "spawn and destroy"
    world, store = make_world(), RawStore()
    made = dict.fromkeys((RAW, "eventcore", "esper"), 0)

    def by_hand(steps: Sequence[int]) -> None:
        spawn, destroy = store.spawn, store.destroy
        for _ in steps:
            destroy(spawn(Collision(), Bump(), Position(), Count()))
        made[RAW] += len(steps)

    def ours(steps: Sequence[int]) -> None:
        spawn, despawn = world.spawn, world.despawn
        for _ in steps:
            despawn(spawn(Collision(), Bump(), Position(), Count()))
        made["eventcore"] += len(steps)

    def tally(who: str, left: Callable[[], int]) -> Callable[[], tuple[int, int]]:
        return lambda: (made[who], left())

    yield contender(task, RAW, by_hand, tally(RAW, lambda: len(store.entities)), 1, 0)
    yield contender(task, "eventcore", ours, tally("eventcore", lambda: len(world)), 1, 0)
    try:
        esper = import_module("esper")
    except ModuleNotFoundError:
        return

    def theirs(steps: Sequence[int]) -> None:
        create, delete = esper.create_entity, esper.delete_entity
        for _ in steps:
            delete(create(Collision(), Bump(), Position(), Count()), immediate=True)
        made["esper"] += len(steps)

    yield contender(task, "esper", theirs, tally("esper", lambda: len(esper._entities)), 1, 0)


class RawStore:
    """A minimal entity store: components by entity and class, and entities by class."""

    def __init__(self) -> None:
        self.number = 0
        self.entities: dict[int, dict[type, Any]] = {}
        self.having: dict[type, set[int]] = {
            cls: set() for cls in (Collision, Bump, Position, Count)
        }

    def spawn(self, *components: Any) -> int:
        self.number = number = self.number + 1
        parts = self.entities[number] = {}
        for part in components:
            cls = part.__class__
            parts[cls] = part
            self.having[cls].add(number)
        return number

    def destroy(self, number: int) -> None:
        for cls in self.entities.pop(number):
            self.having[cls].discard(number)


@event
class Hurry(Action):
    """An action that defers a Move."""

    dx: int


@component
class Patience(Component):
    @handles(Hurry, RESOLVE)
    def wait(self, event: Hurry, world: Any) -> None:
        world.defer(Move(event.enactor, event.dx, 0))


class RawQueue:
    """A replacement for the world in a raw loop with deferred events."""

    def __init__(self) -> None:
        self.waiting: deque[Any] = deque()
        self.defer = self.waiting.append


def deferred() -> Iterator[Contender]:
    """Publish an event whose handler defers a second event."""
    task = "defer"
    world = make_world(Patience)
    hand, mover = (
        world.spawn(Collision(), Bump(), Position(), Count(), Patience()) for _ in range(2)
    )
    queue: Any = RawQueue()
    wait, moving = [hand[Patience].wait], bound_handlers(hand)

    def by_hand(steps: Sequence[int]) -> None:
        waiting = queue.waiting
        for dx in steps:
            event: Any = Hurry(hand, dx)
            for handler in wait:
                handler(event, queue)
                if event._outcome is not CONTINUE:
                    break
            while waiting:
                event = waiting.popleft()
                for step in moving:
                    step(event, world)
                    if event._outcome is not CONTINUE:
                        break

    def ours(steps: Sequence[int]) -> None:
        publish = world.publish
        for dx in steps:
            publish(Hurry(mover, dx))

    yield contender(task, RAW, by_hand, tally_of(hand), 0, 1)
    yield contender(task, "eventcore", ours, tally_of(mover), 0, 1)


class Watcher:
    """An observer that counts events."""

    def __init__(self) -> None:
        self.seen = 0

    def look(self, event: Any) -> None:
        self.seen += 1


def observed() -> Iterator[Contender]:
    """Publish an event of an entity that has one observer."""
    task = "one observer of one entity"
    worlds = make_world(), make_world()
    hand, mover = spawn_mover(worlds[0]), spawn_mover(worlds[1])
    by, watcher = Watcher(), Watcher()
    worlds[1].observe(Move, watcher.look, entity=mover)
    observers: dict[Entity, list[Any]] = {hand: [by.look]}
    bound = bound_handlers(hand)

    def by_hand(steps: Sequence[int]) -> None:
        world: World = worlds[0]
        for dx in steps:
            move = Move(hand, dx, 0)
            for handler in bound:
                handler(move, world)
                if move._outcome is not CONTINUE:
                    break
            for observer in observers.get(move.enactor, ()):
                observer(move)

    def ours(steps: Sequence[int]) -> None:
        publish = worlds[1].publish
        for dx in steps:
            publish(Move(mover, dx, 0))

    def tally(mover: Entity, watcher: Watcher) -> Callable[[], tuple[int, ...]]:
        return lambda: (mover[Position].x, watcher.seen)

    yield contender(task, RAW, by_hand, tally(hand, by), 0, 1)
    yield contender(task, "eventcore", ours, tally(mover, watcher), 0, 1)
