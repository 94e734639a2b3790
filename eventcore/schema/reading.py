"""Reading: create components and events from the JSON of a save."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import GenericAlias, SimpleNamespace
from typing import Any, TypeAlias, get_args, get_origin

import attrs
import msgspec

from eventcore.codegen import Code, per_class
from eventcore.errors import SaveError
from eventcore.schema.fixed import Fixed, freeze
from eventcore.schema.hints import Unresolved, hints_of, unresolved_message

Finders: TypeAlias = Mapping[Any, Callable[[int], Any]]
"""Maps each class that is saved as a number to the function that finds an instance by number."""
Restore: TypeAlias = Callable[[Any, Any], Any]
"""Creates an instance of a class that msgspec does not know, from the class and the JSON."""

_ERRORS = (LookupError, TypeError, ValueError, AttributeError, OverflowError)


def restorer(finders: Finders) -> Restore:
    """Return a ``dec_hook`` for msgspec that finds saved references and creates other instances."""

    def restore(kind: Any, value: Any) -> Any:
        find = finders.get(kind)
        if find is not None:
            return find(value)
        if (get_origin(kind) or kind) is Fixed:
            return freeze(convert(value, _dict_of(kind)))
        if not hasattr(kind, "_restored_"):
            raise TypeError(f"a save cannot hold {getattr(kind, '__name__', kind)}")
        return kind._restored_(value, convert)

    def convert(value: Any, kind: Any) -> Any:
        return msgspec.convert(value, kind, dec_hook=restore)

    return restore


def read_all(cls: Any, texts: Sequence[msgspec.Raw], restore: Restore) -> list[Any]:
    """Create an object of a class from each text, which holds the fields as JSON.

    If a text is invalid, this may raise any error; ``read_one`` raises one that names the field.
    """
    form, make = _form_of(cls)
    text, kind = b"[%b]" % b",".join(texts), GenericAlias(list, (form,))
    return [make(row) for row in msgspec.json.decode(text, type=kind, dec_hook=restore)]


def read_one(cls: Any, fields: Mapping[str, Any], restore: Restore) -> Any:
    """Create an object of a class from the JSON of its fields.

    Raises:
        SaveError: A field is missing or unknown, or its value is invalid. The caller must put the
            name of the object before the message.
    """
    hints = hints_of(cls)
    if lacking := sorted(hints.keys() - fields.keys()):
        raise SaveError(f"was saved without its field {lacking[0]!r}")
    if surplus := sorted(fields.keys() - hints.keys()):
        raise SaveError(f"was saved with {surplus[0]!r}, which is not one of its fields")
    values = {}
    for name, value in fields.items():
        hint = hints[name]
        if isinstance(hint, Unresolved):
            raise SaveError(f"cannot be read back: {unresolved_message(hint.error)}")
        try:
            values[name] = msgspec.convert(value, hint, dec_hook=restore)
        except (*_ERRORS, NameError) as error:
            why = unresolved_message(error) if isinstance(error, NameError) else reason(error)
            raise SaveError(f"was saved with a {name!r} that cannot be loaded: {why}") from None
    try:
        return _form_of(cls)[1](SimpleNamespace(**values))
    except (TypeError, ValueError) as error:
        raise SaveError(f"cannot be created from its saved fields: {reason(error)}") from None


def reason(error: Exception) -> str:
    """Return the message of an error. A KeyError needs more words, because its text is the key."""
    return f"there is no {error}" if isinstance(error, KeyError) else str(error)


@per_class
def _form_of(cls: Any) -> tuple[type[msgspec.Struct], Callable[[Any], Any]]:
    """Return a struct class for the saved fields, and a function that makes objects from it."""
    hints, code = dict(hints_of(cls)), Code()
    values = {name: f"row.{name}" for name in hints}
    for name, hint in hints.items():
        if (get_origin(hint) or hint) is Fixed:
            values[name] = f"{code.name(_table_of)}({code.name(hint)}, row.{name})"
            hints[name] = msgspec.Raw
    form = msgspec.defstruct(cls.__name__, hints.items(), forbid_unknown_fields=True)
    fields = [field for field in attrs.fields(cls) if field.name in hints]
    arguments = ", ".join(f"{field.alias}={values[field.name]}" for field in fields if field.init)
    lines = [f"instance = {code.name(cls)}({arguments})"]
    lines += [f"instance.{field.name} = {values[field.name]}" for field in fields if not field.init]
    return form, code.function("row", [*lines, "return instance"])


def _table_of(hint: Any, table: Any) -> Fixed[Any, Any]:
    return table if table.__class__ is Fixed else _read_table(hint, bytes(table))


@lru_cache(maxsize=32)  # saves of one program have the same tables, so worlds share them
def _read_table(hint: Any, text: bytes) -> Fixed[Any, Any]:
    table = msgspec.json.decode(text, type=_dict_of(hint), dec_hook=restorer({}))
    return Fixed(freeze(table))


def _dict_of(hint: Any) -> Any:
    return GenericAlias(dict, get_args(hint) or (str, Any))
