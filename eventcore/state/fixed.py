"""Fixed tables: what rules look things up in, filled once and never changed.

A world's rules keep such tables as state, so that they are saved with it. Nobody need look
whether they have changed: debug mode and tracers pass them by, and worlds may share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Final, NoReturn, Self, TypeVar

import attrs

K = TypeVar("K")
V = TypeVar("V")
Refusing = Callable[..., NoReturn]
"""What a table has in place of each method that would change it."""

_PLAIN: Final = (int, float, bool, str, bytes, type(None), Enum)


class Fixed(dict[K, V]):
    """A dict that refuses to be changed, and holds nothing that could be.

    It may hold numbers, texts, booleans, None, enums, tuples, frozensets and fixed tables of
    these, and frozen attrs classes whose fields hold such. In a component, its keys are texts and
    it holds no frozensets: a save can hold neither other keys nor sets.

    Raises:
        TypeError: A value in it can change, or somebody tries to change the table.
    """

    __slots__ = ("_hash", "_ordered", "_written")

    _hash: int | None
    # What a save has of it, with the annotation of its field, and what a digest has: found out
    # once, as it never changes.
    _written: tuple[Any, Any] | None
    _ordered: Any

    def __init__(self, table: Mapping[K, V] | None = None) -> None:
        """Fill it, from another table."""
        if hasattr(self, "_hash"):
            self._refuse()
        self._hash = self._written = self._ordered = None
        super().__init__({} if table is None else table)
        if not isinstance(table, Fixed):
            for key, value in self.items():
                if not (is_frozen(key) and is_frozen(value)):
                    raise TypeError(
                        f"a fixed table cannot hold {value!r} as {key!r}, which can change: give a "
                        "tuple for a list, a frozenset for a set, a Fixed for a dict, and for "
                        "anything else a frozen class"
                    )

    def _refuse(self, *arguments: Any, **named: Any) -> NoReturn:
        """Refuse to change the table; put another in its place.

        Raises:
            TypeError: The table does not change.
        """
        raise TypeError("a fixed table does not change: put another in its place")

    __setitem__: Refusing = _refuse
    __delitem__: Refusing = _refuse
    __ior__: Refusing = _refuse
    clear: Refusing = _refuse
    pop: Refusing = _refuse
    popitem: Refusing = _refuse
    setdefault: Refusing = _refuse
    update: Refusing = _refuse

    @classmethod
    def fromkeys(cls, keys: Iterable[Any], value: Any = None) -> Fixed[Any, Any]:
        """Make a table that has one value for all keys."""
        return Fixed(dict.fromkeys(keys, value))

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none, for it may change
        """Hash what it holds, once."""
        if self._hash is None:
            try:
                self._hash = hash(frozenset(self.items()))
            except TypeError:  # frozen attrs classes need have no hash
                self._hash = hash(frozenset(self))
        return self._hash

    def __copy__(self) -> Self:
        """Give the table itself: nothing in it changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Give the table itself: nothing in it changes either."""
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        """Say how it is filled again, for other processes."""
        return type(self), (dict(self),)


def is_frozen(value: object) -> bool:
    """Say whether nothing of a value can be changed.

    Not looked at is what a class of somebody's own, derived from a number, a text or a tuple, or
    an enum's member, has besides.
    """
    if isinstance(value, (_PLAIN, Fixed)):
        return True
    if isinstance(value, tuple | frozenset):
        return all(map(is_frozen, value))
    if isinstance(value, list | dict | set) or not _is_frozen_class(type(value)):
        return False
    return all(is_frozen(part) for part in _fields(value).values())


def _is_frozen_class(cls: Any) -> bool:
    # A class that lacks the decorator has its parent's fields, and may have others.
    return "__attrs_attrs__" in vars(cls) and attrs.inspect(cls).is_frozen


def _fields(value: Any) -> dict[str, Any]:
    """Give the fields of an attrs class that are set."""
    names = [field.name for field in attrs.fields(type(value))]
    return {name: getattr(value, name) for name in names if hasattr(value, name)}


def freeze(value: Any) -> Any:
    """Give a value with fixed tables for dicts and tuples for lists, however deep.

    Also in the fields of frozen attrs classes.
    """
    if is_frozen(value):
        return value
    if isinstance(value, Mapping):
        return Fixed({key: freeze(one) for key, one in value.items()})
    if type(value) in (list, tuple):
        return tuple(map(freeze, value))
    if not _is_frozen_class(type(value)):
        return value
    aliases = {field.name: field.alias for field in attrs.fields(type(value)) if field.init}
    parts = {aliases[name]: freeze(p) for name, p in _fields(value).items() if name in aliases}
    return attrs.evolve(value, **parts)


def thaw(value: Any) -> Any:
    """Give a value with dicts for tables and lists for tuples, however deep, all new."""
    if isinstance(value, Mapping):
        return {key: thaw(one) for key, one in value.items()}
    return list(map(thaw, value)) if type(value) in (list, tuple) else value
