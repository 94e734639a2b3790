"""circuits: events are queued and flushed to handlers by priority; an event can be stopped."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType, MethodType
from typing import Any

import circuits

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover
from eventcore import Entity


class move(circuits.Event):  # circuits names events after their class
    def __init__(self, enactor: Entity, dx: int, dy: int) -> None:
        super().__init__()
        self.enactor = enactor
        self.dx = dx
        self.dy = dy

    def fail(self, reason: str) -> None:
        self.stop()


def contenders() -> list[Contender]:
    mover = Mover()
    app = circuits.Component()
    for place, handler in reversed(list(enumerate(mover.handlers))):
        app.addHandler(_declared(handler, priority=-place))
    while len(app):
        app.flush()

    def run(steps: Sequence[int]) -> None:
        fire, flush = app.fire, app.flush
        entity = mover.entity
        for dx in steps:
            fire(move(entity, dx, 0))
            flush()

    note = "queued: fire, then flush"
    return [mover.contender("circuits", run, priorities=True, veto=True, note=note)]


def _declared(method: Any, priority: int) -> MethodType:
    """Declare a copy of a method as a handler, because declaring modifies the function."""
    function = method.__func__
    copy = FunctionType(function.__code__, function.__globals__, function.__name__)
    return MethodType(circuits.handler("move", priority=priority)(copy), method.__self__)
