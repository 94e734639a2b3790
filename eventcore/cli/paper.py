"""What commands print help and tables on."""

from __future__ import annotations

from typing import Final

from rich.console import Console

_NARROWEST: Final = 20
"""Columns. Where there are fewer, the terminal wraps: text set in one or two never ends."""


class Paper(Console):
    """A console that is never too narrow, and that tells when nobody reads it any more."""

    def __init__(self, width: int | None = None) -> None:
        """Be as wide as the terminal.

        Args:
            width: Columns, where it is to be another width.
        """
        super().__init__(width=width)
        self.width = max(self.width, _NARROWEST)

    def on_broken_pipe(self) -> None:
        """Leave the end to whoever runs the command: rich would have it be code 1."""
        raise BrokenPipeError


def unwrapped(doc: str) -> str:
    """Put each paragraph of a docstring on one line: it is wrapped where it is printed.

    A line goes on with the one before it that is indented as far, unless that underlines a title.
    """
    lines: list[str] = []
    for line in doc.split("\n"):
        before, text = lines[-1] if lines else "", line.strip()
        goes_on = _indent(line) == _indent(before) and not before.lstrip().startswith("--")
        if text and before.strip() and goes_on and not text.startswith("--"):
            lines[-1] = f"{before.rstrip()} {text}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
