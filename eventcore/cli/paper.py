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
