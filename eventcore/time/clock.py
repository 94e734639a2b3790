"""The clock: time goes by as the agenda moves on, and a turn begins with a Tick.

Time goes by in the drivers here and nowhere else: a simulation that lives from event to event
needs no loop of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from eventcore.entity import Entity
from eventcore.errors import ScheduleError
from eventcore.event import Notice, event
from eventcore.time.units import refuse_part

if TYPE_CHECKING:
    from eventcore.world import World

_FIRST: Final = -1000
"""The clock's priority: a turn begins before anyone acts in it."""


@event
class Tick(Notice):
    """A turn of the world begins; enacted by the world itself, as any event goes."""


def start_clock(world: World) -> None:
    """Let turns begin from now on, the next one with the next whole turn.

    Raises:
        ScheduleError: The clock was started already.
    """
    length = world.turn_length
    world.agenda.schedule(world.root, delay=length - world.agenda.now % length, priority=_FIRST)


def next_actor(
    world: World, stop: Callable[[], bool] | None = None, until: int | None = None
) -> Entity | None:
    """Let time go by until somebody's turn has come, and say whose.

    Meanwhile turns begin, and scheduled events are published as they are due. Whoever drives
    the world lets the actor act, and then has the agenda put the next action off by what this
    one took.

    Args:
        world: The world.
        stop: Asked after each Tick and each scheduled event whether time is to stand still now.
        until: So far time goes at most, in units, and what is due then included; if nobody's
            turn has come by then, it is that time.

    Returns:
        The actor, or None where nobody has a turn, or time stands still. Without ``until`` it
        does so where nothing but the clock is on the agenda.

    Raises:
        ScheduleError: ``until`` is no whole number, or has gone by.
        DispatchError: Time does not move on: what is due leads to itself, 10,000 events long; or
            an event is in flight that has not crossed its commit line.
    """
    agenda, root = world.agenda, world.root
    if world._current is not None:
        agenda.check("next_actor()")
    if until is not None:
        if type(until) is not int:
            refuse_part("until", until)
        if until < agenda.now:
            raise ScheduleError(f"until={until}: it is {agenda.now} already; time does not go back")
    while True:
        while (due := agenda._take(until, world._sequence)) is not None:
            world.publish(due)
            if stop is not None and stop():
                agenda._rest()
                return None
        place = agenda._first()
        if place is None or (until is not None and place[0] > until):
            break
        if len(place) == 4:  # it was behind the place of somebody who is gone
            continue
        if until is None and place[3] == root.id and agenda.is_idle(root):
            break
        actor = agenda._come_to(place, world._sequence)
        if actor is not root:
            return actor
        agenda.delay(root, world.turn_length)
        world.publish(Tick(root))
        if stop is not None and stop():
            agenda._rest()
            return None
    if until is not None:
        agenda._move_to(until)
    agenda._rest()
    return None


def run(
    world: World,
    until: int | None = None,
    *,
    act: Callable[[Entity], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> None:
    """Let all happen that is due, up to a time or until nothing is left.

    Args:
        world: The world.
        until: So far time goes, in units, and what is due then included.
        act: Called with each actor whose turn has come; has the agenda put its next one off.
        stop: Asked after everything that happens whether time is to stand still now.

    Raises:
        ScheduleError: ``until`` is no whole number, or has gone by, or an actor's turn has come
            and nothing says what it does.
        DispatchError: Time does not move on, or an event is in flight.
    """
    while (actor := next_actor(world, stop, until)) is not None:
        if act is None:
            raise ScheduleError(
                f"it is the turn of {actor!r}, and nothing says what it does: give run() act=…"
            )
        act(actor)
        if stop is not None and stop():
            return
