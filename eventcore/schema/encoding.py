"""Encoding: the canonical JSON in which state and events are compared, hashed and recorded.

It has sorted keys, entities as their ids and no private fields, so equal state has equal bytes in
every process and on every Python version.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast, get_origin

import attrs
import msgspec

from eventcore.codegen import Code, per_class
from eventcore.errors import DispatchError
from eventcore.outcome import DONE
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import (
    CONTAINERS,
    REFERENCES,
    hints_of,
    is_immutable,
    is_object,
    kinds_in,
    public_fields,
)
from eventcore.schema.values import struct_of

if TYPE_CHECKING:
    from eventcore.component import Component
    from eventcore.event import Event

UNSAVED: Final = (TypeError, ValueError, RecursionError)
"""The errors raised for values that JSON cannot represent."""
_HELD: Final = (
    "state and events hold numbers, text, booleans, None, entities, lists, dicts with text keys, "
    "and attrs classes of these"
)
_ORDERED: Final = "\0ordered"
"""The only key of the object that stands in a digest for a dict with unsorted keys."""
_SCALARS: Final = frozenset((int, float, bool, str, bytes, type(None)))


def plain(value: Any) -> Any:
    """Return the JSON of a value that msgspec does not know; this is its ``enc_hook``.

    State without fields returns it from ``_plain_``, and its class loads it with ``_restored_``.
    """
    if hasattr(value, "_plain_"):
        return value._plain_()
    raise TypeError(f"{value!r} has a type that JSON cannot represent")


pack: Final = msgspec.json.Encoder(enc_hook=plain, order="deterministic").encode
"""Writes a value as ``encode`` does, but raises ``UNSAVED``."""


def encode(value: Any) -> bytes:
    """Write a value as canonical JSON.

    Raises:
        TypeError: The value holds something that JSON cannot represent.
    """
    try:
        return pack(value)
    except UNSAVED as error:
        raise TypeError(f"this cannot be saved: {why_unsaved(error)}") from None


def why_unsaved(error: BaseException) -> str:
    """Return why a value cannot be written, and which values can be."""
    if isinstance(error, RecursionError):
        return "it holds itself, or is nested too deep to be written; hold ids"
    if isinstance(error, UnicodeEncodeError):
        return f"{error}; decode the text with errors='replace' where it is read"
    return f"{error}; {_HELD}" if isinstance(error, TypeError) else str(error)


def fields_of(packet: Event | Component) -> dict[str, Any]:
    """Return the public fields of a component or an event by name."""
    return {name: getattr(packet, name) for name in packet._fields_}


# Events


def names_of(kind: type[Event]) -> list[str]:
    """Return the names of an event type's fields in the order in which they are recorded."""
    return sorted(kind._fields_)


def values_of(kind: type[Event]) -> str:
    """Return the Python expressions of the recorded values of an ``event``, in that order."""
    return ", ".join(
        f"event.{name} and event.{name}.id" if name in kind._roles_ else f"event.{name}"
        for name in names_of(kind)
    )


def encode_event(event: Event) -> bytes:
    """Encode an event's type, outcome, reason and fields; the order of dicts counts."""
    outcome = event._outcome
    reason = None if outcome is DONE else event.reason
    return encode((event.__class__.__name__, outcome._value_, reason, packed(event)))


def refuse_unsaved_event(error: BaseException, event: Event) -> NoReturn:
    """Raise for an event that cannot be written, naming the field.

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


@per_class
def text_fields(kind: Any) -> dict[str, str]:
    """Return the fields of an event type that may hold text, or a value JSON cannot represent.

    Returns:
        Each name with ``"text"`` for str or None, ``"container"`` for a list, tuple or dict, or
        ``"other"``.
    """
    found = {}
    for name, hint in hints_of(kind).items():
        if hint in (str, str | None):
            found[name] = "text"
        elif any(map(_may_hold_text, kinds_in(hint))):
            found[name] = "container" if get_origin(hint) in (list, tuple, dict) else "other"
    return found


def _may_hold_text(kind: Any) -> bool:
    if kind in (str, Any, Fixed):
        return True
    return not (is_immutable(kind) or kind in REFERENCES or kind in CONTAINERS or is_object(kind))


def refuse_unwritable(event: Event, name: str) -> None:
    """Check that digests and journals can hold a field, before the event changes anything.

    Raises:
        DispatchError: They cannot hold its value: a str with a lone surrogate, for example.
    """
    try:
        pack(getattr(event, name))
    except UNSAVED as error:
        raise DispatchError(
            f"{type(event).__name__}.{name} cannot be recorded: {why_unsaved(error)}"
        ) from None


# Digests


@per_class
def _packer_of(cls: Any) -> Callable[[Any], msgspec.Struct]:
    code, values = Code(), []
    hints = hints_of(cls)
    for name in sorted(public_fields(cls)):
        value = f"packet.{name}"
        if any(map(_may_hold_dict, kinds_in(hints[name]))):
            value = f"{code.name(ordered)}({value})"
        values.append(value)
    line = f"return {code.name(struct_of(cls))}({', '.join(values)})"
    return cast("Callable[[Any], msgspec.Struct]", code.function("packet", [line]))


def _may_hold_dict(kind: Any) -> bool:
    if kind is Fixed:
        return True
    return not (
        is_immutable(kind)
        or kind in (list, set, *REFERENCES)
        or hasattr(kind, "_plain_")
        or (isinstance(kind, type) and attrs.has(kind))
    )


def packed(packet: Event | Component) -> msgspec.Struct:
    """Return the public fields of a component or event for a digest; the order of dicts counts."""
    cls: Any = packet.__class__
    try:
        return _packer_of(cls)(packet)
    except RecursionError as error:
        raise TypeError(f"{cls.__name__} cannot be saved: {why_unsaved(error)}") from None


def ordered(value: Any) -> Any:
    """Return the form of a value in digests, which depends on the order of dicts.

    Digests sort all keys. So a dict with unsorted keys becomes a list of pairs in its own order.
    """
    kind: Any = type(value)
    if kind in _SCALARS or hasattr(kind, "_plain_"):
        return value
    if kind is list or issubclass(kind, tuple):
        return [*map(ordered, value)]
    if kind is Fixed:
        if value._ordered is None:  # a table never changes
            value._ordered = _ordered_dict(value)
        return value._ordered
    if issubclass(kind, dict):
        return _ordered_dict(value)
    if attrs.has(kind) or dataclasses.is_dataclass(kind):
        return {name: ordered(getattr(value, name)) for name in public_fields(kind)} or value
    return value


def _ordered_dict(value: dict[Any, Any]) -> Any:
    inner = {key: ordered(held) for key, held in value.items()}
    keys = [*inner]
    try:
        # msgspec sorts only str keys, and members of an IntEnum are not str.
        is_text = not (keys and isinstance(keys[0], IntEnum))
        if is_text and keys == sorted(keys) and _ORDERED not in inner:
            return inner
    except TypeError:  # keys that are not str
        pass
    return {_ORDERED: [[key, held] for key, held in inner.items()]}
