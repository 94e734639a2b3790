"""bubus: events are pydantic models, awaited one by one; handlers run in registration order."""

import asyncio
import os
from collections.abc import Sequence

os.environ.setdefault("BUBUS_LOGGING_LEVEL", "WARNING")  # bubus reads it at import

from bubus import BaseEvent, EventBus

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover
from eventcore import Entity


class Move(BaseEvent[None]):
    enactor: Entity
    dx: int
    dy: int


async def started_bus(mover: Mover) -> EventBus:
    """Create the bus, which is bound to the running event loop."""
    bus = EventBus(max_history_size=10)
    for handler in mover.handlers:
        bus.on(Move, handler)
    return bus


def contenders() -> list[Contender]:
    mover = Mover()
    runner = asyncio.Runner()  # shared by all batches, so no batch pays for starting it
    bus = runner.run(started_bus(mover))

    async def publish_all(steps: Sequence[int]) -> None:
        entity = mover.entity
        for dx in steps:
            await bus.dispatch(Move(enactor=entity, dx=dx, dy=0))

    def run(steps: Sequence[int]) -> None:
        runner.run(publish_all(steps))

    note = "asynchronous; an event keeps its parent and results"
    return [mover.contender("bubus", run, priorities=False, veto=False, note=note, every=4)]
