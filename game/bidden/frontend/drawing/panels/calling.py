"""Names in messages: a long name is used once in a fight, then a short one.

Only drawing shortens names. The stored messages keep them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import attrs

from bidden.view import Line, Seen, View

_FIGHT: Final = 50
"""After this many turns without a message about it, a creature's full name is used again."""
_EPITHET: Final = " the "


def names_in(view: View) -> set[str]:
    """Return the full names of those in view who have a name of their own."""
    return {foe.own_name for foe in view.foes_seen} - {""}


def short_name(name: str, known: Iterable[str]) -> str:
    """Return a given name, as in "Urgal", or more of the name if others share it.

    Args:
        name: The full name, as in "Urgal the Lame, troll champion".
        known: The full names of all who may be meant.
    """
    others = {one for one in known if one != name}
    head = name.partition(", ")[0]
    for short in (head.partition(_EPITHET)[0], head):
        if not any(f"{one},".startswith((f"{short} ", f"{short},")) for one in others):
            return short
    return name


def fitting_name(foe: Seen, known: Iterable[str], room: int) -> str:
    """Return a name that fits in a row, shortened to given name and kind if necessary.

    Args:
        foe: The creature, as "Urgal the Lame, troll champion, asleep".
        known: The full names of all who may be meant.
        room: The number of characters.
    """
    whole = foe.own_name
    if len(foe.name) <= room or not whole:
        return foe.name
    short = short_name(whole, known)
    head = whole if short == whole else whole.partition(", ")[0]
    return f"{short}{foe.name[len(head) :]}"


def called_shortly(lines: Collection[Line], known: Collection[str]) -> tuple[Line, ...]:
    """Return messages with each name in full only where it comes first.

    Args:
        lines: The messages, oldest first.
        known: The full names of all creatures that were seen.
    """
    if not known:
        return tuple(lines)
    shorts = {name: short_name(name, known) for name in known}
    last, told = dict[str, int](), list[Line]()
    for line in lines:
        text = line.text
        for name, short in shorts.items():
            if name in text:
                before, last[name] = last.get(name), line.turn
                if before is not None and line.turn - before < _FIGHT:
                    text = text.replace(name, short)
        told.append(line if text == line.text else attrs.evolve(line, text=text))
    return tuple(told)
