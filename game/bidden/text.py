"""Text: safe to print, and amounts with their noun or sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def printable(text: str, most: int | None = None) -> str:
    """Escape characters that control a terminal, and cut text longer than ``most`` to ``…``."""
    if most is not None:
        text = text[: most + 1]  # so that a long text is not searched to its end
    if not text.isprintable():
        text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return text if most is None or len(text) <= most else text[: most - 1] + "…"


def numbered(name: str, count: int) -> str:
    """Return a number with its noun, as in "1 tile" and "1,200 turns"."""
    return f"{count:,} {name}{'' if count == 1 else 's'}"


def tallied(names: Iterable[str]) -> list[str]:
    """Return each name once, with the number of equal ones, as in "a rope (×2)"."""
    return [name if n == 1 else f"{name} (×{n})" for name, n in Counter(names).items()]


def capitalised(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentences(*parts: str) -> str:
    """Join texts as sentences, each with a capital and a full stop, without the empty ones."""
    return " ".join(capitalised(part) + "." * (part[-1] not in ".!?") for part in parts if part)


def signed(number: int) -> str:
    """Return a number with its sign: "+2", "0", or a true minus."""
    return f"{number:+}".replace("-", "\N{MINUS SIGN}") if number else "0"
