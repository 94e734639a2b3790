"""Text for people, kept to a line or so and free of control characters, whoever wrote it."""

from __future__ import annotations

from typing import Any, Final

_MOST: Final = 100
_MOST_BITS: Final = 128
_MOST_IN_LINE: Final = 800
_MOST_SHOWN: Final = 4_000


def printable(text: str) -> str:
    """Escape what a terminal would obey, such as an escape in a file's name."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shorten(text: str, most: int = _MOST) -> str:
    """Return text that may come from a file: control characters escaped, a long end cut to ``…``.

    Names out of a journal, of intents, events, fields, mods or versions, are shown through this.
    """
    text = printable(text[: most + 1])  # what is longer is not looked through
    return text if len(text) <= most else text[: most - 1] + "…"


def short_line(text: str, most: int = _MOST_IN_LINE) -> str:
    """Return a message whose middle is cut to ``…`` if it is long: its ends say where and why."""
    half = most // 2
    return text if len(text) <= most else f"{text[: half - 1]}…{text[-half:]}"


def terminal_line(text: str) -> str:
    """Return a message as a terminal can show it: control characters escaped, cut if very long."""
    return short_line(printable(short_line(text, _MOST_SHOWN)), _MOST_SHOWN)


def short_repr(value: Any, most: int = _MOST) -> str:
    """Write a value as Python does, with no control character in it, cut if it is long."""
    if type(value) is str:
        value = value[: most + 1]
    return shorten(repr(value), most)


def short_value(value: Any, most: int = _MOST) -> str:
    """Write a value for who does not read Python: None is "nothing"."""
    return "nothing" if value is None else short_repr(value, most)


def short_number(number: int) -> str:
    """Write a whole number, or how long it is; Python refuses to write one that is very long."""
    bits = number.bit_length()
    return str(number) if bits <= _MOST_BITS else f"a number of {bits} bits"
