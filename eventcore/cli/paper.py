"""The console that help and tables are printed on."""

from __future__ import annotations

import re
from typing import Final

from rich.console import Console

_NARROWEST: Final = 20
"""Columns. Text set in one or two columns never ends; below this the terminal wraps."""
_PARAGRAPH: Final = re.compile(r"^( *)(?!-)(\S.*(?:\n\1[^\s-].*)+)", re.MULTILINE)
"""Lines that follow each other with the same indentation, but no underline of a title."""


class Paper(Console):
    """A console that is never too narrow, and that reports a broken pipe to the caller."""

    def __init__(self, width: int | None = None) -> None:
        super().__init__(width=width)
        self.width = max(self.width, _NARROWEST)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, where rich would exit with code 1."""
        raise BrokenPipeError


def unwrapped(doc: str) -> str:
    """Put each paragraph of a docstring on one line: it is wrapped when it is printed."""
    return _PARAGRAPH.sub(lambda found: found[1] + re.sub(r"\s*\n\s*", " ", found[2]), doc)
