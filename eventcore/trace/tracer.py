"""A tap that writes down each call of a chain, in order.

It is compiled into the chains while it is attached and costs nothing after.
"""

from __future__ import annotations

import attrs

from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.outcome import Outcome
from eventcore.tap import Tap
from eventcore.world import World

__all__ = ["Call", "Tracer"]


@attrs.frozen
class Call:
    """One handler's turn at one event.

    Attributes:
        sequence: The event's number.
        event: The event type's name.
        handler: Who was called.
        outcome: What the event's outcome was when it returned.
    """

    sequence: int
    event: str
    handler: Handler
    outcome: Outcome

    def __str__(self) -> str:
        return f"{self.event} #{self.sequence}: {self.handler} → {self.outcome.value}"


class Tracer(Tap):
    r"""Keeps the calls made in a world until they are cleared.

    Use it as a context manager to trace a stretch::

        with Tracer(world) as tracer:
            world.publish(Move(walker, 1))
        print(*tracer.calls, sep="\n")
    """

    def __init__(self, world: World) -> None:
        self.calls: list[Call] = []
        self._world = world

    def handled(self, event: Event, handler: Handler) -> None:
        """Write a call down."""
        self.calls.append(Call(event.sequence, type(event).__name__, handler, event.outcome))

    def __enter__(self) -> Tracer:
        self._world.tap(self)
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)
