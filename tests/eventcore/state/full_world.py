"""A world that contains an example of everything that can be saved and copied."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import attrs
from msgspec import Meta

from eventcore import (
    APPLY,
    Change,
    Component,
    Digest,
    Entity,
    Fixed,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.state.digest import state_digest
from eventcore.time import (
    Packet,
    Scheduled,
    StartTimer,
    Tick,
    TimerFacts,
    TimerKind,
    Timers,
    add_timers,
    run,
    start_clock,
)


class Hue(Enum):
    RED = "red"


@attrs.frozen
class Mark:
    at: int
    by: Entity | None = None


@attrs.define
class Heap:
    stones: list[int] = attrs.field(factory=list)
    under: Heap | None = None


@event
class Grow(Change):
    target: Entity = role()
    by: int = 1
    notes: list[str] = attrs.field(factory=list)
    coming: Scheduled | None = None


@event
class Fade(Change):
    target: Entity = role()
    timer: TimerFacts | None = None


@component
class Plain(Component):
    number: Annotated[int, Meta(ge=0)] = 0
    words: list[str] = attrs.field(factory=list)
    rows: list[list[int]] = attrs.field(factory=list)
    counts: dict[str, int] = attrs.field(factory=dict)
    friends: dict[str, Entity] = attrs.field(factory=dict)
    friend: Entity | None = None
    marks: list[Mark] = attrs.field(factory=list)
    heap: Heap | None = None
    pair: tuple[int, Entity] | None = None
    chosen: list[int] = attrs.field(factory=list)
    hue: Hue = Hue.RED
    table: Fixed[str, Mark] = attrs.field(factory=Fixed)
    coming: Scheduled | None = None
    rings: list[int] = attrs.field(factory=list, init=False)

    @handles(Grow, APPLY, role="target")
    def grow(self, grow: Grow, world: World) -> None:
        self.number += grow.by + world.stream("growth").below(100)
        self.words.append(str(self.number))
        self.rings.append(self.number)
        self.coming = grow.coming or self.coming


@component
class Caching(Component):
    seen: int = 0
    _known: list[int] = attrs.field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._known.append(-self.seen)

    def known(self) -> list[int]:
        return self._known

    @handles(Grow, APPLY, role="target")
    def note(self, grow: Grow, world: World) -> None:
        self.seen += 1
        self._known.append(self.seen)


@component
class Ring(Component):
    heard: int = 0

    @handles(Grow, APPLY, via="owner", role="target")
    def hear(self, grow: Grow, world: World) -> None:
        self.heard += 1


@component
class Law(Component):
    heard: int = 0

    @handles(Grow, APPLY, via="world")
    def hear(self, grow: Grow, world: World) -> None:
        self.heard += 1


@component
class Ebb(Component):
    ticks: int = 0
    ended: list[str] = attrs.field(factory=list)

    @handles(Tick, APPLY)
    def tick(self, tick: Tick, world: World) -> None:
        self.ticks += 1

    @handles(Fade, APPLY, via="world")
    def end(self, fade: Fade, world: World) -> None:
        self.ended.append(f"{world.turn} {fade.target.id}")


CLASSES = (Timers, Plain, Caching, Ring, Law, Ebb)


def full_world(debug: bool = False) -> World:
    """Return a world in which 2 is frozen and owns 4; 5 refers to 3, which has left the world."""
    world = World(components=CLASSES, seed=3, debug=debug)
    add_timers(world, {"glow": TimerKind(end=Packet("Fade", {}))})
    world.attach(world.root, Ebb())
    start_clock(world)
    first = world.spawn(Plain(1, ["a"], [[1], [2, 3]], {"x": 1}), Caching(4))
    gone = world.spawn(Plain(7))
    ring = world.spawn(Ring())
    world.set_owner(ring, first)
    second = world.spawn(
        Plain(
            2,
            friends={"one": first},
            friend=gone,
            marks=[Mark(1), Mark(2, first), Mark(3, gone)],
            heap=Heap([1], Heap([2])),
            pair=(5, first),
            chosen=[3, 1],
            table=Fixed({"b": Mark(1), "a": Mark(2)}),
        )
    )
    world.publish(Grow(first, second, 3))
    world.publish(StartTimer(first, first, "glow", 4))
    world.agenda.schedule(first, delay=30)
    world.agenda.delay(first, 100, 130)
    coming = world.schedule(Grow(first, second, 5, ["later"]), 250)
    held = world.schedule(Grow(second, first, 9), 130)
    world.publish(Grow(second, second, 1, coming=coming))
    world.publish(Grow(first, first, 1, coming=held))
    world.agenda.freeze(first)
    world.despawn(gone)
    return world


def go_on(world: World, steps: int = 12) -> str:
    digest = Digest(world)
    for step in range(steps):
        first, second = world[2], world[5]
        world.publish(Grow(first, second, step))
        if step == 3 and world.agenda.frozen(first):
            world.agenda.thaw(first)
        if step == 5 and Law not in world.root:
            world.attach(world.root, Law())
        if step == 7:
            world.spawn(Plain(step, friend=first))
        run(world, world.agenda.now + 60, act=lambda who: world.agenda.delay(who, 70))
        digest.seal()
    world.untap(digest)
    return digest.value + state_digest(world)


def remembering(dead: int) -> World:
    """Return a world whose last entity refers to a chain of despawned entities."""
    world = World(components=[Plain])
    everyone = [world.spawn(Plain(0))]
    for number in range(1, dead + 1):
        everyone.append(world.spawn(Plain(number, friend=everyone[-1])))
    for one in everyone[:-1]:
        world.despawn(one)
    return world


def remembered(world: World) -> list[tuple[int, bool]]:
    """Return the number of each entity in the chain, and whether the entity is alive."""
    one, found = [*world][-1], []
    while (friend := one[Plain].friend) is not None:
        one = friend
        found.append((one[Plain].number, one.alive))
    return found
