"""What the annotations of a class say of its fields: which of them change only as a whole."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from inspect import get_annotations
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from eventcore.entity import Entity
from eventcore.state.fixed import Fixed

UNKNOWN: Final = object()
"""Stands for an annotation that names what is not there as the program runs."""
_PLAIN: Final = (int, float, bool, str, bytes, type(None))


@lru_cache(maxsize=1024)
def whole_fields(cls: type) -> frozenset[str]:
    """Give the fields declared to hold a number, a text, a tuple of such or the like.

    Nothing in such a value can be changed: the field is set to another, or stays as it was.
    """
    return frozenset(name for name, hint in dict(_hints(cls)).items() if is_whole(hint))


@lru_cache(maxsize=1024)
def lasting_fields(cls: type) -> frozenset[str]:
    """Give those, and the fields declared to hold entities, which have their own to tell."""
    hints = dict(_hints(cls)).items()
    return frozenset(name for name, hint in hints if is_whole(hint, (*_PLAIN, Entity)))


@lru_cache(maxsize=1024)
def fixed_fields(cls: type) -> frozenset[str]:
    """Give the fields declared to hold a fixed table, or a tuple of such."""
    return frozenset(name for name, hint in dict(_hints(cls)).items() if _is_fixed(hint))


def hints_by_name(cls: type) -> dict[str, Any]:
    """Return the annotations of a class and its parents by name; Any where one is not known."""
    return {name: Any if hint is UNKNOWN else hint for name, hint in _hints(cls)}


def _hints(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield the annotations of a class and its parents as types, as far as they are known."""
    for base in reversed(cls.__mro__):
        names = {"Entity": Entity, **vars(sys.modules.get(base.__module__, types))}
        for name, hint in get_annotations(base).items():
            if isinstance(hint, str):
                try:
                    hint = eval(hint, names)
                except Exception:  # a name that is there for type checkers alone
                    hint = UNKNOWN
            yield name, hint


def _is_fixed(hint: Any) -> bool:
    origin = get_origin(hint)
    if origin in (Annotated, Union, types.UnionType, tuple, frozenset):
        return any(map(_is_fixed, get_args(hint)))
    return (origin or hint) is Fixed


def is_whole(hint: Any, plain: tuple[type, ...] = _PLAIN) -> bool:
    """Say whether whatever fits a type can be kept as it is: none of it changes in place.

    A frozen class is none of these: what is derived from it may hold a list.
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return is_whole(parts[0], plain)
    if origin in (tuple, frozenset) and not parts:  # ``typing.Tuple`` holds anything
        return bool(hint == tuple[()])
    if origin in (Union, types.UnionType, tuple, frozenset):
        return all(is_whole(part, plain) for part in parts if part is not ...)
    if origin in (Literal, Fixed):
        return True
    return hint in plain or (isinstance(hint, type) and issubclass(hint, (Enum, Fixed)))
