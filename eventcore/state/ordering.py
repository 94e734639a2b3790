"""Ordering: digests that tell dicts apart whose keys are in another order.

What is digested is written with sorted keys. A dict whose keys are sorted is written as it is, so
its digest is what it always was; any other is written as a list of pairs, in its own order.
"""

from __future__ import annotations

import dataclasses
from enum import Enum, IntEnum
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import attrs

from eventcore.entity import Entity
from eventcore.state.field_types import hints_by_name
from eventcore.state.fixed import Fixed

_ORDERED: Final = "\0ordered"
"""The only key of what stands for a dict whose keys are not sorted."""
_INNER: Final = (Annotated, Union, UnionType, list, tuple, set, frozenset)
_PLAIN: Final = (int, float, bool, str, bytes, type(None), None, Entity)


@lru_cache(maxsize=4096)
def dict_fields(cls: Any) -> frozenset[str]:
    """Return the fields that may hold a dict, as far as their annotations tell."""
    hints = hints_by_name(cls)
    return frozenset(name for name in cls._fields_ if _may_hold_dict(hints.get(name, Any), ()))


def _may_hold_dict(hint: Any, within: tuple[Any, ...]) -> bool:
    if hint in _PLAIN or get_origin(hint) is Literal:
        return False
    if isinstance(hint, type) and (issubclass(hint, Enum) or hasattr(hint, "_plain_")):
        return False
    parts = get_args(hint)
    if get_origin(hint) is Annotated:
        return _may_hold_dict(parts[0], within)
    if get_origin(hint) in _INNER and parts:
        return any(_may_hold_dict(part, within) for part in parts if part is not ...)
    if isinstance(hint, type) and attrs.has(hint):
        inner = hints_by_name(hint)
        return hint not in within and any(
            _may_hold_dict(inner.get(name, Any), (*within, hint)) for name in _fields_of(hint)
        )
    return True


def ordered(value: Any) -> Any:
    """Return what is digested of a value, so that the order of its dicts counts."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or issubclass(kind, tuple):
        return [*map(ordered, value)]
    if kind is Fixed:
        if value._ordered is None:
            value._ordered = _dict(value)
        return value._ordered
    if issubclass(kind, dict):
        return _dict(value)
    names = _fields_of(kind)
    return {name: ordered(getattr(value, name)) for name in names} if names else value


@lru_cache(maxsize=1024)
def _fields_of(cls: Any) -> tuple[str, ...]:
    """Name the public fields of an attrs class or a dataclass."""
    fields: Any = ()
    if attrs.has(cls):
        fields = attrs.fields(cls)
    elif dataclasses.is_dataclass(cls):
        fields = dataclasses.fields(cls)
    return tuple(field.name for field in fields if not field.name.startswith("_"))


def _dict(value: dict[Any, Any]) -> Any:
    inner = {key: ordered(held) for key, held in value.items()}
    keys = [*inner]
    try:
        # msgspec sorts text alone, and the members of an IntEnum are no text.
        is_text = not (keys and isinstance(keys[0], IntEnum))
        if is_text and keys == sorted(keys) and _ORDERED not in inner:
            return inner
    except TypeError:  # keys that are no text
        pass
    return {_ORDERED: [[key, held] for key, held in inner.items()]}
