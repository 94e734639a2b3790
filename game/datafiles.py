"""Data files: the game's TOML, read strictly; an error names file, key and reason."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, TypeVar, get_args, get_type_hints

import attrs
import msgspec

from eventcore import Entity

__all__ = ["ContentError", "convert", "parse", "read", "refuse_unknown"]

T = TypeVar("T")


class ContentError(ValueError):
    """A data file is wrong; the message names the file, the key in it, and the reason."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(": ".join(part for part in (file, key, reason) if part))


def read(file: str) -> str:
    """Read a data file that ships with the game."""
    return (resources.files("game") / "content" / file).read_text("utf-8")


def parse(text: str, file: str) -> dict[str, Any]:
    """Read TOML.

    Raises:
        ContentError: It is none.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(file, "", str(error)) from None


def refuse_unknown(data: object, shape: Any, file: str, key: str) -> None:
    """Refuse what no field takes, in tables that become attrs classes, however deep.

    Raises:
        ContentError: There is such a key.
    """
    arguments = get_args(shape)
    if isinstance(data, Mapping) and attrs.has(shape):
        hints = get_type_hints(shape, localns={"Entity": Entity}, include_extras=True)
        known = [field.alias for field in attrs.fields(shape) if field.init]
        for name, value in data.items():
            if name not in known:
                reason = f"there is no such field, only {', '.join(known) or 'none at all'}"
                raise ContentError(file, f"{key}.{name}", reason)
            refuse_unknown(value, hints[name], file, f"{key}.{name}")
    elif isinstance(data, Mapping):
        for one in arguments:  # of which a table can be one at the most
            if attrs.has(one):
                refuse_unknown(data, one, file, key)
    elif isinstance(data, list) and arguments:
        for number, value in enumerate(data):
            refuse_unknown(value, arguments[0], file, f"{key}[{number}]")


def convert(data: object, shape: type[T], file: str, key: str = "") -> T:
    """Make a type of what is under a key.

    What is below a table with free names is to be converted name by name: msgspec
    does not say which of them an error is under.

    Raises:
        ContentError: It has another shape.
    """
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        # msgspec ends its message with the place, as in "… - at `$.keys[0]`".
        reason, _, place = str(error).partition(" - at `$")
        place = place.rstrip("`").replace("[...]", "")  # under some name, it does not say which
        raise ContentError(file, (key + place).lstrip("."), reason) from None
