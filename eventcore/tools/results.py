"""The results of tools: exit codes, lines to print, warnings, and files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs

from eventcore.errors import EventcoreError

SAME = 0
DIVERGED = 1
UNREADABLE = 2


class UsageError(EventcoreError):
    """An error that the user can correct; its one-line message says how."""


@attrs.frozen
class Result:
    """A tool's exit code, the lines to print, and the warnings to print on stderr.

    If ``can_regenerate`` is true, the replay differs, but the intents of the journal can be
    recorded again with the current rules.
    """

    code: int
    lines: list[str] = attrs.field(factory=list)
    warnings: list[str] = attrs.field(factory=list)
    can_regenerate: bool = False


@contextmanager
def require_extra(extra: str, what: str) -> Iterator[None]:
    """If the ``with`` block cannot import a package, raise a UsageError that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        remedy = f"which the extra {extra!r} installs: pip install '.[{extra}]'"
        raise UsageError(f"{what} needs {error.name}, {remedy}") from None


def first_lines(lines: list[str], most: int) -> list[str]:
    """Return the first ``most`` lines, indented, and a line with the number of omitted lines."""
    more = [f"and {len(lines) - most} more"] if len(lines) > most else []
    return [f"  {line}" for line in (*lines[:most], *more)]


def counted(number: int, thing: str) -> str:
    """Return a number with a noun, such as "1 record" or "2 records"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


@contextmanager
def atomic_write(target: Path, *, force: bool = True) -> Iterator[Path]:
    """Yield a temporary path beside the target; at the end, the temporary file replaces the target.

    Raises:
        UsageError: The target exists and may not be replaced, or cannot be written.
    """
    if os.path.lexists(target):
        if not force:
            raise UsageError(f"{target}: already exists; use another name, or add --force")
        if os.path.exists(target) and not os.path.isfile(target):
            raise UsageError(f"{target} is not a file, so it cannot be replaced; use another name")
    number = os.getpid()  # noqa: TID251  # the name of the temporary file only
    part = target.with_name(f".{target.name}.{number}.part")
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise UsageError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError, ValueError):  # report only the first error
            part.unlink()
