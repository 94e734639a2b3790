"""Encoding: write state and events as canonical JSON, to compare, hash and record them.

Equal state gives equal bytes in every process and on every Python version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from eventcore.errors import DispatchError
from eventcore.schema.hints import SAVABLE, Unsavable

if TYPE_CHECKING:
    from eventcore.component import Component
    from eventcore.event import Event

UNSAVED: Final = (TypeError, ValueError, RecursionError)
"""The errors that an encoder raises for values that JSON cannot represent."""


def enc_hook(value: Any) -> Any:
    """Return the JSON data for a value whose type has a method ``_plain_``."""
    if hasattr(value, "_plain_"):
        return value._plain_()
    raise TypeError(f"{value!r} has a type that JSON cannot represent")


encode_in_order: Final = msgspec.json.Encoder(enc_hook=enc_hook).encode
"""A function that writes a value as JSON in the order of its dicts, and may raise ``UNSAVED``."""
encode_unchecked: Final = msgspec.json.Encoder(enc_hook=enc_hook, order="deterministic").encode
"""A function that writes a value as JSON, sorts dicts, and may raise the errors in ``UNSAVED``."""


def encode(value: Any) -> bytes:
    """Write a value as JSON with sorted dicts. Raise TypeError if JSON cannot represent it."""
    try:
        return encode_unchecked(value)
    except UNSAVED as error:
        raise TypeError(f"this cannot be saved: {reason_of(error)}") from None


def reason_of(error: BaseException) -> str:
    """Return the reason why a value cannot be written, and the remedy."""
    if isinstance(error, Unsavable):
        return str(error)
    if isinstance(error, RecursionError):
        return "it contains itself, or is nested too deeply to be written; store ids instead"
    if isinstance(error, UnicodeEncodeError):
        return f"{error}; decode the text with errors='replace' where it is read"
    return f"{error}; use {SAVABLE}" if isinstance(error, TypeError) else str(error)


def fields_of(packet: Event | Component) -> dict[str, Any]:
    """Return the public fields of a component or an event by name."""
    return {name: getattr(packet, name) for name in packet._fields_}


def recorded_fields(kind: type[Event]) -> list[str]:
    """Return the names of an event type's fields, in the order in which recordings store them."""
    return sorted(kind._fields_)


def recorded_values(kind: type[Event]) -> str:
    """Return Python code for the values of ``event`` in the order of ``recorded_fields``."""
    return ", ".join(
        f"event.{name} and event.{name}.id" if name in kind._roles_ else f"event.{name}"
        for name in recorded_fields(kind)
    )


def encode_event(event: Event) -> bytes:
    """Write the type, outcome, reason and fields of an event as JSON, for comparisons."""
    name, outcome = type(event).__name__, event._outcome._value_
    try:
        return encode_in_order((name, outcome, event.reason, fields_of(event)))
    except UNSAVED as error:
        raise TypeError(f"{name} cannot be saved: {reason_of(error)}") from None


def refuse_unwritable(event: Event, name: str) -> None:
    """Raise DispatchError if a recording cannot store the value of a field."""
    try:
        encode_unchecked(getattr(event, name))
    except UNSAVED as error:
        raise DispatchError(
            f"{type(event).__name__}.{name} cannot be recorded: {reason_of(error)}"
        ) from None
