"""A world with timers for the tests: what is published is written down."""

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
    role,
)
from eventcore.time import Packet, StartTimer, Tick, TimerFacts, TimerKind, Timers, add_timers


@event
class Said(Notice):
    """What a timer has to say."""

    word: str = ""
    timer: TimerFacts | None = None


@event
class Sting(Change):
    """Something that hurts its target, and may be refused."""

    target: Entity = role()
    by: int = 1


@component
class Diary(Component):
    """Writes down what it is told, with the turn and how many are left."""

    lines: list[str] = attrs.field(factory=list)

    @handles(Said, REACT)
    def write(self, said: Said, world: World) -> None:
        assert said.timer is not None
        self.lines.append(f"{world.turn} {said.word} {said.timer.remaining}")


@component
class Skin(Component):
    """Counts stings."""

    stings: int = 0

    @handles(Sting, APPLY, role="target")
    def smart(self, sting: Sting, world: World) -> None:
        self.stings += sting.by


def telling(**how: object) -> TimerKind:
    """A kind that says each of its moments."""
    moments = {word: Packet("Said", {"word": word}) for word in ("start", "tick", "half", "end")}
    return TimerKind(**{**moments, **how})  # type: ignore[arg-type]  # as the tests give them


def tick(world: World, turns: int = 1) -> None:
    """Let turns go by."""
    for _ in range(turns):
        world.advance()
        world.publish(Tick(world.root))


def start(world: World, target: Entity, kind: str, duration: int, level: int = 1) -> StartTimer:
    return world.publish(StartTimer(world.root, target, kind, duration, level))


def timers_of(world: World) -> Timers:
    return world.root[Timers]


def scene(debug: bool, *more: type[Component], **kinds: TimerKind) -> tuple[World, Entity]:
    """A world with kinds of timer, and somebody who writes down what they say."""
    world = World(components=[Timers, *more, Diary, Skin], debug=debug)
    add_timers(world, kinds)
    return world, world.spawn(Diary(), Skin())
