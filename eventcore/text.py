"""Format text for messages: shorten it, escape control characters, and name things and places."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

_MOST: Final = 100
_MOST_IN_LINE: Final = 800
_MOST_SHOWN: Final = 4_000
_MOST_NAMES: Final = 12
_MOST_LISTED: Final = 8
_LIBRARIES: Final = {__name__.partition(".")[0], *sys.stdlib_module_names}


def printable(text: str) -> str:
    """Escape characters that control a terminal, such as escape codes in a file name."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shorten(text: str, most: int = _MOST) -> str:
    """Escape control characters, and shorten a string to ``most`` characters, ending with ``…``."""
    text = printable(text[: most + 1])  # slice first, to avoid scanning a long text
    return text if len(text) <= most else text[: most - 1] + "…"


def short_line(text: str, most: int = _MOST_IN_LINE) -> str:
    """Replace the middle of a long message with ``…``, and keep both ends."""
    half = most // 2
    return text if len(text) <= most else f"{text[: half - 1]}…{text[-half:]}"


def terminal_line(text: str) -> str:
    """Escape the control characters of a message, and shorten it if it is very long."""
    return short_line(printable(short_line(text, _MOST_SHOWN)), _MOST_SHOWN)


def short_repr(value: Any, most: int = _MOST) -> str:
    """Return the ``repr`` of a value with control characters escaped, shortened if it is long."""
    return shorten(repr(value[: most + 1] if type(value) is str else value), most)


def short_value(value: Any) -> str:
    """Return the short ``repr`` of a value, or "nothing" for None."""
    return "nothing" if value is None else short_repr(value)


def short_number(number: int) -> str:
    """Return a whole number as text, or its length in bits if it is very long."""
    bits = number.bit_length()
    return str(number) if bits <= 128 else f"a number of {bits} bits"


def there_is(name: str, names: Iterable[str]) -> str:
    """Return a hint for an unknown name: similar names or, if there are none, the known names."""
    known = list(dict.fromkeys(names))
    by_case = {each.lower(): each for each in reversed(known)}
    similar = get_close_matches(name.lower(), by_case, n=3, cutoff=0.6)
    if similar:
        *others, last = [by_case[each] for each in similar]
        return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    more = len(known) - _MOST_NAMES
    shown = ", ".join(known[:_MOST_NAMES])
    if not known:
        return "there are none"
    return f"choose from {shown} and {more} more" if more > 0 else f"choose from {shown}"


def listed(handlers: Iterable[str]) -> str:
    """Join distinct names of handlers; end a long list with a phrase such as ``and 5 more``."""
    distinct = [*dict.fromkeys(name or "no handler" for name in handlers)]
    more = f", and {len(distinct) - _MOST_LISTED} more" if distinct[_MOST_LISTED:] else ""
    return f"{', '.join(distinct[:_MOST_LISTED])}{more}"


def place_of(filename: str, line: int, module: str) -> str:
    """Return a location as ``path:line``, relative to the folder that holds the module's package.

    For a file outside that folder, the path is relative to the working directory, if possible.
    """
    package = sys.modules.get(module.partition(".")[0])
    path = Path(filename)
    folders = getattr(package, "__dict__", {}).get("__path__", ())
    for folder in (*(Path(folder).parent for folder in folders), Path.cwd()):
        if path.is_relative_to(folder):
            return f"{path.relative_to(folder).as_posix()}:{line}"
    return f"{path.as_posix()}:{line}"


def raised_at(error: BaseException) -> tuple[str, str]:
    """Return the last function in a traceback and its place; skip libraries, if possible."""
    name, place, trace = "", "", error.__traceback__
    while trace is not None:
        code, module = trace.tb_frame.f_code, str(trace.tb_frame.f_globals.get("__name__", ""))
        if not code.co_filename.startswith("<") and module.partition(".")[0] not in _LIBRARIES:
            name, place = code.co_qualname, place_of(code.co_filename, trace.tb_lineno, module)
        elif not place:
            name = code.co_qualname
        trace = trace.tb_next
    return name, place


def one_line(error: BaseException) -> str:
    """Return the message of an error on one line, shortened if it is long."""
    return short_line(" ".join(str(error).split()))


def with_place(error: BaseException) -> str:
    """Return the message of an error, with the file and line of the code that raised it."""
    _, place = raised_at(error.__cause__ or error)
    return one_line(error) + (f" at {place}" if place else "")
