"""Evaluate the annotations of fields, and reject values and types that cannot be saved."""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import sys
import typing
from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from inspect import get_annotations
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, Final, Literal, NoReturn, Union, get_args, get_origin

import attrs

from eventcore.codegen import per_class
from eventcore.schema.fixed import Fixed
from eventcore.text import short_repr

REFERENCES: Final[dict[str, type]] = {}
"""Classes whose instances are saved as numbers. Annotations can use them without an import."""
SCALARS: Final[frozenset[type]] = frozenset((int, float, bool, str, bytes, NoneType))
IMMUTABLE: Final = (*SCALARS, tuple, frozenset, Literal, Fixed)  # types with immutable instances
CONTAINERS: Final = (list, tuple, set, frozenset, dict)
SAVABLE: Final = (
    "numbers, str, bool, None, Entity, Scheduled, lists, tuples, dicts with text keys, or attrs "
    "classes of these"
)
_REMEDIES: Final[dict[type, str]] = {
    abc.Set: "a set is unordered, so a loaded world could iterate over the set in a different "
    "order: use a sorted list, or dict[str, None], which keeps its order",
    abc.Mapping: "annotate the field with a dict whose keys are text, or with a list of pairs",
    abc.Sequence: "annotate the field with list or tuple",
    object: f"annotate the field with {SAVABLE}, or begin its name with an underscore: such fields "
    "are not saved",
}


class Unsavable(TypeError):
    """Raised if a value does not match its annotation, or if a type cannot be saved."""


def reference(cls: type) -> None:
    """Register a class. Instances of the class and of its subclasses are saved as numbers."""
    REFERENCES[cls.__name__] = cls


def is_enum(kind: Any) -> bool:
    """Return whether a type is an enum."""
    return isinstance(kind, type) and issubclass(kind, Enum)


def is_object(kind: Any) -> bool:
    """Return whether a type is an attrs class or a dataclass, but not a component or event."""
    if not isinstance(kind, type) or hasattr(kind, "_plain_") or hasattr(kind, "_fields_"):
        return False
    return attrs.has(kind) or dataclasses.is_dataclass(kind)


@lru_cache(maxsize=4096)
def hints_of(cls: Any) -> Mapping[str, Any]:
    """Return the types of a class's public fields by name. Only these fields are saved.

    If an annotation cannot be evaluated, the result contains the error instead of the type.
    """
    fields: Any = attrs.fields(cls) if attrs.has(cls) else dataclasses.fields(cls)
    names = tuple(field.name for field in fields if not field.name.startswith("_"))
    known = {
        name: _evaluated(base, hint)
        for base in reversed(cls.__mro__)
        for name, hint in get_annotations(base).items()
        if name in names
    }
    return {name: known.get(name, Any) for name in names}


def _evaluated(cls: type, hint: Any) -> Any:
    names = {**REFERENCES, **vars(sys.modules.get(cls.__module__, SimpleNamespace()))}
    holder = SimpleNamespace(__annotations__={"it": hint})
    try:
        return typing.get_type_hints(holder, names, include_extras=True)["it"]
    except Exception as error:  # evaluating an annotation can raise any error
        return error


def kinds_in(hint: Any) -> Iterator[Any]:
    """Yield the types in an annotation, and ``Any`` for a container without type arguments.

    Types inside nested classes and fixed tables are not included.
    """
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind is Annotated:
        parts = parts[:1]
    elif kind not in (Union, UnionType):
        yield kind
        if kind in (Literal, Fixed):
            return
        if kind in CONTAINERS and not parts and hint != tuple[()]:
            yield Any
    for part in parts:
        if part is not ...:
            yield from kinds_in(part)


@per_class
def immutable_fields(cls: Any, *, references: bool = False) -> frozenset[str]:
    """Return the fields that can change only by assignment, such as numbers, strings and tuples.

    If ``references`` is true, include the fields that refer to entities or scheduled events. Frozen
    classes count as mutable, because a subclass may hold a list.
    """
    immutable = (*IMMUTABLE, *(REFERENCES.values() if references else ()))
    return frozenset(name for name, hint in hints_of(cls).items() if _holds_only(immutable, hint))


@per_class
def text_fields(cls: Any) -> list[str]:
    """Return the fields that may hold text or values that JSON cannot represent."""
    textless = {*IMMUTABLE, *CONTAINERS, *REFERENCES.values()} - {str, Fixed}
    return [name for name, hint in hints_of(cls).items() if not _holds_only(textless, hint)]


def _holds_only(kinds: Collection[Any], hint: Any) -> bool:
    return all(kind in kinds or is_enum(kind) for kind in kinds_in(hint))


def refuse_value(value: Any, hint: Any) -> NoReturn:
    """Raise ``Unsavable`` for a value that does not match an annotation."""
    cls, expected = type(value), name_of(hint)
    remedy = "set a value that fits, or change the annotation of the field"
    if cls is float and value - value != 0:
        remedy = "use a finite number, because JSON has neither infinity nor NaN"
    elif hint is Any:
        remedy = "annotate the field with this type, so that loading can recreate the value"
    elif (get_origin(hint) or hint) is Fixed and isinstance(value, dict):
        remedy = "convert the dict to a fixed table with Fixed(…)"
    elif value is None:
        remedy = f"set a value, or annotate the field with {expected} | None"
    elif hint is float and cls is int:
        remedy = f"write {value}.0"
    elif hint is int and cls is float:
        remedy = "round the number, divide with //, or annotate the field with float"
    try:
        held = "None" if value is None else f"{short_repr(value)}, of type {cls.__name__},"
    except Exception:  # a user's __repr__ may fail, or an entity may have no world
        held = f"a value of type {cls.__name__}"
    raise Unsavable(f"it holds {held} instead of {expected}; {remedy}")


def refuse_type(hint: Any) -> NoReturn:
    """Raise ``Unsavable`` for an annotation whose values cannot be saved."""
    kind = get_origin(hint) or hint
    bases = [base for base in _REMEDIES if isinstance(kind, type) and issubclass(kind, base)]
    raise Unsavable(f"a save cannot hold {name_of(hint)}: {_REMEDIES[(*bases, object)[0]]}")


def name_of(hint: Any) -> str:
    """Return the source code of an annotation."""
    if isinstance(hint, type) and not get_args(hint):
        return "None" if hint is NoneType else hint.__name__
    return str(hint).replace("typing.", "")


def unresolved_message(error: Exception) -> str:
    """Return an error message for an annotation with a name that is not imported."""
    return f"{error}; import the types of its fields at run time, not only for type checkers"
