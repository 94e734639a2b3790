"""Calling: somebody with a long name is called by all of it once in a fight, then by a short one.

That is for what is drawn alone: messages are kept as they were told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import attrs

from bidden.view import Line, Seen, View

_FIGHT: Final = 50
"""After so many turns without a word of somebody they are called by the whole name again."""
_EPITHET: Final = " the "


def names_in(view: View) -> set[str]:
    """Give the whole names of those in view who have one of their own."""
    return {foe.own_name for foe in view.foes_seen} - {""}


def short_name(name: str, known: Iterable[str]) -> str:
    """Give the given name of somebody, as in "Urgal"; more of the name where another has it too.

    Args:
        name: The whole name, as in "Urgal the Lame, troll champion".
        known: The whole names of all who may be meant.
    """
    others = {one for one in known if one != name}
    head = name.partition(", ")[0]
    for short in (head.partition(_EPITHET)[0], head):
        if not any(f"{one},".startswith((f"{short} ", f"{short},")) for one in others):
            return short
    return name


def fitting_name(foe: Seen, known: Iterable[str], room: int) -> str:
    """Give a name as it stands in a row: where it has no room, the given name and what it is of.

    Args:
        foe: Who has it, as "Urgal the Lame, troll champion, asleep".
        known: The whole names of all who may be meant.
        room: How many characters there is room for.
    """
    whole = foe.own_name
    if len(foe.name) <= room or not whole:
        return foe.name
    short = short_name(whole, known)
    head = whole if short == whole else whole.partition(", ")[0]
    return f"{short}{foe.name[len(head) :]}"


def called_shortly(lines: Collection[Line], known: Collection[str]) -> tuple[Line, ...]:
    """Give lines as they are drawn: each name whole where it is told first, then short.

    Args:
        lines: The messages, oldest first.
        known: The whole names of those who have been seen.
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
