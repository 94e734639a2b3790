"""pyee: handlers by name, in order of registration."""

from __future__ import annotations

from collections.abc import Sequence

from pyee.base import EventEmitter

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


def contenders() -> list[Contender]:
    mover = Mover()
    emitter = EventEmitter()
    for handler in mover.handlers:
        emitter.on("move", handler)

    def run(steps: Sequence[int]) -> None:
        emit = emitter.emit
        entity = mover.entity
        for dx in steps:
            emit("move", Packet(entity, dx, 0))

    return [mover.contender("pyee", run, priorities=False, veto=False)]
