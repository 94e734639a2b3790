"""The player's options and keys, in a TOML file that keeps its comments."""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs
import tomlkit
from platformdirs import user_config_path
from tomlkit.exceptions import TOMLKitError

from bidden.content.datafiles import ContentError, convert, nearest, parse, read
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.faults import Faults, each
from bidden.frontend.preferences.more import MORE, with_more
from bidden.frontend.preferences.option_table import option
from bidden.frontend.preferences.options import Options

KEYS: Final = "keys"
"""The table of keys, by context and action."""
PALETTE: Final = "palette"
"""The tables of colours and characters, as in the palette."""
HINTS: Final = "hints_shown"
"""The list of first-run hints that were shown."""
_HEAD: Final = "Your options. The options screen changes this file too, and keeps your comments."

_EARLIER: Final = tomllib.loads(
    resources.files(__package__).joinpath("earlier.toml").read_text("utf-8")
)
_RENAMED: Final[Mapping[str, str]] = _EARLIER["renamed"]

Edit: TypeAlias = Callable[[str], str]
"""Returns the changed text of a file."""


def settings_path() -> Path:
    """Return the path of the player's settings file."""
    return user_config_path("bidden", appauthor=False) / "options.toml"


def read_settings(path: Path) -> str:
    """Return the text of a settings file; empty if it does not exist.

    Raises:
        ContentError: The file cannot be read, or is not UTF-8.
    """
    try:
        os.stat(path)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        pass  # read() reports the error
    return read(path.name, path.parent, str(path))


@attrs.frozen
class Settings:
    """The contents of a settings file. Keys and palette are unchecked."""

    options: Options
    keys: Mapping[str, Any]
    palette: Mapping[str, Any]
    hints: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()  # the names of removed options in the file


def settings_of(text: str, file: str, faults: Faults) -> Settings:
    """Parse a settings file. Collect the faults of options, which get their defaults.

    Raises:
        ContentError: The text is not TOML.
    """
    try:
        table = parse(text, file)
    except ContentError as error:
        reason = f"is not valid TOML: {error.reason}"
        raise ContentError(file, "", reason) from None
    data = with_more(table, file, faults)
    keys, palette = dict[str, Any](), dict[str, Any]()
    with faults.part():
        keys = convert(data.pop(KEYS, {}), dict[str, Any], file, KEYS)
    with faults.part():
        palette = convert(data.pop(PALETTE, {}), dict[str, Any], file, PALETTE)
    hints: tuple[str, ...] = ()
    with faults.part():
        hints = convert(data.pop(HINTS, []), tuple[str, ...], file, HINTS)
    unused, fitting = _drop_removed(data), dict[str, Any]()
    for name, value in data.items():
        with faults.part():
            _check_option(name, value, file)
            fitting[name] = value
    own = convert(fitting, Options, file)
    return Settings(own, keys, palette, hints, unused)


def _drop_removed(data: dict[str, Any]) -> tuple[str, ...]:
    """Move the values of renamed options to the new names. Return the names without effect."""
    unused = [name for name in data if name in _EARLIER["removed"]]
    for old, new in _RENAMED.items():
        if old in data and new in data:
            unused.append(old)
        elif old in data:
            data[new] = data[old]
    for name in (*unused, *_RENAMED):
        data.pop(name, None)
    news = _EARLIER["renamed_news"]
    if isinstance(data.get("stops_for"), list):
        data["stops_for"] = [news.get(str(one), one) for one in data["stops_for"]]
    return tuple(unused)


def _check_option(name: str, value: object, file: str) -> None:
    if name not in Options.__struct_fields__:
        tables = (KEYS, PALETTE, HINTS, MORE)
        there = (*Options.__struct_fields__, *tables)
        near = nearest(name, there, 0.6)
        meant = f"did you mean {' or '.join(near)}?" if near else f"use {', '.join(there)}"
        raise ContentError(file, name, f"no such option; {meant}")
    try:
        convert({name: value}, Options, file)
    except ContentError as error:
        if not error.key:  # otherwise Options gave the whole reason
            if isinstance(value, list) and len(value) > 1:  # find the bad element
                each(lambda one: _check_option(name, [one], file), value)
            reason = error.reason.removeprefix(f"{name}: ")
            raise ContentError(file, name, reason) from None
        kind = option(name)
        reason = f"{error.reason}; use {kind.can_be}"
        if kind.most:
            reason = f"must be a whole number from {kind.can_be}"
        raise ContentError(file, error.key, reason) from None


def write_settings(path: Path, text: str) -> None:
    """Replace a settings file atomically, keeping links and permissions.

    Raises:
        ContentError: The file cannot be written.
    """
    place = Path(os.path.realpath(path))
    new = place.with_name(f"{place.name}.new")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(new, "w", encoding="utf-8") as file:
            if place.exists():
                shutil.copymode(place, new)  # before it has contents
            file.write(text)
        os.replace(new, place)
    except OSError as error:
        raise ContentError(str(path), "", f"cannot be written: {error.strerror or error}") from None


def with_option(name: str, value: object, about: str = "") -> Edit:
    """Set an option with a comment, or remove it if the value is None. Remove its older names."""

    def edit(text: str) -> str:
        document = _document(text)
        for old in (one for one, new in _RENAMED.items() if new == name):
            document.pop(old, None)
        if value is None:
            document.pop(name, None)
        elif name in document:
            document[name] = _plain(value)
        else:
            item = tomlkit.item(_plain(value))
            item.comment(about)
            document.add(name, item)
        return tomlkit.dumps(document)

    return edit


def with_keys(context: Context, action: Command, keys: Sequence[str] | None) -> Edit:
    """Set the keys of an action; None for the defaults."""

    def edit(text: str) -> str:
        document: Any = _document(text)
        if keys is None:
            document.get(KEYS, {}).get(context, {}).pop(action, None)
        else:
            tables = document.setdefault(KEYS, tomlkit.table(is_super_table=True))
            tables.setdefault(str(context), tomlkit.table())[str(action)] = [*keys]
        return tomlkit.dumps(document)

    return edit


def _document(text: str) -> tomlkit.TOMLDocument:
    if text:
        try:
            return tomlkit.parse(text)
        except TOMLKitError as error:
            raise ContentError("", "", str(error)) from None
    document = tomlkit.document()
    document.add(tomlkit.comment(_HEAD))
    document.add(tomlkit.nl())
    return document


def _plain(value: object) -> Any:
    return [*value] if isinstance(value, tuple) else value
