"""Terminal input: Textual's parser, protected against any input, and a filter before it.

The filter drops pastes and replies to queries of other programs, so that these are never taken for
keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

ESCAPE_KEY: Final = "\x1b[27u"
"""The sequence for Esc that needs no wait for further characters."""
_PASTE_BEGINS: Final = "\x1b[200~"
_PASTE_ENDS: Final = "\x1b[201~"
_MIDDLE: Final = ("\x1b[E", "\x1bOE")
"""The 5 of the number pad with Num Lock off; Textual drops it."""
_ESCAPE: Final = "\x1b"
_USUAL_DELAY: Final = 25
_REPLY_DELAY: Final = 0.5
"""Seconds to wait for the rest of a sequence that no key begins with."""

# Alt with a letter is sent as an escape character and the letter. OSC, DCS and APC begin so too,
# but the character that follows tells a reply from a key. For PM and SOS, only the end does.
_REPLY: Final = r"(?:\]\d|P[\d$>!+|]|_G)[^\x07\x1b]*"
_TEXT: Final = r"[X^][^\x07\x1b]*"
_SEQUENCE: Final = re.compile(
    rf"\x1b(?:\[[0-?]*[ -/]*[@-~]|O\d*[A-Za-z]|{_REPLY}(?:\x07|\x1b\\|(?=\x1b[^\\]))|{_TEXT}\x1b\\)"
)
_UNFINISHED: Final = re.compile(
    rf"\x1b(?:\[[0-?]*[ -/]*|O\d*|[\]P_]|{_REPLY}\x1b?|{_TEXT}\x1b?)?\Z"
)
_BROKEN: Final = re.compile(r"\x1b\[[0-?]+[ -/]*")
"""The beginning of a sequence that the next character cuts off."""


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


def escape_delay(environment: Mapping[str, str]) -> float:
    """Return the seconds that Esc waits for the rest of a sequence: ``ESCDELAY``, in ms."""
    wanted = environment.get("ESCDELAY", "")
    return max(1, int(wanted) if wanted.isdecimal() else _USUAL_DELAY) / 1000


class Typed:
    """A filter for text that arrives in pieces."""

    def __init__(self, delay: float = _USUAL_DELAY / 1000) -> None:
        self._delay = delay
        self._pasting = False
        self._tail = ""

    @property
    def wait(self) -> float | None:
        """The seconds to wait for the rest of a sequence; None if none has begun."""
        if self._pasting or not self._tail:
            return None
        return self._delay if len(self._tail) <= 2 else max(self._delay, _REPLY_DELAY)

    def end_wait(self) -> str:
        """Return the keys of an unfinished sequence: Esc, perhaps with a key after it.

        Longer sequences are damaged replies, and are dropped, unless they may be PM or SOS.
        """
        if self.wait is None:
            return ""
        tail, self._tail = self._tail, ""
        are_keys = len(tail) <= 2 or tail[1] in "X^"
        return ESCAPE_KEY + tail[1:].replace(_ESCAPE, ESCAPE_KEY) if are_keys else ""

    def feed(self, text: str) -> str:
        """Return the part of a piece of text that was typed."""
        typed = ""
        text, self._tail = self._tail + text, ""
        while text:
            if self._pasting:
                _, found, after = text.partition(_PASTE_ENDS)
                if not found:  # the mark itself may arrive in pieces
                    self._tail = text[1 - len(_PASTE_ENDS) :]
                    break
                self._pasting, text = False, after
                continue
            before, escape, after = text.partition(_ESCAPE)
            typed, text = typed + before, escape + after
            if sequence := _SEQUENCE.match(text):
                typed += self._keys_of(sequence[0])
                text = text[sequence.end() :]
            elif _UNFINISHED.match(text):
                self._tail, text = text, ""
            elif broken := _BROKEN.match(text):
                text = text[broken.end() :]
            elif text:
                typed, text = typed + ESCAPE_KEY, after
        return typed

    def _keys_of(self, sequence: str) -> str:
        if sequence == _PASTE_BEGINS:
            self._pasting = True
            return ""
        if sequence in _MIDDLE:
            return "5"
        return sequence if is_known(sequence) else ""
