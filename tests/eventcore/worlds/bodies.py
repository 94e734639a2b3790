"""Events and components for walking and fighting. Handlers write their names into event logs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Change,
    Component,
    Entity,
    Event,
    Notice,
    Query,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.handler import Via

Method = Callable[[Any, Any, Any], None]


def says(
    text: str,
    kind: type[Event],
    priority: int = REACT,
    *,
    role: str = "enactor",
    via: Via = "self",
    always: bool = False,
) -> Method:
    """Make a handler that writes a word into the event's log."""

    @handles(kind, priority, role=role, via=via, always=always)
    def say(self: Any, event: Any, world: Any) -> None:
        event.log.append(text)

    return say


def does(
    act: Callable[[Any, Any], object],
    kind: type[Event],
    priority: int = REACT,
    *,
    role: str = "enactor",
    via: Via = "self",
    always: bool = False,
) -> Method:
    """Make a handler that calls a function with the event and the world."""

    @handles(kind, priority, role=role, via=via, always=always)
    def do(self: Any, event: Any, world: Any) -> None:
        act(event, world)

    return do


def fails(reason: str, kind: type[Event], priority: int, *, always: bool = False) -> Method:
    """Make a handler that refuses the event, and logs the reason."""

    def refuse(event: Any, world: Any) -> None:
        event.log.append(reason)
        event.fail(reason)

    return does(refuse, kind, priority, always=always)


async def wait(*_: object, **__: object) -> None:
    """Return a coroutine that has not run."""
    raise AssertionError


def yield_(*_: object, **__: object) -> Iterator[None]:
    """Return a generator that has not run."""
    yield


def component_of(name: str, **handlers: Method) -> type[Component]:
    """Make a component class with the given handlers as methods."""
    return component(type(name, (Component,), dict(handlers)))


def refuser(event: Event) -> str | None:
    """Return the label of the handler that refused or replaced an event, or None."""
    return None if event.failed_by is None else event.failed_by.label


def alone(make_world: Callable[..., World], *parts: type[Component]) -> tuple[World, Entity]:
    """Make a world with these component classes, and an entity that has all of them."""
    world = make_world(*parts)
    return world, world.spawn(*(part() for part in parts))


@event
class Walk(Action):
    log: list[str] = attrs.field(factory=list)


@event
class Run(Walk):
    """A hurried kind of Walk."""


@event
class Move(Action):
    dx: int


@event
class Hit(Change):
    target: Entity = role()
    log: list[str] = attrs.field(factory=list)


@event
class Fade(Change):
    """An entity fades. The event has only one role."""

    log: list[str] = attrs.field(factory=list)


@event
class Dawn(Notice):
    """A notice, which handlers cannot refuse."""

    log: list[str] = attrs.field(factory=list)


@event
class Trade(Notice):
    """A notice with three roles, two of which are optional."""

    target: Entity | None = role(default=None)
    item: Entity | None = role(default=None)
    log: list[str] = attrs.field(factory=list)


@event
class Weight(Query):
    total: int = 0
    log: list[str] = attrs.field(factory=list)


@component
class Legs(Component):
    """Applies a Walk."""

    steps: int = 0

    @handles(Walk, APPLY)
    def step(self, walk: Walk, world: World) -> None:
        self.steps += 1
        walk.log.append("legs")


@component
class Body(Component):
    """Applies a Hit or a Fade to its entity."""

    wounds: int = 0

    @handles(Hit, APPLY, role="target")
    def bleed(self, hit: Hit, world: World) -> None:
        self.wounds += 1
        hit.log.append("body")

    @handles(Fade, APPLY)
    def fade(self, fade: Fade, world: World) -> None:
        self.wounds += 1
        fade.log.append("body")


@component
class Track(Component):
    """A position on a line that ends at 3."""

    x: int = 0

    @handles(Move, VALIDATE)
    def stop_at_the_wall(self, move: Move, world: World) -> None:
        if self.x + move.dx > 3:
            move.fail("wall")

    @handles(Move, APPLY)
    def step(self, move: Move, world: World) -> None:
        self.x += move.dx


@component
class Boots(Component):
    @handles(Move, MODIFY)
    def stretch(self, move: Move, world: World) -> None:
        move.dx *= 2
