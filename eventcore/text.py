"""Text for people: short, free of control characters, with suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

_MOST: Final = 100
_MOST_BITS: Final = 128
_MOST_IN_LINE: Final = 800
_MOST_SHOWN: Final = 4_000
_MOST_NAMES: Final = 12
_MOST_SIMILAR: Final = 3
_SIMILARITY: Final = 0.5  # the least similarity, as difflib measures it


def printable(text: str, most: int | None = None) -> str:
    """Escape characters that control a terminal, such as an escape in a file name.

    Args:
        text: The text.
        most: The limit of characters, if any; a longer text ends in ``…``.
    """
    if most is not None:
        return shorten(text, most)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shorten(text: str, most: int = _MOST) -> str:
    """Escape control characters and cut a long end to ``…``, to show names from a journal."""
    text = printable(text[: most + 1])  # so a long text is not searched to its end
    return text if len(text) <= most else text[: most - 1] + "…"


def short_line(text: str, most: int = _MOST_IN_LINE) -> str:
    """Replace the middle of a long message by ``…``: its ends have the place and the cause."""
    half = most // 2
    return text if len(text) <= most else f"{text[: half - 1]}…{text[-half:]}"


def terminal_line(text: str) -> str:
    """Return a message for a terminal: control characters escaped, cut if very long."""
    return short_line(printable(short_line(text, _MOST_SHOWN)), _MOST_SHOWN)


def short_repr(value: Any, most: int = _MOST) -> str:
    """Return the ``repr`` of a value, without control characters, cut if it is long."""
    if type(value) is str:
        value = value[: most + 1]
    return shorten(repr(value), most)


def short_value(value: Any, most: int = _MOST) -> str:
    """Return a value as text for people who do not read Python: None is "nothing"."""
    return "nothing" if value is None else short_repr(value, most)


def short_number(number: int) -> str:
    """Return a whole number as text, or its length in bits if it is very long."""
    bits = number.bit_length()
    return str(number) if bits <= _MOST_BITS else f"a number of {bits} bits"


def there_is(name: str, names: Iterable[str]) -> str:
    """Return ``there is Move`` for an unknown name: the similar names, or else all names."""
    known = list(dict.fromkeys(names))
    swapped = [other for other in known if sorted(other) == sorted(name)]  # difflib rates these low
    similar = (*swapped, *get_close_matches(name, known, n=_MOST_SIMILAR, cutoff=_SIMILARITY))
    found = [*dict.fromkeys(similar)][:_MOST_SIMILAR] or known
    more = len(found) - _MOST_NAMES
    shown = ", ".join(found[:_MOST_NAMES]) or "none"
    return f"there is {shown} and {more} more" if more > 0 else f"there is {shown}"
