"""Hints: what the annotation of a field means to a save, and which values it rules out."""

from __future__ import annotations

import collections.abc as abc
import dataclasses
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    NoReturn,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs
import msgspec

from eventcore.state.fixed import Fixed
from eventcore.state.restoring import types_of
from eventcore.state.short_text import short_repr


class Unfit(TypeError):
    """A value that is not what its field is annotated with."""


class Unsupported(TypeError):
    """An annotation of which no load could make a value."""


SCALARS: Final[frozenset[type]] = frozenset((int, float, bool, str, bytes, NoneType))
_REMEDIES: Final = {
    "Counter": "annotate it with dict[…, int]",
    "OrderedDict": "annotate it with dict: a dict keeps its order",
    "defaultdict": "annotate it with dict, and use setdefault()",
    "ChainMap": "annotate it with dict",
    "deque": "annotate it with list",
}
SETS: Final = (set, frozenset, abc.Set, abc.MutableSet)
_NO_SET: Final = (
    "a set has no order of its own, so a loaded world could go through it in another order: "
    "use a sorted list, or dict[str, None], which keeps its order"
)
_ELSE: Final = (
    "annotate it with numbers, str, bool, None, Entity, Scheduled, lists, tuples, dicts with text "
    "keys, or attrs classes of these, or begin the name of the field with an underscore: such "
    "fields are not saved"
)


def shown(value: Any) -> str:
    """Write a value for a message, whatever its class does."""
    try:
        return short_repr(value)
    except Exception:  # of somebody's own class, or an entity of no world
        return "a value"


def name_of(hint: Any) -> str:
    """Return an annotation as a program has it."""
    if isinstance(hint, type) and not get_args(hint):
        return "None" if hint is NoneType else hint.__name__
    return str(hint).replace("typing.", "")


def unfit(value: Any, hint: Any) -> NoReturn:
    """Raise ``Unfit`` for a value that is not what belongs in its place."""
    kind = type(value).__name__
    remedy = "give what the field is annotated with, or annotate it with what it holds"
    if type(value) is float and value - value != 0:
        remedy = "JSON has no such number"
    elif value is None:
        remedy = f"give one, or annotate the field with {name_of(hint)} | None"
    elif hint is float and type(value) is int:
        remedy = f"give {value}.0"
    elif hint is int and type(value) is float:
        remedy = "round it, divide by //, or annotate the field with float"
    held = "None" if value is None else f"{shown(value)}, of type {kind},"
    raise Unfit(f"it holds {held} where {name_of(hint)} belongs; {remedy}")


def unsupported(hint: Any) -> NoReturn:
    """Raise ``Unsupported`` for an annotation."""
    kind = get_origin(hint) or hint
    remedy = _NO_SET if kind in SETS else _REMEDIES.get(getattr(kind, "__name__", ""), _ELSE)
    raise Unsupported(f"a save cannot hold {name_of(hint)}: {remedy}")


def refuse_sets(hint: Any, within: tuple[Any, ...] = ()) -> None:
    """Raise ``Unsupported`` for an annotation with a set in it, also in the fields of a class."""
    if (get_origin(hint) or hint) in SETS:
        unsupported(hint)
    for part in get_args(hint):
        refuse_sets(part, within)
    for cls in objects_in(hint) if isinstance(hint, type) else ():
        if cls not in within and not is_state(cls):
            for name in public_fields(cls):
                refuse_sets(hints_of(cls)[name], (*within, cls))


def is_state(kind: type) -> bool:
    """Return whether a class is one of components or of events, which no field can hold."""
    return hasattr(kind, "_fields_")


def public_fields(cls: Any) -> list[str]:
    """Name the fields of a class that are saved."""
    if is_state(cls):
        return [*cls._fields_]
    fields: Any = attrs.fields(cls) if attrs.has(cls) else dataclasses.fields(cls)
    return [field.name for field in fields if not field.name.startswith("_")]


@lru_cache(maxsize=4096)
def hints_of(cls: Any) -> Mapping[str, Any]:
    """Return the annotations of a class by the names of its fields."""
    return types_of(cls) if is_state(cls) else get_type_hints(cls, include_extras=True)


def supported_by_msgspec(hint: Any) -> None:
    """Refuse an annotation that msgspec refuses, which reads saves."""
    try:
        msgspec.json.Decoder(hint)
    except TypeError as error:
        raise Unsupported(f"a save cannot hold {name_of(hint)}: {error}") from None


def without_none(hint: Any) -> tuple[Any, bool]:
    """Return a type without the None that a value may be instead, and whether it may."""
    if get_origin(hint) in (Union, UnionType):
        others = [part for part in get_args(hint) if part is not NoneType]
        if len(others) == 1 and len(get_args(hint)) == 2:
            return others[0], True
    return hint, False


def scalar_kinds(hint: Any) -> frozenset[type] | None:
    """Return the types of the values that fit, if these are scalars and nothing more is asked."""
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    kinds = [NoneType if part is None else part for part in parts]
    if not all(isinstance(kind, type) and kind in SCALARS for kind in kinds):
        return None
    return frozenset(kinds) if not {str, bytes} <= {*kinds} else None


def int_bounds(hint: Any) -> list[tuple[str, int]] | None:
    """Return the bounds of an annotated int, if there is nothing else to check of it."""
    parts = get_args(hint)
    if get_origin(hint) is not Annotated or parts[0] is not int:
        return None
    bounds: list[tuple[str, int]] = []
    for meta in parts[1:]:
        if not isinstance(meta, msgspec.Meta):
            continue
        if meta.multiple_of is not None:
            return None
        given = ((">=", meta.ge), (">", meta.gt), ("<=", meta.le), ("<", meta.lt))
        bounds += [(sign, cast("int", bound)) for sign, bound in given if bound is not None]
    return bounds if all(type(bound) is int for _, bound in bounds) else None


def is_open(hint: Any) -> bool:
    """Return whether Any is part of an annotation."""
    return hint in (Any, list, tuple, dict, set, frozenset) or any(map(is_open, get_args(hint)))


def objects_in(hint: Any) -> Iterator[Any]:
    """Yield the classes with fields of their own whose values a value may hold."""
    if isinstance(hint, type) and not get_args(hint):
        if (attrs.has(hint) or dataclasses.is_dataclass(hint)) and not hasattr(hint, "_plain_"):
            yield hint
    elif get_origin(hint) is not Fixed:  # it checks itself as it is written
        for part in get_args(hint):
            yield from objects_in(part)
