"""Create slotted attrs classes for ``@event`` and ``@component``."""

from __future__ import annotations

import re
from functools import wraps
from inspect import get_annotations
from linecache import getlines
from types import FunctionType
from typing import Any, TypeVar

import attrs

from eventcore.codegen import make_function
from eventcore.errors import RegistrationError
from eventcore.schema.fixed import Fixed

C = TypeVar("C")


def lacks_decorator(cls: type, decorator: str) -> str:
    """Return the error message for a class that lacks its decorator."""
    return f"{cls.__name__} lacks its decorator: put @{decorator} above the class"


def declare(cls: type[C], decorator: str) -> type[C]:
    """Convert an event or component class to a slotted attrs class, and check its fields."""
    own = vars(cls).get("__init__")
    if isinstance(own, FunctionType) and "__attrs_init__" not in own.__code__.co_names:
        raise RegistrationError(
            f"{cls.__name__}.__init__ is not allowed: write each field as name: type = default"
        )
    try:
        made: Any = attrs.define(cls, eq=False, repr=False, weakref_slot=False)
    except ValueError as error:
        if "mandatory" not in str(error):
            raise
        raise RegistrationError(
            f"{cls.__name__}: a field without a default follows a declared or inherited "
            "field that has one: give the later field a default too"
        ) from None
    hints = get_annotations(cls)
    public = {n: v for n, v in vars(cls).items() if n not in hints and not n.startswith("_")}
    for name, value in ({f.name: f.default for f in attrs.fields(made)} | public).items():
        if isinstance(value, list | dict | set) and not isinstance(value, Fixed):
            constant = ", or annotate a constant with ClassVar" if name in public else ""
            raise RegistrationError(
                f"{cls.__name__}.{name} = {value!r} would be shared by all instances: "
                f"write {name}: … = attrs.field(factory={type(value).__name__}){constant}"
            )
        is_method = isinstance(value, property | FunctionType | classmethod | staticmethod)
        if name not in public and is_method and getattr(value, "__name__", name) == name:
            raise RegistrationError(f"{cls.__name__}.{name} is a field and a method: rename one")
        if name in public and name.islower() and isinstance(value, int | float | str | tuple):
            raise RegistrationError(
                f"{cls.__name__}.{name} = {value!r} is not a field: write {name}: "
                f"{type(value).__name__} = {value!r}, or annotate a constant with ClassVar"
            )
    made._fields_ = tuple(f.name for f in attrs.fields(made) if not f.name.startswith("_"))
    made._declared_ = made
    for parent in made.__mro__[1:]:
        if getattr(parent, "_declared_", parent) is not parent:
            types = get_annotations(parent).values()  # attrs ignores undecorated bases
            if any("ClassVar" not in str(hint) for hint in types):
                raise RegistrationError(lacks_decorator(parent, decorator))
        for name in made._fields_:
            if isinstance(vars(parent).get(name), property | FunctionType | classmethod):
                raise RegistrationError(
                    f"{cls.__name__}.{name} would hide {parent.__name__}.{name}: choose "
                    "another name for the field"
                )
    return made  # type: ignore[no-any-return]  # made is typed as Any


def explain_missing_decorator(base: type, decorator: str) -> None:
    """Wrap a base class's ``__init__`` so that undecorated subclasses raise a clear error."""
    init = base.__init__  # type: ignore[misc]

    @wraps(init)
    def checked(self: Any, *values: Any, **fields: Any) -> None:
        try:
            init(self, *values, **fields)
        except TypeError:  # attrs does not know the fields of an undecorated class
            if type(self)._declared_ is type(self):
                raise
            raise RegistrationError(lacks_decorator(type(self), decorator)) from None

    base.__init__ = checked  # type: ignore[misc]


def write_init(made: Any) -> None:
    """Recompile ``__init__`` with its defaults as constants, which makes publishing 15% faster."""
    old = made.__init__
    source = "".join(getlines(old.__code__.co_filename))
    if "attr_dict['" not in source:  # no default to replace, or the class has its own __init__
        return
    names = {f"__default_{field.name}": field.default for field in attrs.fields(made)}
    new = re.sub(r"attr_dict\['(\w+)'\]\.default", r"__default_\1", source)
    made.__init__ = init = make_function(new, {**old.__globals__, **names})
    init.__annotations__ = old.__annotations__
    parameters = ", ".join(field.alias for field in attrs.fields(made) if field.init)
    init.__qualname__ = f"{made.__name__}({parameters}): {made.__name__}"  # shown in TypeErrors
