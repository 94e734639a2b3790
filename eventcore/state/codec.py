"""Canonical JSON: the one way state and events become bytes.

Keys are sorted, entities are written as their ids, and bookkeeping in
underscored slots is left out, so equal state gives equal bytes in every process
and on every Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.outcome import DONE
from eventcore.state.event_structs import packer_of
from eventcore.state.ordering import dict_fields, ordered

if TYPE_CHECKING:
    from eventcore.time.agenda import Agenda, Scheduled
    from eventcore.world import World


def plain(value: Any) -> Any:
    """Give what JSON has for a value that msgspec does not know.

    State that is not made of fields alone says with ``_plain_`` what is saved of it,
    and is made of that again by its class's ``_restored_``.
    """
    if isinstance(value, Entity):
        return value.id
    if hasattr(value, "_plain_"):
        return value._plain_()
    raise TypeError(f"{value!r} is of a type without a form in JSON")


HELD: Final = (
    "state and events hold numbers, text, booleans, None, entities, lists, dicts with text keys, "
    "and attrs classes of these"
)
"""What has a form in JSON, for messages."""

_ENCODER: Final = msgspec.json.Encoder(enc_hook=plain, order="deterministic")
pack: Final = _ENCODER.encode
"""Writes a value as ``encode`` does; whoever calls it refuses ``UNSAVED`` by ``refuse_unsaved``."""
UNSAVED: Final = (TypeError, ValueError, RecursionError)
"""What is raised where something cannot be written."""


def encode(value: Any, hook: Callable[[Any], Any] | None = None) -> bytes:
    """Write a value as canonical JSON.

    Args:
        value: What is to be written.
        hook: Gives what JSON has for a value that msgspec does not know; otherwise ``plain`` does.

    Raises:
        TypeError: The value holds something that has no form in JSON.
    """
    encoder = _ENCODER
    if hook is not None:
        encoder = msgspec.json.Encoder(enc_hook=hook, order="deterministic")
    try:
        return encoder.encode(value)
    except UNSAVED as error:
        refuse_unsaved(error)


def refuse_unsaved(error: BaseException) -> NoReturn:
    """Say that something cannot be written, and what can be."""
    raise TypeError(f"this cannot be saved: {why_unsaved(error)}") from None


def refuse_unsaved_event(error: BaseException, event: Event) -> NoReturn:
    """Name the event and the field that cannot be written.

    Raises:
        TypeError: Always.
    """
    kind = type(event).__name__
    for name in event._fields_:
        try:
            encode(getattr(event, name))
        except TypeError as cause:
            raise TypeError(f"{kind}.{name}: {cause}") from None
    raise TypeError(f"{kind} cannot be saved: {why_unsaved(error)}") from None


def why_unsaved(error: BaseException) -> str:
    """Return why something cannot be written, and what can be."""
    if isinstance(error, RecursionError):
        return "it holds itself, or more levels within each other than can be written; hold ids"
    return f"{error}; {HELD}" if isinstance(error, TypeError) else str(error)


def fields_of(packet: Event | Component) -> dict[str, Any]:
    """Give the public fields of a component or an event: its state, or what it says."""
    return {name: getattr(packet, name) for name in packet._fields_}


def digested(packet: Event | Component) -> dict[str, Any]:
    """Return the public fields as a digest has them: the order of dicts counts."""
    fields = {name: getattr(packet, name) for name in packet._fields_}
    cls: Any = type(packet)
    for name in dict_fields(cls):
        try:
            fields[name] = ordered(fields[name])
        except RecursionError as error:
            raise TypeError(
                f"{cls.__name__}.{name} cannot be saved: {why_unsaved(error)}"
            ) from None
    return fields


def time_of(world: World) -> int:
    """Give the time as it is written: 0 where the turn says it all.

    That is where nothing was ever on the agenda, and a turn has just begun. Journals and saves of
    worlds that only ``advance()`` have always had it so.
    """
    agenda = world.agenda
    return agenda.now if agenda.sequence or agenda.now % world.turn_length else 0


def rows_of(agenda: Agenda) -> list[list[Any]]:
    """Give what is scheduled, in order, and then what is held until its owners thaw.

    Each row has the number, the time, the priority, the place, the event that it came of, its
    type's name, its fields, and what it costs, where that was said. The time of what is held is
    counted from when its owner was frozen.
    """
    return [
        [
            handle.number,
            handle._due,
            handle._priority,
            handle._place,
            handle._event.origin,
            type(handle._event).__name__,
            digested(handle._event),
            getattr(handle._event, "_cost", None),
        ]
        for handle in due_of(agenda)
        if handle._event is not None
    ]


def due_of(agenda: Agenda) -> list[Scheduled]:
    """Give the handles of what is scheduled, in order, and then of what is held."""
    return [*agenda.scheduled(), *agenda.held()]


def encode_event(event: Event) -> bytes:
    """Write what an event says: its type, its outcome and its own fields."""
    cls, outcome = event.__class__, event._outcome
    data = packer_of(cls)(event)
    reason = None if outcome is DONE else event.reason
    return encode((cls.__name__, outcome._value_, reason, data))


def _named(part: Component) -> tuple[str, dict[str, Any]]:
    return part._declared_.__name__, digested(part)


def encode_entities(entities: Iterable[Entity]) -> bytes:
    """Write the whole state of entities: ids, what they own, in order, and components."""
    return encode(
        [
            [entity.id, entity.owned, [_named(part) for part in entity.components]]
            for entity in entities
        ]
    )
