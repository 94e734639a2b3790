"""Encounters: which foes in view the player has met before."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, TypeAlias

import attrs

from bidden.bots.around import square
from bidden.view import Seen, View

ASLEEP: Final = ", asleep"
_LATELY: Final = 20  # turns within which a foe was in view lately

Key: TypeAlias = int | tuple[str, int]
"""The id of a foe. If it is unknown, its name, and its number among foes of that name."""


class Meeting(Enum):
    """How a foe came into view."""

    FIRST = auto()
    ANOTHER = auto()  # for the first time, and one of its kind was in view lately
    BACK = auto()
    SOON = auto()  # it came back, and was in view lately in the same state


Met: TypeAlias = Mapping[Key, Meeting]


@attrs.define
class Encounters:
    """The foes met in a game; ``known`` says how each foe in view came into view."""

    known: dict[Key, Meeting] = attrs.field(factory=dict)
    _met: dict[Key, tuple[str, int, int]] = attrs.field(factory=dict)  # name, level and turn
    _level: int = 0

    def see(self, view: View) -> None:
        """Process a view. The same view again changes nothing."""
        foes, old = foes_by_key(view), self.known if view.level == self._level else {}
        self.known = {key: old.get(key) or self._meeting(key, foes[key], view) for key in foes}
        self._met |= {key: (foe.name, view.level, view.turn) for key, foe in foes.items()}
        self._level = view.level

    def is_back(self, key: Key) -> bool:
        """Return whether a foe in view was in view before it came."""
        return self.known.get(key) in (Meeting.BACK, Meeting.SOON)

    def _meeting(self, key: Key, foe: Seen, view: View) -> Meeting:
        lately = {
            other: name
            for other, (name, level, turn) in self._met.items()
            if level == view.level and view.turn - turn < _LATELY
        }
        if key in self._met:
            return Meeting.SOON if lately.get(key) == foe.name else Meeting.BACK
        alike = bare(foe.name) in map(bare, lately.values())
        return Meeting.ANOTHER if alike else Meeting.FIRST


def foes_by_key(view: View) -> dict[Key, Seen]:
    """Return the foes in view, nearest first. One of several parts is one foe."""
    foes, found = [*view.foes_seen], dict[Key, Seen]()
    if not foes:  # a view without details
        tiles = {(x, y): view.tiles[y][x] for x, y in view.foes_at}
        foes = [Seen(at, one.name or "an enemy", one.glyph, "", "") for at, one in tiles.items()]
    for foe in sorted(foes, key=lambda foe: (square(foe.at, view.here), foe.at)):
        alike = sum(bare(other.name) == bare(foe.name) for other in found.values())
        found[foe.entity or (bare(foe.name), alike)] = foe
    return found


def bare(name: str) -> str:
    """Return a name without its article and its state."""
    article, _, rest = name.removesuffix(ASLEEP).partition(" ")
    return rest if article in ("a", "an") else name.removesuffix(ASLEEP)
