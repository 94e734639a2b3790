"""blinker: receivers of a signal, in no particular order."""

from __future__ import annotations

from collections.abc import Sequence

from blinker import Signal

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


def contenders() -> list[Contender]:
    mover = Mover()
    signal = Signal()
    for handler in mover.handlers:
        signal.connect(handler, weak=False)

    def run(steps: Sequence[int]) -> None:
        send = signal.send
        entity = mover.entity
        for dx in steps:
            send(Packet(entity, dx, 0))  # the sender is the only argument all receivers take

    note = "order undefined"
    return [mover.contender("blinker", run, priorities=False, veto=False, note=note)]
