"""Names in the log and the side bar: a long one is used once in a fight, then a short one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import attrs

from bidden.view import Line, Seen, View

_FIGHT: Final = 50
"""After this many turns without a message about it, a creature's full name is used again."""
_EPITHET: Final = " the "


def names_in(view: View) -> set[str]:
    """Return the full names of the named creatures in view."""
    return {foe.own_name for foe in view.foes_seen} - {""}


def short_name(name: str, known: Iterable[str]) -> str:
    """Return the given name of "Urgal the Lame, troll champion", or more if others share it."""
    others = {one for one in known if one != name}
    head = name.partition(", ")[0]
    for short in (head.partition(_EPITHET)[0], head):
        if not any(f"{one},".startswith((f"{short} ", f"{short},")) for one in others):
            return short
    return name


def fitting_name(foe: Seen, known: Iterable[str], room: int) -> str:
    """Return a name for a number of characters: in full, or only the given name and the kind."""
    whole = foe.own_name
    if len(foe.name) <= room or not whole:
        return foe.name
    short = short_name(whole, known)
    head = whole if short == whole else whole.partition(", ")[0]
    return f"{short}{foe.name[len(head) :]}"


def called_shortly(lines: Collection[Line], known: Collection[str]) -> tuple[Line, ...]:
    """Return messages, oldest first, with each known name in full only where it comes first."""
    if not known:
        return tuple(lines)
    shorts = {name: short_name(name, known) for name in known}
    last, told = dict[str, int](), list[Line]()
    for line in lines:
        text = line.text
        for name, short in shorts.items():
            own = name.partition(", ")[0]
            if own in text:
                before, last[name] = last.get(name), line.turn
                if before is not None and line.turn - before < _FIGHT and short != name:
                    for whole in (f"{name}, ", name, own):
                        text = text.replace(whole, f"{short} " if whole[-1] == " " else short)
        told.append(line if text == line.text else attrs.evolve(line, text=text))
    return tuple(told)
