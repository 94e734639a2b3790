"""esper: handlers by event name, held weakly in a set, so their order is undefined."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import esper

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet

_numbers = count(1)  # handlers are global, so each contender uses a new name


def contenders() -> list[Contender]:
    mover = Mover()
    name = f"move {next(_numbers)}"
    for handler in mover.handlers:
        esper.set_handler(name, handler)

    def run(steps: Sequence[int]) -> None:
        dispatch = esper.dispatch_event
        entity = mover.entity
        for dx in steps:
            dispatch(name, Packet(entity, dx, 0))

    note = "order undefined"
    return [mover.contender("esper", run, priorities=False, veto=False, note=note)]
