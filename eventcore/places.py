"""Locations in source code as text, such as where a handler is defined or an error was raised."""

from __future__ import annotations

import sys
from pathlib import Path

_LIBRARY = __name__.partition(".")[0]


def place_of(filename: str, line: int, module: str) -> str:
    """Return a location as ``path:line``, relative to the folder that holds the module's package.

    For a file outside that folder, the path is relative to the working directory, if possible.
    """
    package = sys.modules.get(module.partition(".")[0])
    path = Path(filename)
    for folder in (*(Path(f).parent for f in getattr(package, "__path__", ())), Path.cwd()):
        if path.is_relative_to(folder):
            return f"{path.relative_to(folder).as_posix()}:{line}"
    return f"{path.as_posix()}:{line}"


def raised_at(error: BaseException) -> str:
    """Return the last location outside the library in an error's traceback, or ``""``."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code, module = trace.tb_frame.f_code, str(trace.tb_frame.f_globals.get("__name__", ""))
        if not code.co_filename.startswith("<") and module.partition(".")[0] != _LIBRARY:
            place = place_of(code.co_filename, trace.tb_lineno, module)
        trace = trace.tb_next
    return place
