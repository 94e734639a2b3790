"""Reading back: whether a save would give back what it is to hold.

A value is written as a save writes it and made again as a load makes it, of the type its field is
annotated with. What most fields hold need not be written for that: ``safe_types`` says what.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

import attrs
import msgspec

from eventcore.entity import Entity
from eventcore.state.codec import encode, plain
from eventcore.state.restoring import converter, said
from eventcore.state.short_text import short_repr
from eventcore.time.agenda import Scheduled

_SAFE: Final[frozenset[type]] = frozenset((int, str, bool, NoneType))
_MOST: Final = 1 << 63


def safe_types(hint: Any) -> frozenset[type]:
    """Give the types whose values ``is_safe`` can tell of a field of this annotation."""
    if hint is Any:
        return _SAFE
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    found: set[Any] = {NoneType if part is None else part for part in parts}
    if found <= _SAFE:
        return frozenset(found)
    return frozenset()


def is_safe(value: Any, safe: frozenset[type]) -> bool:
    """Say at a glance that a value of a field can be read back; otherwise it has to be tried."""
    kind = value.__class__
    if kind is int:
        return kind in safe and -_MOST < value < _MOST
    return kind in safe and (kind is not str or value.isascii())


def try_to_read_back(value: Any, hint: Any, home: object = None) -> None:
    """Write a value and make it again.

    Args:
        value: What a field holds.
        hint: What it is annotated with.
        home: What is the same for all archetypes of the world that is to be saved.

    Raises:
        TypeError: It has no form in JSON, or is not what it was once it is made again.
    """
    met: dict[int, Any] = {}
    handles: dict[int, Scheduled] = {}

    def hook(held: Any) -> Any:
        if isinstance(held, Entity):
            if held._archetype.home is not home:
                raise TypeError(f"{held!r} is of another world")
            met[held.id] = held
        elif isinstance(held, Scheduled):
            handles[held.number] = held
        return plain(held)

    data = encode(value, hook)
    convert = converter(met.__getitem__, handles.__getitem__)
    try:
        again = convert(msgspec.json.decode(data), hint)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise TypeError(
            f"a save could not read {short_repr(value)} back: {said(error)}; give what the field "
            "is annotated with"
        ) from None
    if not _same(value, again):
        raise TypeError(
            f"a save would read {short_repr(value)} back as {short_repr(again)}; give what the "
            "field is annotated with"
        )


def _same(one: Any, other: Any) -> bool:
    """Say whether two values that are written alike are alike."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in (list, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if kind is dict:
        return one.keys() == other.keys() and all(
            _same(held, other[key]) for key, held in one.items()
        )
    if attrs.has(kind):
        names = [field.name for field in attrs.fields(kind) if field.init]
        return all(_same(getattr(one, name), getattr(other, name)) for name in names)
    # Where a class does not say what is equal, what it is written as does.
    says = any("__eq__" in vars(base) for base in kind.__mro__[:-1])
    return bool(one == other) or not says
