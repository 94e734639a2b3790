"""Annotations: a field that no save could hold is refused where its class is made."""

from __future__ import annotations

import sys
from typing import Any, Final

import attrs

from eventcore.errors import RegistrationError
from eventcore.state.hints import Unsupported
from eventcore.state.restoring import NAMES, not_there, types_of
from eventcore.state.writing import check_annotation

_PLAIN: Final = frozenset(
    f"{kind}{none}"
    for kind in (
        "int",
        "str",
        "bool",
        "float",
        "Entity",
        "list[int]",
        "list[str]",
        "tuple[int, int]",
    )
    for none in ("", " | None")
)
"""Annotations that most fields have: nothing need be looked up for them."""


def check_fields(cls: Any) -> tuple[str, ...]:
    """Check what a component class has its own fields annotated with.

    Returns:
        The fields whose annotations name what is not there yet.

    Raises:
        RegistrationError: No save could hold a field.
    """
    unknown = [name for base in cls.__bases__ for name in getattr(base, "_unchecked_", ())]
    names = {**vars(sys.modules[cls.__module__])} if cls.__module__ in sys.modules else {}
    for field in attrs.fields(cls):
        hint = field.type
        if field.inherited or field.name.startswith("_") or hint in _PLAIN:
            continue
        try:
            _check(cls, field.name, eval(hint, names, NAMES) if isinstance(hint, str) else hint)
        except RegistrationError:
            raise
        except Exception:  # a class that is defined further down, or for type checkers alone
            unknown.append(field.name)
    return tuple(unknown)


def check_late(cls: Any) -> None:
    """Check the fields that could not be checked when their class was made.

    Raises:
        RegistrationError: No save could hold a field, or its annotation names what is not there.
    """
    if not cls._unchecked_:
        return
    try:
        hints = types_of(cls)
        for name in cls._unchecked_:
            _check(cls, name, hints[name])
    except NameError as error:
        raise RegistrationError(f"{cls.__name__} could not be saved: {not_there(error)}") from None


def _check(cls: Any, name: str, hint: Any) -> None:
    try:
        check_annotation(hint)
    except Unsupported as error:
        raise RegistrationError(f"{cls.__name__}.{name}: {error}") from None
