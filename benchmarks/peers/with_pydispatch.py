"""PyDispatcher: receivers by signal and sender, in order of connection."""

from __future__ import annotations

from collections.abc import Sequence

from pydispatch import dispatcher

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


def contenders() -> list[Contender]:
    mover = Mover()
    signal = object()  # connections are global, so each contender has its own signal
    anonymous = dispatcher.Anonymous
    for handler in mover.handlers:
        dispatcher.connect(handler, signal=signal, sender=anonymous, weak=False)

    def run(steps: Sequence[int]) -> None:
        send = dispatcher.sendExact
        entity = mover.entity
        for dx in steps:
            send(signal, anonymous, Packet(entity, dx, 0))

    return [mover.contender("PyDispatcher", run, priorities=False, veto=False, note="sendExact")]
