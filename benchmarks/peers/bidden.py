"""Bidden's first scheme: sort all registrations, then call every component of every entity.

Each component of each entity is registered for the event separately. It ignores the
events of other entities by comparing the enactor's id with its entity's id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import attrs

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet

_by_priority = attrgetter("priority")


@attrs.define(eq=False, weakref_slot=False)
class Move(Packet):
    failed: bool = False

    def fail(self, reason: str) -> None:
        self.failed = True


class Registered:
    """The registration of a component for an event."""

    __slots__ = ("handler", "id", "priority")

    def __init__(self, number: int, priority: int, handler: Callable[[Any], Any]) -> None:
        self.id = number
        self.priority = priority
        self.handler = handler

    def hear(self, event: Any) -> None:
        if event.enactor.id == self.id:
            self.handler(event)


def contender(entities: int, every: int = 1) -> Contender:
    """Create a contender with this many entities, one of which moves."""
    mover = Mover()
    registered = []
    for number in range(mover.entity.id, mover.entity.id + entities):
        for place, handler in enumerate(mover.handlers):
            registered.append(Registered(number, place, handler))

    def broadcast(event: Move) -> None:
        registered.sort(key=_by_priority)
        for component in registered:
            component.hear(event)
            if event.failed:
                break

    def run(steps: Sequence[int]) -> None:
        entity = mover.entity
        for dx in steps:
            broadcast(Move(entity, dx, 0))

    return mover.contender(
        f"Bidden's scheme, {entities:,} entities",
        run,
        priorities=True,
        veto=True,
        note="sorts and asks everyone",
        every=every,
    )
