"""whistle: listeners by event id and priority; an event can stop its propagation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import whistle

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover
from eventcore import Entity


class Move(whistle.Event):
    """An event written as in whistle's documentation."""

    def __init__(self, enactor: Entity, dx: int, dy: int) -> None:
        self.enactor = enactor
        self.dx = dx
        self.dy = dy

    def fail(self, reason: str) -> None:
        self.stop_propagation()


class SlottedMove:
    """A hand-written event without whistle's base class, with only what a dispatcher needs."""

    __slots__ = ("dispatcher", "dx", "dy", "enactor", "name", "propagation_stopped")

    def __init__(self, enactor: Entity, dx: int, dy: int) -> None:
        self.enactor = enactor
        self.dx = dx
        self.dy = dy
        self.propagation_stopped = False

    def fail(self, reason: str) -> None:
        self.propagation_stopped = True


def contenders() -> list[Contender]:
    return [
        _contender("whistle", Move, "events derive from whistle.Event"),
        _contender("whistle, slots", SlottedMove, "the same, the event's class tuned by hand"),
    ]


def _contender(name: str, kind: Callable[[Entity, int, int], Any], note: str) -> Contender:
    mover = Mover()
    dispatcher = whistle.EventDispatcher()
    for priority, handler in reversed(list(enumerate(mover.handlers))):
        dispatcher.add_listener("move", handler, priority=priority)

    def run(steps: Sequence[int]) -> None:
        dispatch = dispatcher.dispatch
        entity = mover.entity
        for dx in steps:
            dispatch("move", kind(entity, dx, 0))

    return mover.contender(name, run, priorities=True, veto=True, note=note)
