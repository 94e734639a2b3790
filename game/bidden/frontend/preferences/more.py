"""More files of settings: what they say holds where the player's own file says nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from bidden.content.datafiles import ContentError, convert, parse, read
from bidden.frontend.preferences.faults import Faults

MORE: Final = "more"
"""What names them: files beside the player's own, of which the last goes over those before."""


def with_more(data: dict[str, Any], file: str, faults: Faults) -> dict[str, Any]:
    """Put what the files say that are named in one into what it says itself.

    Args:
        data: What it says.
        file: Its name; the others lie beside it.
        faults: Takes what is wrong with them, and is told which of them says what.
    """
    names: list[str] = []
    with faults.part():
        names = convert(data.pop(MORE, []), list[str], file, MORE)
    for name in reversed(names):
        with faults.part():
            path = Path(file).parent / name
            more = parse(_text_of(path, name, file), str(path))
            if MORE in more:
                raise ContentError(str(path), MORE, "only the main options file may name others")
            _fill(data, more, str(path), "", faults.files)
    return data


def _text_of(path: Path, name: str, file: str) -> str:
    if not path.is_file():
        raise ContentError(file, MORE, f"{name!r}: no such file in {path.parent}")
    return read(path.name, path.parent, str(path))


def _fill(
    data: dict[str, Any], more: dict[str, Any], file: str, where: str, files: dict[str, str]
) -> None:
    """Put into a table what another has and it has not, however deep."""
    for name, value in more.items():
        key = f"{where}{name}"
        if name not in data:
            data[name], files[key] = value, file
        elif isinstance(data[name], dict) and isinstance(value, dict):
            _fill(data[name], value, file, f"{key}.", files)
