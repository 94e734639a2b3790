"""Hints: the annotations of fields as types, and errors for values that do not match them."""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from inspect import get_annotations
from types import NoneType, SimpleNamespace, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NoReturn,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from eventcore.codegen import per_class
from eventcore.schema.fixed import Fixed
from eventcore.text import short_repr

REFERENCES: Final[dict[Any, frozenset[type]]] = {}
"""Maps each class whose instances are saved as numbers to a set of the class and its subclasses."""
_NAMES: Final[dict[str, type]] = {}  # classes that a module may import under TYPE_CHECKING

SCALARS: Final[frozenset[type]] = frozenset((int, float, bool, str, bytes, NoneType))
SETS: Final = (set, frozenset, abc.Set, abc.MutableSet)
CONTAINERS: Final = (list, tuple, set, frozenset, dict)
_REMEDIES: Final = {
    "Counter": "annotate it with dict[…, int]",
    "OrderedDict": "annotate it with dict: a dict keeps its order",
    "defaultdict": "annotate it with dict, and use setdefault()",
    "ChainMap": "annotate it with dict",
    "deque": "annotate it with list",
}
_SET_REMEDY: Final = (
    "a set has no order of its own, so a loaded world could iterate over it in another order: "
    "use a sorted list, or dict[str, None], which keeps its order"
)
_USUAL_REMEDY: Final = (
    "annotate it with numbers, str, bool, None, Entity, Scheduled, lists, tuples, dicts with text "
    "keys, or attrs classes of these, or begin the name of the field with an underscore: such "
    "fields are not saved"
)


class Unsavable(TypeError):
    """A value does not match its annotation, or a type cannot be saved."""


def reference(cls: type, *subclasses: type) -> None:
    """Register a class and its subclasses, so that their instances are saved as a number."""
    REFERENCES[cls] = frozenset((cls, *subclasses))
    _NAMES[cls.__name__] = cls


def is_state(cls: Any) -> bool:
    """Return whether a class is a component or event class. Fields cannot hold its instances."""
    return hasattr(cls, "_fields_")


def is_enum(kind: Any) -> bool:
    """Return whether a type is an enum."""
    return isinstance(kind, type) and issubclass(kind, Enum)


def is_object(kind: Any) -> bool:
    """Return whether a type is an attrs class or dataclass that is saved field by field."""
    is_class = isinstance(kind, type) and (attrs.has(kind) or dataclasses.is_dataclass(kind))
    return is_class and not hasattr(kind, "_plain_")


@per_class
def public_fields(cls: Any) -> tuple[str, ...]:
    """Return the names of a class's public fields, which are the fields that are saved."""
    if is_state(cls):
        return tuple(cls._fields_)
    fields: Any = ()
    if attrs.has(cls):
        fields = attrs.fields(cls)
    elif dataclasses.is_dataclass(cls):
        fields = dataclasses.fields(cls)
    return tuple(field.name for field in fields if not field.name.startswith("_"))


@lru_cache(maxsize=4096)
def hints_of(cls: Any) -> Mapping[str, Any]:
    """Return the annotated type of each public field of a class, by name.

    If an annotation cannot be evaluated, the result contains the error instead of a type.
    """
    known, names = {}, public_fields(cls)
    for base in reversed(cls.__mro__):
        for name, hint in get_annotations(base).items():
            if name in names:
                known[name] = _evaluated(base, hint)
    return {name: known.get(name, Any) for name in names}


def _evaluated(cls: type, hint: Any) -> Any:
    names = {**_NAMES, **vars(sys.modules.get(cls.__module__, SimpleNamespace()))}
    try:
        hints = get_type_hints(SimpleNamespace(__annotations__={"it": hint}), names, None, True)
    except Exception as error:  # evaluating an annotation can raise any error
        return error
    return hints["it"]


def kinds_in(hint: Any, within: tuple[Any, ...] = ()) -> Iterator[Any]:
    """Yield all types of values that an annotation allows, including the types of nested values."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind is Annotated:
        parts = parts[:1]
    elif kind not in (Union, UnionType):
        yield kind
        if kind in (Literal, Fixed):  # a fixed table itself checks that its values are immutable
            return
        if kind in CONTAINERS and not parts and hint != tuple[()]:
            yield Any
        if is_object(kind) and kind not in within:
            parts, within = tuple(hints_of(kind).values()), (*within, kind)
    for part in parts:
        if part is not ...:
            yield from kinds_in(part, within)


@per_class
def holds_any(hint: Any) -> bool:
    """Return whether an annotation contains ``Any`` outside fixed tables."""
    if (get_origin(hint) or hint) is Fixed:
        return False
    return hint in (Any, list, tuple, dict) or any(map(holds_any, get_args(hint)))


def is_immutable(kind: Any) -> bool:
    """Return whether values of a type are immutable. The items of a tuple are not checked.

    Frozen classes count as mutable, because a subclass may hold a list.
    """
    return kind in SCALARS or kind in (tuple, frozenset, Literal, Fixed) or is_enum(kind)


@per_class
def immutable_fields(cls: Any) -> frozenset[str]:
    """Return the fields that can change only by assignment, such as numbers, strings and tuples."""
    return _fields_of_kinds(cls, is_immutable)


@per_class
def assigned_fields(cls: Any) -> frozenset[str]:
    """Return the immutable fields and the fields that refer to entities."""
    return _fields_of_kinds(cls, lambda kind: is_immutable(kind) or kind in REFERENCES)


def _fields_of_kinds(cls: Any, fits: Callable[[Any], bool]) -> frozenset[str]:
    hints = hints_of(cls).items()
    return frozenset(name for name, hint in hints if all(map(fits, kinds_in(hint))))


def refuse_value(value: Any, hint: Any) -> NoReturn:
    """Raise ``Unsavable`` for a value that does not match an annotation."""
    cls = type(value)
    remedy = "set a value that fits, or change the annotation of the field"
    if cls is float and value - value != 0:
        remedy = "JSON has no such number"
    elif (get_origin(hint) or hint) is Fixed and isinstance(value, dict):
        remedy = "make it a fixed table, with Fixed(…)"
    elif value is None:
        remedy = f"set a value, or annotate the field with {name_of(hint)} | None"
    elif hint is float and cls is int:
        remedy = f"write {value}.0"
    elif hint is int and cls is float:
        remedy = "round it, divide with //, or annotate the field with float"
    held = "None" if value is None else f"{show(value)}, of type {cls.__name__},"
    raise Unsavable(f"it holds {held} where {name_of(hint)} belongs; {remedy}")


def refuse_type(hint: Any) -> NoReturn:
    """Raise ``Unsavable`` for an annotation whose values cannot be saved."""
    kind = get_origin(hint) or hint
    remedy = _REMEDIES.get(getattr(kind, "__name__", ""), _USUAL_REMEDY)
    raise Unsavable(
        f"a save cannot hold {name_of(hint)}: {_SET_REMEDY if kind in SETS else remedy}"
    )


def show(value: Any) -> str:
    """Return a value as text for a message, even if its ``repr`` fails."""
    try:
        return short_repr(value)
    except Exception:  # a user's __repr__ may fail, or an entity may have no world
        return "a value"


def name_of(hint: Any) -> str:
    """Return an annotation as source code."""
    if isinstance(hint, type) and not get_args(hint):
        return "None" if hint is NoneType else hint.__name__
    return str(hint).replace("typing.", "")


def unresolved_message(error: Exception) -> str:
    """Return the problem and the remedy for an annotation with a name that is not imported."""
    return f"{error}; import the types of its fields at run time, not only for type checkers"
