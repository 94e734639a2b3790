"""The table of options, read off the fields of ``Options``."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

import attrs
import msgspec

from bidden.frontend.preferences.options import GROUP, Group, Options


@attrs.frozen
class Option:
    """An option as screens and documentation describe it.

    Attributes:
        name: Its name in the file.
        group: Its heading.
        title: Its name on the screen.
        about: One sentence about it.
        usual: Its default.
        values: All possible values, or elements if there can be several; empty for free text.
        several: Whether it holds any number of elements.
        least: The smallest value of a number.
        most: The largest value of a number; 0 for other types.
    """

    name: str
    group: Group
    title: str
    about: str
    usual: Any
    values: tuple[str, ...] = ()
    several: bool = False
    least: int = 0
    most: int = 0

    @property
    def can_be(self) -> str:
        """The possible values, in words."""
        if self.most:
            return f"{self.least} to {self.most}"
        if not self.values:
            return "any patterns" if self.several else "any text"
        return ("any of " if self.several else "") + ", ".join(self.values)

    @property
    def told(self) -> str:
        """The description for the screen, with the name in the file and the possible values."""
        return f"{self.about} {self.name}: {self.can_be}"


@cache
def all_options() -> tuple[Option, ...]:
    """Return all options, by group."""
    options = map(_option, msgspec.structs.fields(Options))
    return tuple(sorted(options, key=lambda one: [*Group].index(one.group)))


def option(name: str) -> Option:
    """Return the option with this name."""
    return next(one for one in all_options() if one.name == name)


def in_file(value: object) -> str:
    """Return a value in TOML."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(in_file, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def told_value(value: object) -> str:
    """Return a value in words."""
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value) or "none"


def _option(field: msgspec.structs.FieldInfo) -> Option:
    kind, told = get_args(field.type)
    several = get_origin(kind) is tuple
    values = get_args(get_args(kind)[0] if several else kind)
    return Option(
        field.name,
        told.extra[GROUP],
        told.title,
        told.description,
        field.default,
        values,
        several,
        told.ge or 0,
        told.le or 0,
    )
