"""Values as a trace keeps them: plain and immutable, with no way back to what is live.

Numbers, texts, booleans and None are kept as they are. Everything else is written
down: an entity by its id and name, a list or dict as JSON, what has no form in JSON
by its class.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeAlias

import msgspec

from eventcore.entity import Entity
from eventcore.text import shorten

Namer: TypeAlias = Callable[[Entity], str]
"""Says what an entity is called; empty for one without a name."""

_LONGEST: Final = 40
"""A value takes up no more characters than this in a text."""


class Written(str):
    """Stands for a value that is no number, text, boolean or None."""

    __slots__ = ()


Value: TypeAlias = int | float | str | None
"""What is kept of a value; a ``Written`` where it is described and not held."""


def make_writer(name: Namer | None) -> Callable[[Any], Value]:
    """Make the function that takes a snapshot of any value.

    Args:
        name: Says what entities are called; without it they have their ids only.
    """

    def hook(value: Any) -> Any:
        if isinstance(value, Entity):
            return write_entity(value, name)
        if hasattr(value, "_plain_"):
            return value._plain_()
        return f"<{type(value).__name__}>"

    encoder = msgspec.json.Encoder(enc_hook=hook, order="deterministic")

    def write(value: Any) -> Value:
        if value is None or type(value) in (int, float, str, bool):
            return value  # type: ignore[no-any-return]  # one of these
        if isinstance(value, Enum):
            return Written(value.name)
        if isinstance(value, Entity):
            return Written(write_entity(value, name))
        try:
            return Written(encoder.encode(value).decode())
        except (TypeError, ValueError, RecursionError):
            return Written(f"<{type(value).__name__}>")

    return write


def write_entity(entity: Entity, name: Namer | None) -> str:
    """Write an entity as ``zombie (12)``, or as ``entity 12`` where it has no name."""
    called = "" if name is None else name(entity)
    return f"{called} ({entity.id})" if called else f"entity {entity.id}"


def show(value: Value, longest: int = _LONGEST) -> str:
    """Write a value for people: texts in quotes, what is long cut."""
    text = str(value) if isinstance(value, Written) else msgspec.json.encode(value).decode()
    return shorten(text, longest)
