"""The table of options, made from the fields of ``Options``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, get_args, get_origin

import attrs
import msgspec
from msgspec import Meta

from bidden.frontend.preferences.options import Group, Options


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
def read_table() -> Mapping[str, dict[str, Any]]:
    """Read the texts of all options by group, and the names of earlier versions."""
    return tomllib.loads(resources.files(__package__).joinpath("options.toml").read_text("utf-8"))


@cache
def all_options() -> tuple[Option, ...]:
    """Return all options, by group."""
    fields = {field.name: field for field in msgspec.structs.fields(Options)}
    return tuple(
        _option(fields[name], group, *told)
        for group in Group
        for name, told in read_table()[group.name.lower()].items()
    )


def option(name: str) -> Option:
    """Return the option with this name."""
    return next(one for one in all_options() if one.name == name)


def told_value(value: object) -> str:
    """Return a value in words."""
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value) or "none"


def _option(field: msgspec.structs.FieldInfo, group: Group, title: str, about: str) -> Option:
    kind, limits = field.type, Meta()
    if get_origin(kind) is Annotated:
        kind, limits = get_args(kind)
    several = get_origin(kind) is tuple
    values = get_args(get_args(kind)[0] if several else kind)
    least, most = int(limits.ge or 0), int(limits.le or 0)
    return Option(field.name, group, title, about, field.default, values, several, least, most)
