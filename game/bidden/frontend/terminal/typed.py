"""Typed text: what a terminal sends, without what was pasted, and with two keys made known.

Esc is a single character, with which all other sequences begin. Where one of these cannot have
begun, it is the key, and what follows is another one: Alt with a letter is sent the same way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_PASTE_BEGINS: Final = "\x1b[200~"
_PASTE_ENDS: Final = "\x1b[201~"
_MIDDLES: Final = ("\x1b[E", "\x1bOE")
"""The 5 of the number pad with Num Lock off; Textual drops it."""
_ESCAPE: Final = "\x1b"
_ALONE: Final = re.compile(r"\x1b(?![\[O])")
"""An escape character that begins no sequence."""
_USUAL_DELAY: Final = 25

ESCAPE_KEY: Final = "\x1b[27u"
"""What the key Esc is sent on as, so that nobody waits for what may follow."""


def escape_delay(environment: Mapping[str, str]) -> float:
    """Say how many seconds to wait for what may follow an escape character: Esc takes so long.

    Args:
        environment: The variables of the environment; ``ESCDELAY`` has milliseconds, as for others.
    """
    wanted = environment.get("ESCDELAY", "")
    return max(1, int(wanted) if wanted.isdecimal() else _USUAL_DELAY) / 1000


class Typed:
    """A filter for a stream of text that comes in pieces.

    Textual knows of pastes too, but takes what follows an escape character inside
    of one for keys.
    """

    def __init__(self) -> None:
        self._pasting = False
        self._tail = ""

    @property
    def waits(self) -> bool:
        """Whether the last that came may be the key Esc, or else begin a sequence."""
        return self._tail == _ESCAPE and not self._pasting

    def end_wait(self) -> str:
        """Give the key that the last that came was, once nothing has followed."""
        self._tail = ""
        return ESCAPE_KEY

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
        if not self._pasting and typed.endswith(_ESCAPE):
            typed, self._tail = typed[:-1], _ESCAPE
        typed = _ALONE.sub(ESCAPE_KEY, typed)
        for sequence in _MIDDLES:
            typed = typed.replace(sequence, "5")
        return typed
