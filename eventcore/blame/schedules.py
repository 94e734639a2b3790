"""Schedules: who scheduled which event, and for when."""

from __future__ import annotations

import msgspec

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.trace.running import Running
from eventcore.world import World


class Scheduling(msgspec.Struct, frozen=True):
    """That an event was scheduled.

    Attributes:
        number: Which one it is, in order of scheduling.
        event: Its type.
        due: When it was due, in units of time.
        by: The handler that was at work; empty where none was.
    """

    number: int
    event: str
    due: int
    by: str


class Schedules(Running):
    """A tap that notes of each event that is scheduled by whom it is, and for when.

    Attributes:
        found: They, in order.
    """

    def __init__(self, world: World) -> None:
        super().__init__()
        self.found: list[Scheduling] = []
        self._world = world
        self._planned = world.agenda.planned
        world.tap(self)

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note what was scheduled by whoever published the event."""
        self._look()
        super().handling(event, handler, component)

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what the handler has scheduled."""
        self._look()
        super().handled(event, handler)

    def _look(self) -> None:
        agenda = self._world.agenda
        before, self._planned = self._planned, agenda.planned
        if self._planned == before:
            return
        by = "" if self.call is None else self.call.handler.label
        there = (*agenda.scheduled(), *agenda.held())
        new = [one for one in there if one.number > before]
        self.found += [
            Scheduling(one.number, type(one.event).__name__, one.due, by)
            for one in sorted(new, key=lambda handle: handle.number)
        ]
