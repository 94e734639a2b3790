"""Settled events, as a journal keeps them, and how two of them differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from eventcore.codec import plain
from eventcore.event import Event
from eventcore.journal.format import EVENT, Settled
from eventcore.outcome import DONE
from eventcore.tap import Tap
from eventcore.world import World

__all__ = ["EventLog", "difference", "differences"]

_VERSION = 1


class EventLog(Tap):
    """A tap that keeps the events that have settled since they were last taken."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._turn = world.turn
        self._begin()
        world.tap(self)

    def settled(self, event: Event) -> None:
        """Keep an event."""

    def turned(self, turn: int) -> None:
        """Keep that a turn has begun."""
        self._settled.append(turn)

    def take(self) -> list[Settled]:
        """Give what has settled since it was last asked, and forget it."""
        settled, turn, taken = self._settled, self._turn, []
        for event in settled:
            if isinstance(event, int):
                turn = event
                continue
            cause, outcome = event._cause, event._outcome
            taken.append(
                Settled(
                    event._sequence,
                    turn,
                    EVENT,
                    event.__class__.__name__,
                    _VERSION,
                    None if cause is None else cause._sequence,
                    outcome._value_,
                    None if outcome is DONE else event.reason,
                    event,
                )
            )
        self._turn = turn
        self._begin()
        return taken

    def _begin(self) -> None:
        self._settled: list[Event | int] = []
        # Called for each event there is, so it is no more than the list's own method.
        self.settled = self._settled.append  # type: ignore[method-assign, assignment]

    def end(self) -> None:
        """Listen no longer."""
        self._world.untap(self)


def difference(recorded: Settled, replayed: Settled) -> tuple[str, Any, Any] | None:
    """Name the first field in which two settled events differ, and its values."""
    return next(differences(recorded, replayed), None)


def differences(recorded: Settled, replayed: Settled) -> Iterator[tuple[str, Any, Any]]:
    """Name each field in which two settled events differ, and its values."""
    for name in ("type", "seq", "turn", "parent", "outcome", "reason"):
        one, other = getattr(recorded, name), getattr(replayed, name)
        if one != other:
            yield name, one, other
    mine, theirs = _fields(recorded), _fields(replayed)
    for name in [*mine, *(name for name in theirs if name not in mine)]:
        if mine.get(name) != theirs.get(name):
            yield name, mine.get(name), theirs.get(name)


def _fields(event: Settled) -> dict[str, Any]:
    data = event.data
    if not isinstance(data, msgspec.Raw):
        data = msgspec.json.encode(data, enc_hook=plain)
    found = msgspec.json.decode(data)
    return found if isinstance(found, dict) else {"data": found}
