"""Early checks for saves: component classes when declared, and values in debug mode."""

from __future__ import annotations

from inspect import get_annotations
from typing import Any, Final, get_args

from eventcore.codegen import per_class
from eventcore.errors import RegistrationError
from eventcore.schema.field_types import field_types, type_of
from eventcore.schema.hints import (
    Unfit,
    Unsupported,
    hints_of,
    import_it,
    is_object,
    kinds_in,
    resolve,
    show,
)

_USUAL: Final = frozenset(
    f"{kind}{none}"
    for kind in ("int", "str", "bool", "float", "Entity", "list[int]", "list[str]")
    for none in ("", " | None")
)
"""The most frequent annotations. A save can hold them, so they need not be evaluated."""


def check_fields(cls: Any) -> tuple[str, ...]:
    """Check the annotations of a component class's own fields.

    Returns:
        The fields whose annotations use a name that is not defined yet.

    Raises:
        RegistrationError: A save could not hold a field.
    """
    unknown = [name for base in cls.__bases__ for name in getattr(base, "_unchecked_", ())]
    for name, hint in get_annotations(cls).items():
        if name in cls._fields_ and not (isinstance(hint, str) and hint in _USUAL):
            try:
                _check_field(cls, name, resolve(cls, hint))
            except NameError:
                unknown.append(name)
    if unknown:
        hints_of.cache_clear()  # these names will be defined later
    return tuple(unknown)


def check_late(cls: Any) -> None:
    """Check the fields that could not be checked when their class was declared.

    Raises:
        RegistrationError: A save could not hold a field, or its annotation uses an unknown name.
    """
    for name in cls._unchecked_:
        try:
            _check_field(cls, name, hints_of(cls)[name])
        except NameError as error:
            raise RegistrationError(
                f"{cls.__name__} could not be saved: {import_it(error)}"
            ) from None


def _check_field(cls: Any, name: str, hint: Any) -> None:
    try:
        type_of(hint)
        for kind in kinds_in(hint):
            if is_object(kind):
                for inner in hints_of(kind).values():
                    type_of(inner)
    except Unsupported as error:
        raise RegistrationError(f"{cls.__name__}.{name}: {error}") from None


def check_early(cls: Any, name: str, value: Any) -> None:
    """Check a value of a field before it is saved, unless the field is annotated with Any.

    Raises:
        Unfit: A save would refuse the value.
    """
    field = field_types(cls)[name]
    if not _is_open(field.hint):
        field.write(value)
    if value.__class__ is str and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise Unfit(f"it holds {show(value)}, which has no UTF-8: {error.reason}") from None


@per_class
def _is_open(hint: Any) -> bool:
    return hint in (Any, list, tuple, dict) or any(map(_is_open, get_args(hint)))
