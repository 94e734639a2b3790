"""Own writes: which handlers write in their own components, and which observers in those.

That is nearly all writing there is, and cheap to see where nobody knows yet what to look at: of
what handlers may write, only the components of those at work are looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import attrs

from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, kind_of
from eventcore.component import Component
from eventcore.handler import Handler
from eventcore.phase import REACT
from eventcore.schema.encoding import encode, fields_of
from eventcore.trace.running import Call
from eventcore.trace.watch import FieldWrite, WriteWatch
from eventcore.world import World

_NOBODY = "no handler"


@attrs.frozen
class Count:
    """How often somebody did something, and in which turn last."""

    times: int = 0
    turn: int = 0

    def __str__(self) -> str:
        times = "once" if self.times == 1 else f"{self.times} times"
        return f"{times}, last on turn {self.turn}"


@attrs.frozen
class OwnWrites:
    """Who last wrote each field, of what handlers write in their own component.

    Attributes:
        found: What was written, and left as it was, in order.
    """

    found: Sequence[FieldWrite[Place]]

    def wrote(self, kind: str) -> dict[str, Count]:
        """Say who wrote a component of a class, and how often."""
        return _counted(one for one in self.found if one.place.component == kind and not one.left)

    def left(self, kind: str) -> dict[str, Count]:
        """Say which of its handlers ran that might have written it, and never did."""
        wrote, of_kind = self.wrote(kind), [n for n in self.found if n.place.component == kind]
        return {who: count for who, count in _counted(of_kind).items() if who not in wrote}

    def writers(self, place: Place) -> list[Handler]:
        """Name who wrote a field last, and who wrote what that one found; the last comes last."""
        last = self.writer(place)
        wrote = [
            one.call.handler
            for one in reversed(self.found)
            if one.place == place and one.call is not None and not one.left
        ]
        before = next((handler for handler in wrote if handler != last), None)
        return [handler for handler in (before, last) if handler is not None]

    def writer(self, place: Place) -> Handler | None:
        """Name who wrote a field last; where nobody did, who ran last that might have."""
        here = [one for one in reversed(self.found) if one.place == place and one.call is not None]
        ran = (one for one in here if one.call and one.call.handler.priority < REACT)
        last = next((one for one in here if not one.left), None) or next(ran, None)
        return None if last is None or last.call is None else last.call.handler


def watch_own(world: World, kinds: Collection[str] | None = None) -> WriteWatch[Place]:
    """Make what watches the components of the handlers at work.

    Args:
        world: Where.
        kinds: The names of the component classes that are looked at; where no handler is at work,
            all of those. Left out: all classes, and where none is at work, nothing.
    """

    def scope(calls: Sequence[Call]) -> dict[Place, bytes]:
        parts: Iterable[Component] = dict.fromkeys(call.component for call in calls)
        if not calls and kinds is not None:
            parts = (part for entity in world for part in entity.components)
        found = {}
        for part in parts:
            entity = part._entity
            if entity is not None and (kinds is None or kind_of(part) in kinds):
                for name, value in fields_of(part).items():
                    found[Place(entity.id, kind_of(part), name)] = encode(value)
        return found

    def might_write(call: Call) -> dict[Place, bytes]:
        return scope([call])

    return WriteWatch(world, scope, might_write, moving=True)


def own_writes(kinds: Collection[str], stretch: Stretch) -> OwnWrites:
    """Look at who writes components of some classes in a stretch, observers included.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    watch, playback = stretch.played(lambda world: watch_own(world, kinds))
    with watch:
        while playback.position < stretch.end and playback.step():
            watch.look()
    return OwnWrites(watch.writes)


def _counted(found: Iterable[FieldWrite[Place]]) -> dict[str, Count]:
    """Count for each how often it was at work, with however many fields."""
    times: dict[str, dict[object, int]] = {}
    for one in found:
        who = f"the observer {one.observer}" if one.observer else one.by or _NOBODY
        times.setdefault(who, {})[one.call or one.event or one.turn] = one.turn
    return {who: Count(len(at), max(at.values())) for who, at in times.items()}
