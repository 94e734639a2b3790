"""A rich console for help texts."""

from __future__ import annotations

import re
from typing import Final

from rich.console import Console

_NARROWEST: Final = 20
"""The minimum width in columns; a narrower terminal wraps the lines itself."""
_PARAGRAPH: Final = re.compile(r"^( *)(?!-)(\S.*(?:\n\1[^\s-].*)+)", re.MULTILINE)
"""Matches adjacent lines with equal indentation, but not the underline of a title."""


class Paper(Console):
    """A console with a minimum width, which raises an error if the output pipe is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.width = max(self.width, _NARROWEST)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, because rich would exit with code 1."""
        raise BrokenPipeError


def unwrapped(doc: str) -> str:
    """Put each paragraph of a docstring on one line, because printing wraps it again."""
    return _PARAGRAPH.sub(lambda found: found[1] + re.sub(r"\s*\n\s*", " ", found[2]), doc)
