"""Behind: who wrote what the handlers go by that made an event, and who drew besides them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from eventcore.blame.fields import Blame, Found
from eventcore.blame.news import news_in
from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, Write, kind_of, told, watch_places
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.tap import Tap
from eventcore.trace.watch import WriteWatch
from eventcore.world import World

_MOST: Final = 3
"""So many are told, the last ones."""


def writes_behind(found: Sequence[Found], stretch: Stretch) -> list[Write]:
    """Give what others wrote in the components whose handlers made events what they are.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    components = {
        (part._entity.id, kind_of(part)): part
        for one in found
        for part in one.components
        if part._entity is not None
    }
    places = [
        Place(entity, kind, field)
        for (entity, kind), part in components.items()
        for field in part._fields_
    ]
    named = " ".join(map(str, found))

    def watch(world: World) -> tuple[WriteWatch[Place], _Until]:
        watch = watch_places(world, places)
        world.tap(until := _Until(found, watch.writes))
        return watch, until

    (writes, until), playback = stretch.played(watch)
    with writes:
        while playback.position < stretch.end and playback.step():
            writes.look()
    return [
        attrs.evolve(write.latest, times=1)
        for write in told(writes.writes[: until.count])
        # What is gone has nothing more.
        if write.latest.after and not (write.left or (write.by and write.by in named))
    ][-_MOST:]


class _Until(Tap):
    """A tap that counts what was written until events were made what they are.

    Attributes:
        count: So much was; what came after did not lead to it. None where they do not come.
    """

    def __init__(self, found: Sequence[Found], writes: Sequence[object]) -> None:
        self.count: int | None = None
        self._writes = writes
        wrote = [one for one in found if isinstance(one, Blame) and one.wrote]
        self._handled = {(one.sequence, one.values[-1].handler) for one in wrote}
        self._published = {one.sequence for one in found}

    def published(self, event: Event) -> None:
        """Count, where the event is one of them."""
        if event.sequence in self._published:
            self.count = len(self._writes)

    def handled(self, event: Event, handler: Handler) -> None:
        """Count, where the handler made one of them what it is."""
        if (event.sequence, handler) in self._handled:
            self.count = len(self._writes)


def draws_besides(found: Sequence[Found], stretch: Stretch) -> Iterator[tuple[str, list[str]]]:
    """Give the streams that handlers drew from as they made events, and who else did meanwhile.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    report = news_in(stretch)
    labels = {handler.label for _, handler in _handlers(found)}
    for stream, drawn in ({} if report is None else report.deeds.drawn).items():
        others = dict.fromkeys(f"{who} in {where}" for who, where in drawn if who not in labels)
        if others and labels & {who for who, _ in drawn}:
            yield stream, [*others][:_MOST]


def _handlers(found: Sequence[Found]) -> list[tuple[str, Handler]]:
    """Give the handlers that made events what they are, each with its event."""
    blames = [one for one in found if isinstance(one, Blame) and one.values]
    last = [(one.event, one.values[-1].handler) for one in blames]
    return [(event, handler) for event, handler in last if handler is not None]
