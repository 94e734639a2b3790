"""The clock: turns go by as the agenda moves on, and each begins with a Tick."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from eventcore.entity import Entity
from eventcore.event import TURN, Notice, event

if TYPE_CHECKING:
    from eventcore.world import World

_FIRST: Final = -1000
"""The clock's priority: a turn begins before anyone acts in it."""


@event
class Tick(Notice):
    """A turn of the world begins; enacted by the world itself, as any event goes."""


def start_clock(world: World) -> None:
    """Let turns go by from now on, the next one beginning a turn from now.

    Raises:
        ScheduleError: The clock was started already.
    """
    world.agenda.schedule(world.root, delay=TURN, priority=_FIRST)


def next_actor(world: World, stop: Callable[[], bool] = lambda: False) -> Entity | None:
    """Let turns go by until somebody's time has come, and say whose.

    Whoever drives the world lets the actor act, and then has the agenda put the next
    action off by what this one took.

    Args:
        world: The world.
        stop: Asked after each turn's Tick whether time is to stand still now.

    Returns:
        The actor, or None where nobody but the clock is in the agenda, or time stands still.
    """
    agenda = world.agenda
    while True:
        actor = agenda.next()
        if actor is not world.root:
            return actor
        if len(agenda) == 1:
            return None
        agenda.delay(actor)
        world.advance()
        world.publish(Tick(actor))
        if stop():
            return None
