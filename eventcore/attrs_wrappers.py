"""Attrs wrappers: the slotted attrs classes behind ``@event`` and ``@component``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import wraps
from inspect import get_annotations
from types import FunctionType
from typing import Any, TypeVar

import attrs

from eventcore.errors import RegistrationError
from eventcore.schema.fixed import Fixed

C = TypeVar("C")


def define(cls: type[C], **options: Any) -> type[C]:
    """Create a slotted attrs class, or raise RegistrationError with the remedy."""
    try:
        made = attrs.define(cls, eq=False, weakref_slot=False, **options)
    except ValueError as error:
        if "mandatory" not in str(error):
            raise
        raise RegistrationError(
            f"{cls.__name__}: a field without a default follows a field, perhaps inherited, that "
            "has one: add a default to it"
        ) from None
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)  # type: ignore[arg-type]  # made by attrs
    for field in fields:
        default = field.default
        if isinstance(default, list | dict | set) and not isinstance(default, Fixed):
            raise RegistrationError(
                f"{cls.__name__}.{field.name} = {default!r} would be shared by instances: write "
                f"{field.name}: … = attrs.field(factory={type(default).__name__})"
            )
    return made


def lacks_decorator(cls: type, decorator: str) -> str:
    """Return the error message for a class without its decorator."""
    return f"{cls.__name__} lacks its decorator: put @{decorator} above the class"


def explain_missing_decorator(base: type, decorator: str) -> None:
    """Replace a base class's ``__init__``, to report subclasses that lack their decorator.

    Otherwise Python would report an unknown argument.
    """
    init = base.__init__  # type: ignore[misc]

    @wraps(init)
    def checked(self: Any, *values: Any, **fields: Any) -> None:
        try:
            init(self, *values, **fields)
        except TypeError:
            if type(self)._declared_ is type(self):
                raise
            raise RegistrationError(lacks_decorator(type(self), decorator)) from None

    base.__init__ = checked  # type: ignore[misc]


def refuse_lost_fields(made: type, decorator: str) -> None:
    """Raise RegistrationError if a parent lacks its decorator and has fields, unknown to attrs."""
    for parent in made.__mro__[1:]:
        if getattr(parent, "_declared_", parent) is not parent:
            hints = get_annotations(parent).values()
            if any("ClassVar" not in str(hint) for hint in hints):
                raise RegistrationError(lacks_decorator(parent, decorator))


def write_init(made: type, fields: tuple[attrs.Attribute[Any], ...]) -> None:
    """Create an ``__init__`` for an event class with the defaults written into it.

    The ``__init__`` of attrs looks up the default of each field with ``init=False`` at every call,
    which makes publishing about 15 % slower. Classes that use more of attrs keep it.
    """
    special = any(
        f.converter
        or f.validator
        or f.kw_only
        or f.on_setattr
        or isinstance(f.default, attrs.Factory)  # type: ignore[arg-type]  # typed as a function
        for f in fields
    )
    hooks = ("__attrs_pre_init__", "__attrs_post_init__")
    if special or any(hasattr(made, hook) for hook in hooks) or "__attrs_init__" in vars(made):
        return
    names: dict[str, Any] = {}
    parameters, lines = ["self"], []
    for field in fields:
        value = f"default_{field.name}"
        if field.default is None or type(field.default) is int:
            value = repr(field.default)
        else:
            names[value] = field.default
        if field.init:
            given = field.default is not attrs.NOTHING
            parameters.append(f"{field.alias}={value}" if given else f"{field.alias}")
            lines.append(f"    self.{field.name} = {field.alias}\n")
        elif field.default is not attrs.NOTHING:
            lines.append(f"    self.{field.name} = {value}\n")
    exec(f"def __init__({', '.join(parameters)}):\n{''.join(lines)}", names)
    names["__init__"].__annotations__ = made.__init__.__annotations__  # type: ignore[misc]
    names["__init__"].__qualname__ = f"{made.__qualname__}.__init__"
    made.__init__ = names["__init__"]  # type: ignore[misc]


def refuse_hiding(cls: type, fields: Iterable[str]) -> None:
    """Raise RegistrationError if a field hides a property or method of a parent class."""
    for name in fields:
        for parent in cls.__mro__[1:]:
            if isinstance(vars(parent).get(name), property | FunctionType | classmethod):
                raise RegistrationError(
                    f"{cls.__name__}.{name} would hide {parent.__name__}.{name}: give the field "
                    "another name"
                )
