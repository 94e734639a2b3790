"""Strategies for intents, read off the annotations of their classes."""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs
import msgspec
from hypothesis import strategies as st

__all__ = ["intents", "sequences"]

T = TypeVar("T")

_SMALL = 9
"""Integers lie this near to 0 where nothing is said of them: games happen nearby."""
_LONG = 8
"""So many letters a text has at the most."""
_FEW = 3
"""So many items a list has at the most."""


def intents(*kinds: type[T], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[T]:
    """Draw intents of any of these classes.

    Integers are small unless a ``msgspec.Meta`` bounds them. For a field of one class only,
    add strategies: ``intents(Walk, dx=NEAR) | intents(Jump, Rest)``.

    Args:
        kinds: Classes made by attrs.
        fields: Strategies for fields by name, in every class that has the field.

    Raises:
        TypeError: A class is none of attrs', no class has such a field, or nothing can be
            drawn from a field's annotation.
    """
    if not kinds:
        raise TypeError("intents() takes the classes of intents, at least one")
    known = {field.name for kind in kinds for field in _fields(kind)}
    unknown = [name for name in fields if name not in known]
    if unknown:
        names = ", ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"intents({unknown[0]}=…): none of {names} has such a field")
    return st.one_of([_built(kind, fields) for kind in kinds])


def sequences(
    intents: st.SearchStrategy[T], *, min_size: int = 0, max_size: int = 30
) -> st.SearchStrategy[list[T]]:
    """Draw what is performed one after the other.

    Args:
        intents: What each is drawn from.
        min_size: How many there are at least.
        max_size: How many there are at the most.
    """
    return st.lists(intents, min_size=min_size, max_size=max_size)


def _fields(kind: Any) -> list[attrs.Attribute[Any]]:
    if not (isinstance(kind, type) and attrs.has(kind)):
        raise TypeError(f"intents({kind!r}): that is no class made by attrs; draw it by st.builds")
    return [field for field in attrs.fields(kind) if field.init]


def _built(kind: type[T], given: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[T]:
    hints = get_type_hints(kind, include_extras=True)
    drawn: dict[str, st.SearchStrategy[Any]] = {
        field.alias or field.name: given[field.name]
        if field.name in given
        else _of(hints.get(field.name), f"{kind.__name__}.{field.name}")
        for field in _fields(kind)
    }
    return st.builds(kind, **drawn)


def _of(hint: Any, where: str) -> st.SearchStrategy[Any]:
    """Give a strategy for an annotation; ``where`` is the field, for the error."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _bounded(args[0], args[1:], where)
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, UnionType):
        return st.one_of([_of(one, where) for one in args])
    if origin is list:
        return st.lists(_of(args[0], where), max_size=_FEW)
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(_of(args[0], where), max_size=_FEW).map(tuple)
    if origin is tuple:
        return st.tuples(*(_of(one, where) for one in args))
    return _of_class(hint, where)


def _of_class(hint: Any, where: str) -> st.SearchStrategy[Any]:
    if hint is int:
        return st.integers(-_SMALL, _SMALL)
    if hint is float:
        return st.floats(-_SMALL, _SMALL)
    if hint is bool:
        return st.booleans()
    if hint is str:
        return st.text(max_size=_LONG)
    if hint in (None, NoneType):
        return st.none()
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    if isinstance(hint, type) and attrs.has(hint):
        return _built(hint, {})
    name = where.rpartition(".")[2]
    raise TypeError(f"{where}: nothing is known of {hint!r}; give a strategy: {name}=…")


def _bounded(hint: Any, notes: tuple[Any, ...], where: str) -> st.SearchStrategy[Any]:
    """Keep integers within what ``msgspec.Meta`` says of them."""
    metas = [note for note in notes if isinstance(note, msgspec.Meta)]
    if hint is not int or not metas:
        return _of(hint, where)
    least = max((_least(meta) for meta in metas), default=-_SMALL)
    most = min((_most(meta, least) for meta in metas), default=_SMALL)
    return st.integers(min(least, most), most)


def _least(meta: msgspec.Meta) -> int:
    if meta.ge is not None:
        return int(meta.ge)
    if meta.gt is not None:
        return int(meta.gt) + 1
    most = meta.le if meta.le is not None else meta.lt
    return -_SMALL if most is None else min(-_SMALL, int(most) - _SMALL)


def _most(meta: msgspec.Meta, least: int) -> int:
    if meta.le is not None:
        return int(meta.le)
    if meta.lt is not None:
        return int(meta.lt) - 1
    return max(_SMALL, least + _SMALL)
