"""The table of options, made from the fields of ``Options``."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

import attrs
import msgspec

from bidden.frontend.preferences.options import GROUP, Group, Options


@attrs.frozen
class Option:
    """An option as screens and documentation describe it."""

    name: str  # in the file
    group: Group
    title: str  # on the screen
    about: str
    usual: Any
    values: tuple[str, ...] = ()  # all possible values or elements; none for free text
    several: bool = False  # whether it holds any number of elements
    least: int = 0
    most: int = 0  # the largest number; 0 for other types

    @property
    def can_be(self) -> str:
        """The possible values, in words."""
        if self.most:
            return f"{self.least} to {self.most}"
        if not self.values:
            alone = f"for example {self.usual}" if self.usual else "a path"
            return "a list of patterns (* matches anything)" if self.several else alone
        return ("any of " if self.several else "") + ", ".join(self.values)

    @property
    def told(self) -> str:
        """The description for the screen, with the name in the file and the possible values."""
        return f"{self.about} Values: {self.can_be}. In the file: {self.name}."


@cache
def all_options() -> tuple[Option, ...]:
    """Return all options, by group."""
    options = map(_option, msgspec.structs.fields(Options))
    return tuple(sorted(options, key=lambda one: [*Group].index(one.group)))


def option(name: str) -> Option:
    """Return the option with this name."""
    return next(one for one in all_options() if one.name == name)


def told_value(value: object) -> str:
    """Return a value in words."""
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value) or "none"


def _option(field: msgspec.structs.FieldInfo) -> Option:
    kind, told = get_args(field.type)
    several = get_origin(kind) is tuple
    values = get_args(get_args(kind)[0] if several else kind)
    about = told.extra[GROUP], told.title, told.description
    return Option(field.name, *about, field.default, values, several, told.ge or 0, told.le or 0)
