"""simpy: an event has a list of callbacks, which run when its time comes."""

from __future__ import annotations

from collections.abc import Sequence

import simpy

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover
from eventcore import Entity


class Move(simpy.Event):
    def __init__(self, env: simpy.Environment, enactor: Entity, dx: int, dy: int) -> None:
        super().__init__(env)
        self.enactor = enactor
        self.dx = dx
        self.dy = dy


def contenders() -> list[Contender]:
    mover = Mover()
    env = simpy.Environment()

    def run(steps: Sequence[int]) -> None:
        step = env.step
        entity = mover.entity
        handlers = mover.handlers
        for dx in steps:
            move = Move(env, entity, dx, 0)
            move.callbacks.extend(handlers)
            move.succeed()
            step()

    note = "scheduled: succeed, then step"
    return [mover.contender("simpy", run, priorities=False, veto=False, note=note)]
