"""The four handlers of ``work.py``, for libraries that pass only the event.

How a handler rejects an event differs between libraries, so the event decides:
``return event.fail(…)`` may set a flag, raise, or return a value that the library
treats as a veto.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from benchmarks.measure import Contender
from benchmarks.work import GRID, OCCUPIED, START
from eventcore import Component, Entity, World, component

__all__ = ["Bump", "Collision", "Count", "Mover", "Packet", "Position"]

Part = Callable[[Any], Any]


class _Referable:
    """A base with a ``__weakref__`` slot, because some libraries hold handlers weakly."""

    __slots__ = ("__weakref__",)


@attrs.define(eq=False, weakref_slot=False)
class Packet:
    """A minimal event: other libraries keep no cause, sequence number or outcome."""

    enactor: Entity
    dx: int
    dy: int

    def fail(self, reason: str) -> object:
        """Reject the event, if the library supports that."""
        return None


@component
class Position(_Referable, Component):
    x: int = START[0]
    y: int = START[1]

    def step(self, event: Any) -> None:
        self.x += event.dx
        self.y += event.dy


@component
class Collision(_Referable, Component):
    def stop_at_walls(self, event: Any) -> Any:
        position = event.enactor[Position]
        if GRID[position.y + event.dy][position.x + event.dx]:
            return event.fail("wall")
        return None


@component
class Bump(_Referable, Component):
    def stop_at_others(self, event: Any) -> Any:
        position = event.enactor[Position]
        if (position.x + event.dx, position.y + event.dy) in OCCUPIED:
            return event.fail("occupied")
        return None


@component
class Count(_Referable, Component):
    steps: int = 0

    def count(self, event: Any) -> None:
        self.steps += 1


class Mover:
    """An entity with the four components, and its handlers in order."""

    def __init__(self) -> None:
        self.world = World(components=[Collision, Bump, Position, Count])
        self.parts = (Collision(), Bump(), Position(), Count())
        self.entity = self.world.spawn(*self.parts)
        self.handlers: tuple[Part, Part, Part, Part] = (
            self.parts[0].stop_at_walls,
            self.parts[1].stop_at_others,
            self.parts[2].step,
            self.parts[3].count,
        )

    def contender(
        self,
        name: str,
        run: Callable[[Sequence[int]], None],
        *,
        priorities: bool,
        veto: bool,
        note: str = "",
        every: int = 1,
    ) -> Contender:
        """Create a contender from a function that moves this entity."""

        def tally() -> tuple[int, int]:
            return self.parts[2].x, self.parts[3].steps

        return Contender(name, run, tally, priorities=priorities, veto=veto, note=note, every=every)
