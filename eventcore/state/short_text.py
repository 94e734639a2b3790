"""Text for people, kept to a line or so, whoever wrote it."""

from __future__ import annotations

from typing import Any, Final

_MOST: Final = 100
_MOST_BITS: Final = 128


def shorten(text: str, most: int = _MOST) -> str:
    """Cut text of more characters than there may be, and show by ``…`` that it was."""
    return text if len(text) <= most else text[: most - 1] + "…"


def short_repr(value: Any, most: int = _MOST) -> str:
    """Write a value as Python does, with no control character in it, cut if it is long."""
    return shorten(repr(value), most)


def short_value(value: Any, most: int = _MOST) -> str:
    """Write a value for who does not read Python: None is "nothing"."""
    return "nothing" if value is None else short_repr(value, most)


def short_number(number: int) -> str:
    """Write a whole number, or how long it is; Python refuses to write one that is very long."""
    bits = number.bit_length()
    return str(number) if bits <= _MOST_BITS else f"a number of {bits} bits"
