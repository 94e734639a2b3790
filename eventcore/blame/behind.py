"""Behind: who wrote what the handlers go by that made an event, and who drew besides them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from eventcore.blame.fields import Blame, Found
from eventcore.blame.news import news_in
from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, Write, kind_of, writes_to
from eventcore.handler import Handler

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
    until = {event: handler.priority for event, handler in _handlers(found)}
    return [
        write
        for write in writes_to(places, stretch).found
        if not (write.left or (write.by and write.by in named))
        # What is gone has nothing more, and what came after the handler did not lead to it.
        if write.after and write.priority <= until.get(write.event, write.priority)
    ][-_MOST:]


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
