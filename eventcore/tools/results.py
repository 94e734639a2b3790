"""The result of a tool: an exit code, lines to print, and warnings."""

from __future__ import annotations

import attrs

from eventcore.errors import RaisedError
from eventcore.places import raised_at
from eventcore.text import short_line

SAME = 0
DIVERGED = 1
UNREADABLE = 2


class UsageError(Exception):
    """An error that the user can correct; the message says how to do so, in one line."""


@attrs.frozen
class Result:
    """The result of a tool.

    Attributes:
        code: The exit code.
        lines: The lines to print.
        warnings: The lines to print on stderr; an indented line continues the previous line.
    """

    code: int
    lines: list[str] = attrs.field(factory=list)
    warnings: list[str] = attrs.field(factory=list)


def with_place(error: RaisedError) -> str:
    """Return the message of an error, with the file and line of the handler that raised it."""
    place = raised_at(error.__cause__ or error)
    return f"{error} at {place}" if place else str(error)


def counted(number: int, thing: str) -> str:
    """Return a number with a noun, as in "1 record" or "2 records"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def one_line(error: BaseException) -> str:
    """Return the message of an error on one line; a long message is cut."""
    return short_line(" ".join(str(error).split()))


def enumerated(names: list[str]) -> str:
    """Join names, as in "a ration, a rope and a lamp"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
