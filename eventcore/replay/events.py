"""Settled events, as a journal keeps them, and how two of them differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from eventcore.codec import plain
from eventcore.event import Event
from eventcore.journal.format import EVENT, Settled
from eventcore.tap import Tap
from eventcore.world import World

__all__ = ["EventLog", "difference", "differences"]

_VERSION = 1


class EventLog(Tap):
    """A tap that keeps the events that have settled since they were last taken."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._settled: list[Settled] = []
        world.tap(self)

    def settled(self, event: Event) -> None:
        """Keep an event."""
        cause = event.cause
        self._settled.append(
            Settled(
                event.sequence,
                self._world.turn,
                EVENT,
                type(event).__name__,
                _VERSION,
                None if cause is None else cause.sequence,
                event.outcome.value,
                event.reason,
                event,
            )
        )

    def take(self) -> list[Settled]:
        """Give what has settled since it was last asked, and forget it."""
        settled, self._settled = self._settled, []
        return settled

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
