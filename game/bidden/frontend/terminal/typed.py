"""Typed text: what a terminal sends, without what was pasted and with one key made known."""

from __future__ import annotations

from typing import Final

_PASTE_BEGINS: Final = "\x1b[200~"
_PASTE_ENDS: Final = "\x1b[201~"
_MIDDLES: Final = ("\x1b[E", "\x1bOE")
"""The 5 of the number pad with Num Lock off; Textual drops it."""


class Typed:
    """A filter for a stream of text that comes in pieces.

    Textual knows of pastes too, but takes what follows an escape character inside
    of one for keys.
    """

    def __init__(self) -> None:
        self._pasting = False
        self._tail = ""

    def feed(self, text: str) -> str:
        """Give what was typed of a piece of text."""
        typed = ""
        # The end of a paste may itself come in pieces.
        text, self._tail = self._tail + text, ""
        while text:
            mark = _PASTE_ENDS if self._pasting else _PASTE_BEGINS
            before, found, after = text.partition(mark)
            if not self._pasting:
                typed += before
            elif not found:
                self._tail = text[1 - len(mark) :]
            if found:
                self._pasting = not self._pasting
            text = after
        for sequence in _MIDDLES:
            typed = typed.replace(sequence, "5")
        return typed
