"""zope.event: handlers by event class, in order of registration."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import zope.event
from zope.event import classhandler

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


def contenders() -> list[Contender]:
    mover = Mover()

    @attrs.define(eq=False, weakref_slot=False)
    class Move(Packet):
        """An event class for this contender only, because handlers are global."""

    for handler in mover.handlers:
        classhandler.handler(Move, handler)

    def run(steps: Sequence[int]) -> None:
        notify = zope.event.notify
        entity = mover.entity
        for dx in steps:
            notify(Move(entity, dx, 0))

    note = "with classhandler"
    return [mover.contender("zope.event", run, priorities=False, veto=False, note=note)]
