"""Text for places in source files, such as the definition of a handler or the line of an error."""

from __future__ import annotations

import sys
from pathlib import Path

_LIBRARY = __name__.partition(".")[0]


def place_of(filename: str, line: int, module: str) -> str:
    """Return ``path:line``, with the path relative to the folder of the module's package.

    The path of another file is relative to the working folder, or absolute outside of it.
    """
    package = sys.modules.get(module.partition(".")[0])
    path = Path(filename)
    for folder in (*(Path(f).parent for f in getattr(package, "__path__", ())), Path.cwd()):
        if path.is_relative_to(folder):
            return f"{path.relative_to(folder).as_posix()}:{line}"
    return f"{path.as_posix()}:{line}"


def raised_at(error: BaseException) -> str:
    """Return the place of the last line outside the library in an error's traceback, or ``""``."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code, module = trace.tb_frame.f_code, str(trace.tb_frame.f_globals.get("__name__", ""))
        generated = code.co_filename.startswith("<")
        if not generated and module.partition(".")[0] != _LIBRARY:
            place = place_of(code.co_filename, trace.tb_lineno, module)
        trace = trace.tb_next
    return place
