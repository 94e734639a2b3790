"""Scars: of each wound that was taken, whether it closed again, and when and by what as it is told.

A game keeps which wounds were taken, and which are open. What closed one is read off the messages,
as long as these are kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from bidden.view import Line

_SCAR: Final = re.compile(r"on turn (\d+), .*?: the (.+?), by ")
"""How ``Conduct`` notes a wound."""
_BY: Final = (
    (re.compile(r"You put (.+) to rest\."), "by the death of {}"),
    (re.compile(r"You quaff (.+)\."), "by {}"),
    (re.compile(r"Task complete! .+"), "as your task was done"),
    (re.compile(r"Your task is done, .+"), "as your task was done"),  # of games saved before
)
"""What is told before a wound closes of what closes it, and how that is told of later."""


def scars_told(
    scars: Sequence[str], still: Collection[str], lines: Sequence[Line], closed: Mapping[str, str]
) -> Iterator[str]:
    """Tell of each wound, in the order they were taken.

    Args:
        scars: As ``Conduct`` noted them.
        still: Which kinds are open; of one that was taken several times, the last.
        lines: The messages that are kept, oldest first.
        closed: What is told as a wound of each kind closes.
    """
    told, again = list[str](), dict[str, int]()  # when one of a kind was taken the next time
    for scar in reversed(scars):
        found = _SCAR.match(scar)
        turn, kind = (int(found[1]), found[2]) if found else (0, "")
        if not found or (kind in still and kind not in again):
            told.append(f"You were wounded {scar}.")
        else:
            how = _how(turn, again.get(kind), lines, closed.get(kind, ""))
            told.append(f"You were wounded {scar}; closed again{how}.")
        again[kind] = turn
    return reversed(told)


def _how(since: int, until: int | None, lines: Sequence[Line], words: str) -> str:
    """Say when and by what a wound closed; nothing where no message tells it any more."""
    for number, line in enumerate(lines):
        if line.text == words and since <= line.turn and (until is None or line.turn <= until):
            by = _by(line.turn, lines[:number])
            return f" on turn {line.turn}{f', {by}' if by else ''}"
    return ""


def _by(turn: int, before: Sequence[Line]) -> str:
    for line in reversed(before):
        if line.turn != turn:
            return ""
        for pattern, told in _BY:
            found = pattern.fullmatch(line.text)
            if found:
                return told.format(*found.groups())
    return ""
