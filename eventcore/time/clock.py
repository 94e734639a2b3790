"""Advance the time of a world, and publish a ``Tick`` at the beginning of each turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from eventcore.entity import Entity
from eventcore.errors import ScheduleError
from eventcore.event import Event, Notice, event
from eventcore.time.scheduling import check_units

if TYPE_CHECKING:
    from eventcore.world import World

_FIRST: Final = -1000  # the clock's priority: each Tick comes before the actors' turns


@event
class Tick(Notice):
    """Announces that a turn begins. The enactor is the root entity of the world."""

    _of_root_: ClassVar[bool] = True


def start_clock(world: World) -> None:
    """Publish a ``Tick`` at the beginning of each turn, starting with the next turn.

    Raises:
        ScheduleError: The clock is already running.
    """
    length = world.turn_length
    world.agenda.schedule(world.root, delay=length - world.agenda.now % length, priority=_FIRST)


def check_until(world: World, until: int | None) -> None:
    """Raise ScheduleError unless time can stop at ``until``."""
    if until is not None:
        check_units("until", until)
        if until < world.agenda.now:
            problem = f"until={until} lies in the past: the time is {world.agenda.now}"
            raise ScheduleError(f"{problem}; pass a time to stop at, not a duration")


def next_actor(
    world: World, stop: Callable[[], bool] | None = None, until: int | None = None
) -> Entity | None:
    """Advance time to the next actor's turn, and return that actor.

    Events and Ticks that are due before this turn are published first. The caller must perform the
    actor's action, and then call ``agenda.delay`` with its cost. Return None if ``stop`` returns
    True, if no actor has a turn by ``until``, or if ``until`` is None and only the clock is left.

    ``stop`` is called after each Tick and each scheduled event. ``run`` documents the other
    arguments and the errors.
    """
    agenda, root = world.agenda, world.root
    check_until(world, until)
    agenda._allow("next_actor()")
    while (due := agenda._advance(until)) is not None:
        if isinstance(due, Event):  # test for events first, because most entries are events
            world.publish(due)
        elif due is not root:
            return due
        else:
            agenda.delay(root, world.turn_length)
            world.publish(Tick(root))
        if stop is not None and stop():
            until = None
            break
    agenda._move_to(agenda.now if until is None else until)
    return None


def run(
    world: World,
    until: int | None = None,
    *,
    act: Callable[[Entity], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> None:
    """Advance time to ``until``, publish the events that are due, and call ``act`` for each turn.

    Args:
        world: The world in which time passes.
        until: The time, in units, at which to stop. Everything due at this time still happens.
        act: A function that performs an actor's turn, and calls ``agenda.delay`` or
            ``agenda.cancel`` for the actor.
        stop: A function that is called after each event and turn. If it returns True, time stops.

    Raises:
        ScheduleError: ``until`` is not a whole number or lies in the past, ``act`` is missing, or
            a rule handles ``Tick`` but the clock was not started.
        DispatchError: Turns or events lead to each other endlessly at the same time, or the
            current event is still above its commit line.
    """
    root = world.root
    if root not in world.agenda:
        for rule in root.components:
            if any(handler.kind is Tick for handler in rule._handlers_):
                raise ScheduleError(
                    f"{type(rule).__name__} waits for a Tick, but the clock was not started: call "
                    "start_clock(world) when you set up the world"
                )
    while (actor := next_actor(world, stop, until)) is not None:
        if act is None:
            raise ScheduleError(
                f"it is the turn of {actor!r}, but run() has no act function: call "
                "run(world, act=...), or override act() in a Simulation"
            )
        act(actor)
        if stop is not None and stop():
            return
