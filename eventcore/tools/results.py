"""The result of a tool: an exit code, lines to print, and warnings."""

from __future__ import annotations

import attrs

from eventcore.errors import EventcoreError
from eventcore.text import raised_at, short_line

SAME = 0
DIVERGED = 1
UNREADABLE = 2


class UsageError(EventcoreError):
    """An error that the user can correct; its one-line message says how."""


@attrs.frozen
class Result:
    """The exit code of a tool, lines to print, and warnings that are printed on stderr."""

    code: int
    lines: list[str] = attrs.field(factory=list)
    warnings: list[str] = attrs.field(factory=list)


def with_place(error: BaseException) -> str:
    """Return the message of an error, with the file and line of the code that raised it."""
    place = raised_at(error.__cause__ or error)
    return one_line(error) + (f" at {place}" if place else "")


def lacking(error: ImportError, what: str, extra: str) -> UsageError:
    """Return an error that says which extra installs a missing package."""
    return UsageError(
        f"{what} needs {error.name}, which the extra {extra!r} installs: pip install '.[{extra}]'"
    )


def first_lines(lines: list[str], most: int) -> list[str]:
    """Return the first ``most`` lines, indented, and then the number of omitted lines."""
    more = [f"and {len(lines) - most} more"] if len(lines) > most else []
    return [f"  {line}" for line in (*lines[:most], *more)]


def counted(number: int, thing: str) -> str:
    """Return a number with a noun, as in "1 record" or "2 records"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def one_line(error: BaseException) -> str:
    """Return the message of an error on one line, shortened if it is long."""
    return short_line(" ".join(str(error).split()))
