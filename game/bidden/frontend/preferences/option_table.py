"""The table of options: each as it is told of, read off the fields of ``Options``."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

import attrs
import msgspec

from bidden.frontend.preferences.options import GROUP, Group, Options


@attrs.frozen
class Option:
    """One of the options, as it is told of.

    Attributes:
        name: Its name in the file.
        group: What it is about.
        title: What it is called on the screen.
        about: What it is.
        usual: What it is at first.
        values: What it can be, of what can be a few things only; what it can hold, where it holds
            several.
        several: Whether it holds any number of things.
        least: Of a number, the least it can be.
        most: Of a number, the most; 0 for what is no number.
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
        """What it can be, in words."""
        if self.most:
            return f"{self.least} to {self.most}"
        if not self.values:
            return "any patterns" if self.several else "any words"
        return ("any of " if self.several else "") + ", ".join(self.values)

    @property
    def told(self) -> str:
        """What it is, and its name in the file with what it can be there."""
        return f"{self.about} {self.name}: {self.can_be}"


@cache
def all_options() -> tuple[Option, ...]:
    """Give all options, in order: by group, and in each as the table has them."""
    options = map(_option, msgspec.structs.fields(Options))
    return tuple(sorted(options, key=lambda one: [*Group].index(one.group)))


def option(name: str) -> Option:
    """Give an option by its name."""
    return next(one for one in all_options() if one.name == name)


def in_file(value: object) -> str:
    """Write a value as the file has it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(in_file, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def told_value(value: object) -> str:
    """Tell a value in words."""
    return (", ".join(value) or "nothing") if isinstance(value, tuple) else str(value) or "none"


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
