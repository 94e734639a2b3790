"""More settings files, for options that the player's own file does not set."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from bidden.content.datafiles import ContentError, convert, parse, read
from bidden.frontend.preferences.faults import Faults

MORE: Final = "more"
"""The option that lists further files. Later files override earlier ones."""


def with_more(data: dict[str, Any], file: str, faults: Faults) -> dict[str, Any]:
    """Merge the files that the player's file names, in the same folder, into its data."""
    names: list[str] = []
    with faults.part():
        names = convert(data.pop(MORE, []), list[str], file, MORE)
    for name in reversed(names):
        with faults.part():
            path = Path(file).parent / name
            more = parse(_text_of(path, name, file), str(path))
            if MORE in more:
                raise ContentError(str(path), MORE, "only the main options file may use this")
            _fill(data, more, str(path), "", faults.files)
    return data


def _text_of(path: Path, name: str, file: str) -> str:
    if not path.is_file():
        raise ContentError(file, MORE, f"{name!r}: no such file in {path.parent}")
    return read(path.name, path.parent, str(path))


def _fill(
    data: dict[str, Any], more: dict[str, Any], file: str, where: str, files: dict[str, str]
) -> None:
    for name, value in more.items():
        key = f"{where}{name}"
        if name not in data:
            data[name], files[key] = value, file
        elif isinstance(data[name], dict) and isinstance(value, dict):
            _fill(data[name], value, file, f"{key}.", files)
