"""taillight: slots by priority; raising SignalStop stops later slots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import attrs
from taillight.signal import Signal, SignalStop

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


@attrs.define(eq=False, weakref_slot=False)
class Move(Packet):
    def fail(self, reason: str) -> NoReturn:
        raise SignalStop


def contenders() -> list[Contender]:
    mover = Mover()
    signal = Signal()
    for place, handler in reversed(list(enumerate(mover.handlers))):
        signal.add(handler, priority=place)

    def run(steps: Sequence[int]) -> None:
        call = signal.call
        entity = mover.entity
        for dx in steps:
            call(Move(entity, dx, 0))  # the sender is the one argument slots must take

    note = "sorts at each call"
    return [mover.contender("taillight", run, priorities=True, veto=True, note=note)]
