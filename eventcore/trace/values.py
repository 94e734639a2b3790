"""Convert values to plain, immutable values for a trace, without references to live objects.

Numbers, strings, booleans and None are stored unchanged. Any other value is stored as text: an
entity as its name and id, a scheduled event as its type and due time, and a list or dict as JSON.
An object that JSON does not support is stored as the name of its class.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, Self, TypeAlias

import msgspec

from eventcore.entity import Entity
from eventcore.text import shorten
from eventcore.time.agenda import Scheduled

Namer: TypeAlias = Callable[[Entity], str]  # returns the name of an entity, or ""

LONGEST: Final = 40  # the maximum length of a displayed value; longer values are shortened
WHOLE: Final = 1_000_000  # the maximum length of a value that the user asked to see in full

_MARK: Final = "\ue000"  # stands before an entity's id until all ids in a value have been found


class Written(str):
    """The text of a value that is not plain data. It is shown without quotes."""

    __slots__ = ("entities",)
    entities: tuple[int, ...]  # the ids of the entities in the value

    def __new__(cls, text: str) -> Self:
        """Collect the entity ids, each of which follows a mark. Replace the marks with spaces."""
        self = super().__new__(cls, text.replace(_MARK, " "))
        self.entities = tuple(map(int, re.findall(f"{_MARK}([0-9]+)", text)))
        return self

    def __repr__(self) -> str:
        return str(self)


Value: TypeAlias = int | float | str | None  # a value in a trace; see ``Written``

_PLAIN: Final = frozenset((int, float, str, bool, type(None), Written))


def make_writer(name: Namer | None, *, live: bool = False) -> Callable[[Any], Value]:
    """Return a function that converts any value to a ``Value``. ``name`` supplies entity names.

    With ``live``, a handle whose event has run is written as ``no longer pending``. Do not use
    ``live`` to find changed fields, because the text changes when the event is published.
    """

    def hook(value: Any) -> Any:
        if isinstance(value, Entity):
            return f"{(name and name(value)) or 'entity'}{_MARK}{value.id}"
        if isinstance(value, Scheduled):
            event = value.event if live else value._event
            if event is None:  # also None if the world was loaded after the event was published
                return "no longer pending"
            kind, due = type(event).__name__, "held, due in" if value.held else "due at"
            # Omit the due time of a recurring event: the agenda changes it, rather than a handler.
            return f"recurring {kind}" if value._recurrence else f"{kind} {due} {value._due}"
        if hasattr(value, "_plain_"):
            return value._plain_()
        return f"<{type(value).__name__}>"

    encoder = msgspec.json.Encoder(enc_hook=hook, order="deterministic")

    def write(value: Any) -> Value:
        if type(value) in _PLAIN:
            return value  # type: ignore[no-any-return]  # its type is in _PLAIN
        if isinstance(value, Enum):
            return Written(value.name)
        if isinstance(value, Entity | Scheduled):
            return Written(hook(value))
        try:
            return Written(encoder.encode(value).decode())
        except (TypeError, ValueError, RecursionError):
            return Written(f"<{type(value).__name__}>")

    return write


as_value: Final = make_writer(None)  # convert any value to a ``Value``, without names


def show(value: Value, longest: int = LONGEST) -> str:
    """Format a value for display: quote strings, and shorten long values."""
    text = str(value) if isinstance(value, Written) else msgspec.json.encode(value).decode()
    return shorten(text, longest)
