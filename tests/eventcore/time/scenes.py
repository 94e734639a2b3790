"""A world with timers that logs the events they publish."""

from __future__ import annotations

import attrs

from eventcore import (
    APPLY,
    REACT,
    Change,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
    handles,
    load_world,
    role,
    save_world,
)
from eventcore.time import (
    Packet,
    StartTimer,
    Tick,
    TimerFacts,
    TimerKind,
    Timers,
    add_timers,
    start_clock,
)


@event
class Said(Notice):
    word: str = ""
    timer: TimerFacts | None = None


@event
class Sting(Change):
    target: Entity = role()
    by: int = 1


@component
class Diary(Component):
    """Logs the events of timers, with the turn and the number of remaining turns."""

    lines: list[str] = attrs.field(factory=list)

    @handles(Said, REACT)
    def write(self, said: Said, world: World) -> None:
        assert said.timer is not None
        self.lines.append(f"{world.turn} {said.word} {said.timer.remaining}")


@component
class Skin(Component):
    stings: int = 0

    @handles(Sting, APPLY, role="target")
    def smart(self, sting: Sting, world: World) -> None:
        self.stings += sting.by


def telling(**how: object) -> TimerKind:
    moments = {word: Packet("Said", {"word": word}) for word in ("start", "tick", "half", "end")}
    return TimerKind(**{**moments, **how})  # type: ignore[arg-type]  # the tests pass valid values


def tick(world: World, turns: int = 1) -> None:
    for _ in range(turns):
        world.advance()
        world.publish(Tick(world.root))


def start(world: World, target: Entity, kind: str, duration: int, level: int = 1) -> StartTimer:
    return world.publish(StartTimer(world.root, target, kind, duration, level))


def timers_of(world: World) -> Timers:
    return world.root[Timers]


def scene(*more: type[Component], debug: bool = False, **kinds: TimerKind) -> tuple[World, Entity]:
    """Return a world with the given kinds of timers, and an entity that logs their events."""
    world = World(components=[Timers, *more, Diary, Skin], debug=debug)
    add_timers(world, kinds)
    start_clock(world)
    return world, world.spawn(Diary(), Skin())


def load(world: World) -> World:
    return load_world(save_world(world), components=world.components, debug=world.debug)
