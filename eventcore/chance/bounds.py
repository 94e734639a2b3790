"""Bounds: the numbers that a stream can be given, and the refusal of others."""

from __future__ import annotations

from typing import Final, NoReturn

from eventcore.text import short_number

MOST_BITS: Final = 1024
"""No number that a stream is given is longer, nor a seed: a journal begins with it."""
MOST: Final = 1 << MOST_BITS
LEAST: Final = -MOST


def refuse_number(verb: str, name: str, given: object, least: str = "") -> NoReturn:
    """Refuse what is no whole number, or less than it may be, or too long."""
    if type(given) is int:
        if abs(given) > MOST:
            refuse_long(verb, name, given)
        given = short_number(given)
    else:
        given = repr(given)
    raise ValueError(
        f"{verb}({name}={given}): give a whole number{least}, as in thousandths where parts count"
    )


def refuse_long(verb: str, name: str, given: int) -> NoReturn:
    """Refuse a number that is too long."""
    raise ValueError(
        f"{verb}({name}={short_number(given)}): give a number of {MOST_BITS} bits at most"
    )


def refuse_ends(least: int, most: int) -> NoReturn:
    """Refuse to roll between ends that are the wrong way round, or too long."""
    refuse_parts(least, most)
    for name, given in (("least", least), ("most", most)):
        if abs(given) > MOST:
            refuse_long("roll", name, given)
    shown = f"{short_number(least)}, {short_number(most)}"
    raise ValueError(f"roll({shown}): give the least first, and a most that is no less")


def refuse_parts(least: object, most: object) -> None:
    """Refuse to roll between ends of which one is no whole number."""
    for name, given in (("least", least), ("most", most)):
        if not isinstance(given, int):
            refuse_number("roll", name, given)


def refuse_whole(part: int, whole: int) -> NoReturn:
    """Refuse a chance in fractions, and one out of a whole that has no part or is too long."""
    for name, given in (("part", part), ("whole", whole)):
        if type(given) is not int:
            refuse_number("chance", name, given, " (one in two is chance(1, 2))")
    if whole > MOST:
        refuse_long("chance", "whole", whole)
    shown = f"{short_number(part)}, {short_number(whole)}"
    raise ValueError(f"chance({shown}): give a whole of 1 or more, of which it is a part")
