"""Restoring: a component or an event of the fields that were saved of it, or why it cannot be.

What is raised here goes on from the name of the thing, which whoever asks puts in front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import GenericAlias
from typing import Any, get_args, get_origin, get_type_hints

import attrs
import msgspec

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import SaveError
from eventcore.handler import Handler
from eventcore.state.fixed import Fixed, freeze
from eventcore.time.agenda import Scheduled

NAMES = {"Entity": Entity, "Handler": Handler, "Scheduled": Scheduled}
"""What the annotations of components and events name that type checkers alone may import."""


def converter(
    entity_of: Callable[[int], Entity], handle_of: Callable[[int], Scheduled]
) -> Callable[[Any, Any], Any]:
    """Give what makes a value of what JSON has of it, and of the type it is to be.

    Args:
        entity_of: Finds an entity by its id.
        handle_of: Finds the handle of a scheduled event by its number.
    """

    def convert(value: Any, kind: Any) -> Any:
        return msgspec.convert(value, kind, dec_hook=restore)

    restore = restorer(entity_of, handle_of, convert)
    return convert


def restorer(
    entity_of: Callable[[int], Entity],
    handle_of: Callable[[int], Scheduled],
    convert: Callable[[Any, Any], Any],
) -> Callable[[Any, Any], Any]:
    """Give what makes what is no number, text or the like, of its type and of what JSON has of it.

    Args:
        entity_of: Finds an entity by its id.
        handle_of: Finds the handle of a scheduled event by its number.
        convert: Makes a value of what JSON has of it, and of the type it is to be.
    """

    def restore(kind: Any, value: Any) -> Any:
        if kind is Entity:
            return entity_of(value)
        if kind is Scheduled:
            return handle_of(value)
        if (get_origin(kind) or kind) is Fixed:
            of = get_args(kind) or (str, Any)
            return freeze(convert(value, GenericAlias(dict, of)))
        if not hasattr(kind, "_restored_"):
            raise TypeError(f"a save cannot hold {getattr(kind, '__name__', kind)}")
        return kind._restored_(value, convert)

    return restore


def types_of(cls: Any) -> dict[str, Any]:
    """Give the types that a component's or an event's fields are annotated with, by name.

    Raises:
        NameError: An annotation names what is not there as the program runs.
    """
    return _fields_of(cls)[0]


def made_of(cls: Any, fields: dict[str, Any], convert: Any) -> Any:
    """Make a component or an event of its fields.

    Args:
        cls: The class of either.
        fields: What JSON has of them, by their names.
        convert: Makes a value of what JSON has of it, and of the type it is to be.

    Raises:
        SaveError: A field is missing, is none of the class, or cannot have such a value; or one is
            annotated with what is not there as the program runs.
    """
    try:
        hints, known = _fields_of(cls)
    except NameError as error:
        raise SaveError(f"cannot be read back: {not_there(error)}") from None
    _check_names(fields, known)
    values = {}
    for name, value in fields.items():
        try:
            values[name] = convert(value, hints[name])
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            why = f"cannot have the {name!r} that was saved: {said(error)}"
            raise SaveError(why) from None
        except NameError as error:  # of a class whose values it holds, or a bug of such a class
            why = f"cannot have the {name!r} that was saved: {not_there(error)}"
            raise SaveError(why) from error
    given = {known[name].alias or name: v for name, v in values.items() if known[name].init}
    try:
        part = cls(**given)
    except (TypeError, ValueError) as error:
        raise SaveError(f"cannot be made of what was saved: {said(error)}") from None
    for name, value in values.items():
        if not known[name].init:
            setattr(part, name, value)
    return part


def brought_up(cls: type[Component], version: int, fields: dict[str, Any]) -> dict[str, Any]:
    """Let a class of components bring fields up to its version, if they are of another.

    Raises:
        SaveError: The fields are of a later version, or the class cannot bring them up.
    """
    if version == cls._version_:
        return fields
    if version > cls._version_:
        raise SaveError(
            f"is of version {version}, and this program knows it up to {cls._version_}: "
            "use the release that saved it"
        )
    try:
        found = cls.upgrade(version, dict(fields))
    except Exception as error:  # what was saved may be anything, and the class is the program's
        raise SaveError(f"cannot be brought up from version {version}: {said(error)}") from error
    if not isinstance(found, dict):
        raise SaveError(f"cannot be brought up from version {version}: upgrade gave {found!r}")
    return found


def said(error: Exception) -> str:
    """Say an error in words, also one whose text is only a key."""
    return f"there is no {error}" if isinstance(error, KeyError) else str(error)


def not_there(error: NameError) -> str:
    """Say of an annotation that names what is not there as the program runs what to do about it."""
    return f"{error}; import what its fields are annotated with, not for type checkers alone"


@cache
def _fields_of(cls: Any) -> tuple[dict[str, Any], dict[str, attrs.Attribute[Any]]]:
    """Give the types of a component's or an event's fields, and the fields, by name."""
    hints = get_type_hints(cls, localns=NAMES, include_extras=True)
    return hints, {field.name: field for field in attrs.fields(cls) if field.name in cls._fields_}


def _check_names(fields: Iterable[str], known: Iterable[str]) -> None:
    lacking, surplus = sorted(set(known) - set(fields)), sorted(set(fields) - set(known))
    if lacking:
        raise SaveError(f"was saved without its field {lacking[0]!r}")
    if surplus:
        raise SaveError(f"was saved with {surplus[0]!r}, which is no field of it")
