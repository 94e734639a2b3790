"""psygnal (compiled): slots by priority; only an error stops later slots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from psygnal import Signal

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


class Emitter:
    move: ClassVar[Signal] = Signal(object)


def contenders() -> list[Contender]:
    mover = Mover()
    signal = Emitter().move
    for place, handler in reversed(list(enumerate(mover.handlers))):
        signal.connect(handler, priority=-place)

    def run(steps: Sequence[int]) -> None:
        emit = signal.emit_fast
        entity = mover.entity
        for dx in steps:
            emit(Packet(entity, dx, 0))

    note = "emit_fast; compiled"
    return [mover.contender("psygnal", run, priorities=True, veto=False, note=note)]
