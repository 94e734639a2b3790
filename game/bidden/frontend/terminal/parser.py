"""The parser of terminal input: Textual's own, protected against any input."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

ESCAPE_KEY: Final = "\x1b[27u"
"""The sequence for Esc that needs no wait for further characters."""


class Parser(XTermParser):
    """Parses keys and clicks, and skips invalid sequences."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        if sequence == ESCAPE_KEY:  # Textual may be set to know no sequence of this kind
            yield Key("escape", "\x1b")
            return
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):  # the number is too large for a character
            yield Key(Keys.Ignore, sequence)

    def parse_mouse_code(self, code: str) -> Message | None:
        try:
            return super().parse_mouse_code(code)
        except ZeroDivisionError:  # the terminal reported a size of 0
            return None


@lru_cache(maxsize=512)
def is_known(sequence: str) -> bool:
    """Return whether Textual knows a complete sequence; it would split others into single keys."""
    if not sequence.startswith(("\x1b[", "\x1bO")):
        return False
    return sequence.startswith("\x1b[<") or any(True for _ in Parser().feed(sequence))
