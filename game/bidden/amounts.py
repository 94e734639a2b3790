"""Amounts in words: "1 tile", "2 tiles", and numbers with their sign."""

from __future__ import annotations


def numbered(name: str, count: int) -> str:
    """Give a number with what is counted, as in "1 tile" and "1,200 turns"."""
    return f"{count:,} {name}{'' if count == 1 else 's'}"


def signed(number: int) -> str:
    """Give a number with its sign, "+2", or a true minus; 0 has none."""
    return f"{number:+}".replace("-", "\N{MINUS SIGN}") if number else "0"
