"""Early checks that components can be saved: of classes, and in debug mode also of values."""

from __future__ import annotations

from inspect import get_annotations
from typing import Any, Final, get_args, get_origin

from eventcore.codegen import per_class
from eventcore.errors import RegistrationError
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import (
    UnsavableType,
    UnsavableValue,
    hints_of,
    resolve,
    show,
    unresolved_message,
)
from eventcore.schema.values import check_hint, writer_of

_USUAL: Final = frozenset(
    f"{kind}{none}"
    for kind in ("int", "str", "bool", "float", "Entity", "list[int]", "list[str]")
    for none in ("", " | None")
)
"""The most frequent annotations. They need not be evaluated, as their values can be saved."""


def check_fields(cls: Any) -> tuple[str, ...]:
    """Check the annotations of a component class's own fields.

    Returns:
        The names of own and inherited fields whose annotations use a name still to be defined.

    Raises:
        RegistrationError: A field has a type that cannot be saved.
    """
    unknown = [name for base in cls.__bases__ for name in getattr(base, "_unchecked_", ())]
    for name, hint in get_annotations(cls).items():
        if name in cls._fields_ and not (isinstance(hint, str) and hint in _USUAL):
            try:
                _check_field(cls, name, resolve(cls, hint))
            except NameError:
                unknown.append(name)
    if unknown:
        hints_of.cache_clear()  # evaluate the annotations again once the names are defined
    return tuple(unknown)


def check_late(cls: Any) -> None:
    """Check the fields that could not be checked when their class was declared.

    Raises:
        RegistrationError: A field has a type that cannot be saved, or that uses an unknown name.
    """
    for name in cls._unchecked_:
        try:
            _check_field(cls, name, hints_of(cls)[name])
        except NameError as error:
            message = unresolved_message(error)
            raise RegistrationError(f"{cls.__name__} could not be saved: {message}") from None


def _check_field(cls: Any, name: str, hint: Any) -> None:
    try:
        check_hint(hint)
    except UnsavableType as error:
        raise RegistrationError(f"{cls.__name__}.{name}: {error}") from None


def check_value(cls: Any, name: str, value: Any) -> None:
    """Check that the value of a field can be saved, unless the annotation contains Any.

    Raises:
        UnsavableValue: The value cannot be saved.
    """
    hint = hints_of(cls)[name]
    if not _holds_any(hint):
        writer_of(hint)(value)
    if value.__class__ is str:
        try:
            value.encode()
        except UnicodeEncodeError as error:
            problem = f"{show(value)}, which UTF-8 cannot encode: {error.reason}"
            raise UnsavableValue(f"it holds {problem}") from None


@per_class
def _holds_any(hint: Any) -> bool:
    if (get_origin(hint) or hint) is Fixed:  # its values cannot change before they are saved
        return False
    return hint in (Any, list, tuple, dict) or any(map(_holds_any, get_args(hint)))
