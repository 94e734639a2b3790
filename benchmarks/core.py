"""The two contenders without extra dependencies: the raw loop and eventcore."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.measure import Contender
from benchmarks.work import Bump, Collision, Count, Move, Position, make_world, spawn_mover
from eventcore import Entity, World
from eventcore.outcome import CONTINUE

__all__ = ["bound_handlers", "eventcore_contender", "raw_contender", "tally_of"]

Bound = Callable[[Any, Any], None]


def tally_of(mover: Entity) -> Callable[[], tuple[int, int]]:
    """Create a function that returns a mover's x and count."""
    position, count = mover[Position], mover[Count]
    return lambda: (position.x, count.steps)


def bound_handlers(mover: Entity) -> tuple[Bound, Bound, Bound, Bound]:
    """Return the handlers of a Move in order, bound to their components."""
    return (
        mover[Collision].stop_at_walls,
        mover[Bump].stop_at_others,
        mover[Position].step,
        mover[Count].count,
    )


def raw_contender() -> Contender:
    """Create a hand-written loop over the same handlers and events, the baseline (1.0)."""
    world = make_world()
    mover = spawn_mover(world)
    handlers = bound_handlers(mover)

    def run(steps: Sequence[int]) -> None:
        for dx in steps:
            move = Move(mover, dx, 0)
            for handler in handlers:
                handler(move, world)
                if move._outcome is not CONTINUE:
                    break

    return Contender(
        "raw", run, tally_of(mover), veto=True, note="for loop over bound handlers, veto check"
    )


def eventcore_contender(name: str = "eventcore", world: World | None = None) -> Contender:
    """Create a contender for a world's publish, with cause, sequence, nesting and roles."""
    world = make_world() if world is None else world
    mover = spawn_mover(world)

    def run(steps: Sequence[int]) -> None:
        publish = world.publish
        for dx in steps:
            publish(Move(mover, dx, 0))

    return Contender(name, run, tally_of(mover), priorities=True, veto=True)
