"""Fixed tables are lookup tables for rules, which are filled once and never changed.

Worlds share fixed tables. Debug mode and tracers skip fixed tables, because they cannot change.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, NoReturn, Self, TypeVar

import attrs

from eventcore.codegen import per_class

K = TypeVar("K")
V = TypeVar("V")


class Fixed(dict[K, V]):
    """An immutable dict of immutable values.

    A table may hold numbers, strings, booleans, None and enums, as well as tuples, frozensets,
    fixed tables and frozen attrs instances of such values. A table in a component must be
    savable: its keys must be strings, and it must not contain frozensets.

    Raises:
        TypeError: A key or value in the table is mutable, or the caller tries to change the table.
    """

    __slots__ = ("_check", "_written")

    _check: str | None  # a cache: the checksum of the table for digests
    _written: tuple[Any, Any] | None  # a cache: the field's annotation, and the table as JSON

    def __init__(self, table: Mapping[K, V] | None = None) -> None:
        if hasattr(self, "_written"):
            self._refuse()
        self._check = self._written = None
        super().__init__({} if table is None else table)
        for key, value in () if isinstance(table, Fixed) else self.items():
            if not (is_frozen(key) and is_frozen(value)):
                raise TypeError(
                    f"a fixed table cannot hold the mutable value {value!r} under {key!r}: use a "
                    "tuple for a list, a frozenset for a set, a Fixed for a dict, and a frozen "
                    "class for anything else"
                )

    def _refuse(self, *arguments: Any, **named: Any) -> NoReturn:
        raise TypeError("a fixed table cannot be changed: replace it with another table")

    __setitem__: Any = _refuse
    __delitem__: Any = _refuse
    __ior__: Any = _refuse
    clear: Any = _refuse
    pop: Any = _refuse
    popitem: Any = _refuse
    setdefault: Any = _refuse
    update: Any = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # a dict is not hashable
        return hash(frozenset(self))  # hash only the keys: values may not be hashable

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


def is_frozen(value: object) -> bool:
    """Return whether a value and everything that it contains are immutable.

    The attributes of enum members are not checked, and neither are attributes that a subclass of a
    number type, str or tuple adds.
    """
    if isinstance(value, int | float | str | bytes | None | Enum | Fixed):
        return True
    if isinstance(value, tuple | frozenset):
        return all(map(is_frozen, value))
    if isinstance(value, list | dict | set):
        return False
    cls: Any = type(value)
    # A field without a default may be unset. An unset field counts as None.
    return is_frozen_class(cls) and all(
        is_frozen(getattr(value, field.name, None)) for field in attrs.fields(cls)
    )


@per_class
def is_frozen_class(cls: Any) -> bool:
    """Return whether a class forbids assigning to the fields of its instances."""
    # Look only in the class itself, because an undecorated subclass may have mutable attributes.
    return "__attrs_attrs__" in vars(cls) and attrs.inspect(cls).is_frozen


def freeze(value: Any) -> Any:
    """Return a value with fixed tables instead of dicts, and tuples instead of lists.

    The fields of frozen attrs instances are also converted.
    """
    if is_frozen(value):
        return value
    if isinstance(value, Mapping):
        return Fixed({key: freeze(held) for key, held in value.items()})
    if type(value) in (list, tuple):
        return tuple(map(freeze, value))
    if not is_frozen_class(type(value)):
        return value
    fields = [field for field in attrs.fields(type(value)) if field.init]
    return attrs.evolve(value, **{f.alias: freeze(getattr(value, f.name)) for f in fields})


def thaw(value: Any) -> Any:
    """Return a copy of a value, with dicts instead of fixed tables and lists instead of tuples."""
    if isinstance(value, Mapping):
        return {key: thaw(held) for key, held in value.items()}
    return list(map(thaw, value)) if type(value) in (list, tuple) else value
