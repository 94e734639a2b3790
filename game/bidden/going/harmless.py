"""Harmless: who was told of and has kept away since, and did no harm, bars moving on no more.

One of them is known again by its name, and by where it can have come to since it was seen last.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import attrs

from bidden.state import counted
from bidden.view import Spot, View

_NEAR: Final = 2
"""Who comes so near, in tiles, does not keep away."""
_ENOUGH: Final = 10
"""A foe that has been in view for this many turns without harm bars nothing any more."""
_FORGOTTEN: Final = 50
"""After so many turns out of view somebody is new."""
_PACE: Final = 2
"""So many tiles a turn one of them comes at the most."""


@attrs.define
class _Watched:
    """One of them.

    Attributes:
        name: What it is called.
        at: Where it was seen last.
        seen: When.
        quiet: For how many turns it was in view, and nothing did harm.
    """

    name: str
    at: Spot
    seen: int
    quiet: int = 0


@attrs.define
class Harmless:
    """What is kept of foes in view that nothing has come of yet.

    Life cycle: shown each view; told of those in view each time they are the reason to stop.
    """

    _watched: list[_Watched] = attrs.field(factory=list)
    _before: View | None = None

    def see(self, view: View) -> None:
        """Take in a view; whatever harms one begins all anew, and so does another level."""
        before, self._before = self._before, view
        if before is None or not self._watched:
            return
        hurt = view.hp < before.hp or len(view.wounds) > len(before.wounds)
        if hurt or view.level != before.level:
            self._watched.clear()
        now = view.turn
        for one, spot in self._known_again(view):
            one.quiet += now - max(one.seen, before.turn)
            one.at, one.seen = spot, now
        self._watched = [
            one
            for one in self._watched
            if now - one.seen < _FORGOTTEN
            and not (one.seen == now and tiles_between(one.at, view.here) <= _NEAR)
        ]

    def tell(self, view: View) -> None:
        """Note that the player knows now who is in view."""
        known = {one.at for one in self._watched if one.seen == view.turn}
        for spot, name in _names(view).items():
            if spot not in known:
                self._watched.append(_Watched(name, spot, view.turn))

    def spots(self, view: View) -> frozenset[Spot]:
        """Return the tiles of the foes in view that no longer bar anything."""
        here = (one for one in self._watched if one.seen == view.turn)
        return frozenset(one.at for one in here if one.quiet >= _ENOUGH)

    def hint(self, view: View, barring: Collection[Spot]) -> str:
        """Say in how many turns those who bar bar nothing, where one has waited for each of them.

        It follows what is told of who bars it, before the full stop.

        Args:
            view: What is seen.
            barring: Where those are who bar moving on.
        """
        known = {one.at: one.quiet for one in self._watched if one.seen == view.turn}
        quiet = [known.get(spot, 0) for spot in barring]
        if not quiet or not all(0 < one < _ENOUGH for one in quiet):
            return ""
        return f" (possible after {counted('quiet turn', _ENOUGH - min(quiet))})"

    def _known_again(self, view: View) -> list[tuple[_Watched, Spot]]:
        """Give which of those in view is whom, the nearest to where it was first."""
        pairs = sorted(
            (tiles_between(one.at, spot), number, spot)
            for number, one in enumerate(self._watched)
            for spot, name in _names(view).items()
            if name == one.name
            and tiles_between(one.at, spot) <= _PACE * (view.turn - one.seen + 1)
        )
        found, taken = dict[int, Spot](), set[Spot]()
        for _, number, spot in pairs:
            if number not in found and spot not in taken:
                found[number] = spot
                taken.add(spot)
        return [(self._watched[number], spot) for number, spot in found.items()]


def tiles_between(one: Spot, other: Spot) -> int:
    """Say how many steps lie between two tiles, if nothing is in the way."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _names(view: View) -> dict[Spot, str]:
    return {(x, y): view.tiles[y][x].name for x, y in view.foes_at}
