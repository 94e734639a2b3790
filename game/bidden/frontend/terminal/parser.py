"""The parser of what a terminal sends: Textual's own, made to survive whatever comes."""

from __future__ import annotations

from collections.abc import Iterator

from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

from bidden.frontend.terminal.typed import ESCAPE_KEY


class Parser(XTermParser):
    """Makes keys and clicks of text; what looks like one of them and is none is passed over."""

    @property
    def waits(self) -> bool:
        """Whether a sequence has begun that is not known yet."""
        return self._timeout_time is not None

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        if sequence == ESCAPE_KEY:  # also where Textual is told to know none of its kind
            yield Key("escape", "\x1b")
            return
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):  # no character has that number, or it is none
            yield Key(Keys.Ignore, sequence)

    def parse_mouse_code(self, code: str) -> Message | None:
        """Make a click or a move of the mouse of what was sent, or nothing."""
        try:
            return super().parse_mouse_code(code)
        except ZeroDivisionError:  # the terminal had said that it has no size
            return None
