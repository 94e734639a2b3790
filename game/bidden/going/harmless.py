"""Harmless foes: a foe that keeps its distance and does no harm no longer stops commands.

A foe is recognized by its name and by where it can have moved since it was last seen.
"""

from __future__ import annotations

from typing import Final

import attrs

from bidden.bots.around import steps
from bidden.view import Spot, View

_NEAR: Final = 2
"""A foe within this distance, in tiles, does not keep away."""
_ENOUGH: Final = 10
"""A foe that has been in view for this many turns without harm no longer stops commands."""
_FORGOTTEN: Final = 50
"""A foe is new after this many turns out of view."""
_PACE: Final = 2
"""The maximum speed of a foe, in tiles per turn."""


@attrs.define
class _Watched:
    """A foe, where and when it was last seen, and its number of turns in view without harm."""

    name: str
    at: Spot
    seen: int
    quiet: int = 0


@attrs.define
class Harmless:
    """Foes in view that have done nothing yet.

    Call ``see`` with each view, and ``tell`` each time foes stop a command.
    """

    _watched: list[_Watched] = attrs.field(factory=list)
    _before: View | None = None

    def see(self, view: View) -> None:
        """Process a view. After harm to the player or on a new level, start all over."""
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
            and not (one.seen == now and steps(one.at, view.here) <= _NEAR)
        ]

    def tell(self, view: View) -> None:
        """Note that the player knows of the foes in view."""
        known = {one.at for one in self._watched if one.seen == view.turn}
        for spot, name in _names(view).items():
            if spot not in known:
                self._watched.append(_Watched(name, spot, view.turn))

    def spots(self, view: View) -> frozenset[Spot]:
        """Return the tiles of foes in view that no longer stop commands."""
        here = (one for one in self._watched if one.seen == view.turn)
        return frozenset(one.at for one in here if one.quiet >= _ENOUGH)

    def _known_again(self, view: View) -> list[tuple[_Watched, Spot]]:
        pairs = sorted(
            (steps(one.at, spot), number, spot)
            for number, one in enumerate(self._watched)
            for spot, name in _names(view).items()
            if name == one.name and steps(one.at, spot) <= _PACE * (view.turn - one.seen + 1)
        )
        found, taken = dict[int, Spot](), set[Spot]()
        for _, number, spot in pairs:
            if number not in found and spot not in taken:
                found[number] = spot
                taken.add(spot)
        return [(self._watched[number], spot) for number, spot in found.items()]


def _names(view: View) -> dict[Spot, str]:
    return {(x, y): view.tiles[y][x].name for x, y in view.foes_at}
