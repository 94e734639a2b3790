"""lucid-events: listeners by event type and priority; returning False stops later listeners."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import lucid_events

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


@attrs.define(eq=False, weakref_slot=False)
class Move(Packet):
    def fail(self, reason: str) -> bool:
        return False


def contenders() -> list[Contender]:
    mover = Mover()
    dispatcher = lucid_events.Dispatcher()
    for place, handler in reversed(list(enumerate(mover.handlers))):
        dispatcher.listen(Move, handler, priority=-place)

    def run(steps: Sequence[int]) -> None:
        dispatch = dispatcher.dispatch
        entity = mover.entity
        for dx in steps:
            dispatch(Move(entity, dx, 0))

    note = "sorts at each dispatch"
    return [mover.contender("lucid-events", run, priorities=True, veto=True, note=note)]
