"""Schedules: who scheduled which event, and for when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from eventcore.blame.stretch import Stretch
from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.replay.states import StateDivergence
from eventcore.trace.running import Running
from eventcore.world import World

_PATH: Final = re.compile(r"scheduled\[(\d+)\]")


def number_at(path: str) -> int | None:
    """Give the number of the event of a path, such as ``scheduled[7].due``; None where it is none.

    Args:
        path: As ``divergent_paths`` gives it.
    """
    found = _PATH.match(path)
    return None if found is None else int(found[1])


class Scheduling(msgspec.Struct, frozen=True):
    """That an event was scheduled.

    Attributes:
        number: Which one it is, in order of scheduling.
        event: Its type.
        due: When it was due, in units of time.
        by: The handler that was at work; empty where none was.
        turn: On which turn.
        where: The event in whose chain, by its type and number; empty for none.
    """

    number: int
    event: str
    due: int
    by: str
    turn: int = 0
    where: str = ""


class Schedules(Running):
    """A tap that notes of each event that is scheduled by whom it is, and for when.

    Attributes:
        found: They, in order.
    """

    def __init__(self, world: World) -> None:
        super().__init__()
        self.found: list[Scheduling] = []
        self._world = world
        self._planned = world.agenda.planned
        world.tap(self)

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note what was scheduled by whoever published the event."""
        self._look()
        super().handling(event, handler, component)

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what the handler has scheduled."""
        self._look()
        super().handled(event, handler)

    def _look(self) -> None:
        agenda = self._world.agenda
        before, self._planned = self._planned, agenda.planned
        if self._planned == before:
            return
        by, where = ("", "") if self.call is None else (self.call.handler.label, self.call.where)
        turn = self._world.turn
        there = (*agenda.scheduled(), *agenda.held())
        new = [one for one in there if one.number > before]
        self.found += [
            Scheduling(one.number, type(one.event).__name__, one.due, by, turn, where)
            for one in sorted(new, key=lambda handle: handle.number)
        ]


def scheduled_in(stretch: Stretch) -> dict[int, Scheduling]:
    """Say what was scheduled in a stretch, by number, and still was as its handler was done.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    noted, playback = stretch.played(Schedules)
    while playback.position < stretch.end and playback.step():
        pass
    return {one.number: one for one in noted.found}


def account_of_plan(plan: Scheduling | None, difference: StateDivergence) -> Iterator[str]:
    """Say in lines how a scheduled event differs, and who scheduled it, where that is known."""
    one, other = (text or "nothing" for text in (difference.recorded, difference.replayed))
    kind = f"{plan.event} " if plan else ""
    field = difference.path.partition("].")[2]
    where = f"the scheduled {kind}{number_at(difference.path)}{field and f', {field}'}"
    yield f"  {where}: recorded {one}, replayed {other}"
    if plan:
        within = f" in {plan.where}" if plan.where else ""
        yield f"    turn {plan.turn}: scheduled by {plan.by or 'no handler'}{within}"
