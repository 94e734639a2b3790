"""Reading: create components and events from the JSON of a save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import GenericAlias
from typing import Any, Final, TypeAlias, get_args, get_origin

import attrs
import msgspec
from msgspec.structs import asdict

from eventcore.codegen import per_class
from eventcore.errors import SaveError
from eventcore.schema.fixed import Fixed, freeze
from eventcore.schema.hints import hints_of, unresolved_message

Restore: TypeAlias = Callable[[Any, Any], Any]
"""A function that creates an instance of a class from JSON. It takes the class and the JSON."""
Read: TypeAlias = Callable[[bytes | msgspec.Raw, Restore], Any]
"""A function that creates a component or an event from the JSON of its fields."""

DAMAGED: Final = (
    TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError,
)  # fmt: skip
"""The errors that damaged data can cause, besides ``SaveError``."""


def restorer(finders: Mapping[Any, Callable[[int], Any]]) -> Restore:
    """Return a ``dec_hook`` for msgspec that resolves references and creates other instances.

    ``finders`` maps classes to functions. Each function finds an instance of its class by a number,
    or raises LookupError.
    """

    def restore(kind: Any, value: Any) -> Any:
        if kind in finders:
            try:
                return finders[kind](value)
            except LookupError:
                raise ValueError(f"there is no {kind.__name__} {value!r}") from None
        if (get_origin(kind) or kind) is Fixed:
            return freeze(convert(value, _dict_of(kind)))
        if not hasattr(kind, "_restored_"):
            raise TypeError(f"a save cannot hold {getattr(kind, '__name__', kind)}")
        return kind._restored_(value, convert)

    def convert(value: Any, kind: Any) -> Any:
        return msgspec.convert(value, kind, dec_hook=restore)

    return restore


@per_class
def reader_of(cls: Any) -> Read:
    """Return the function that creates instances of a class from the JSON of its fields.

    The function raises SaveError if a field is missing or unknown, or if its value is invalid.
    """
    hints, kinds, names = hints_of(cls), {}, {}
    tables: dict[str, Any] = {}
    later: list[str] = []
    for field in attrs.fields(cls):
        if field.name not in hints:
            continue
        argument, hint = field.alias if field.init else field.name, hints[field.name]
        if isinstance(hint, Exception):  # the annotation could not be evaluated
            raise SaveError(f"{cls.__name__} cannot be loaded: {unresolved_message(hint)}")
        if not field.init:
            later.append(argument)
        if (get_origin(hint) or hint) is Fixed:
            tables[argument], hint = hint, msgspec.Raw
        kinds[argument], names[argument] = hint, field.name
    form: Any = msgspec.defstruct(
        cls.__name__, kinds.items(), rename=names, forbid_unknown_fields=True, gc=False
    )
    decode = msgspec.json.decode

    def read_fields(text: bytes | msgspec.Raw, restore: Restore) -> Any:
        try:
            values = asdict(decode(text, type=form, dec_hook=restore))
            for name, hint in tables.items():
                values[name] = _read_table(name, hint, bytes(values[name]))
            assigned = [(name, values.pop(name)) for name in later]
            instance = cls(**values)
            for name, value in assigned:
                setattr(instance, name, value)
            return instance
        except DAMAGED as error:
            raise SaveError(f"{cls.__name__} cannot be loaded: {error}") from None

    return read_fields


@lru_cache(maxsize=32)  # saves of one program have the same tables, so worlds share them
def _read_table(name: str, hint: Any, text: bytes) -> Fixed[Any, Any]:
    try:
        table = msgspec.json.decode(text, type=_dict_of(hint), dec_hook=restorer({}))
        return Fixed(freeze(table))
    except DAMAGED as error:
        raise ValueError(f"{error} of {name!r}") from None


def _dict_of(hint: Any) -> Any:
    return GenericAlias(dict, get_args(hint) or (str, Any))
