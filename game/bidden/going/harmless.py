"""Harmless: who was told of and has kept away since, and did no harm, bars moving on no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

import attrs

from bidden.state import counted
from bidden.view import View

_ENOUGH: Final = 10
"""So many turns in view without harm are enough."""
_NEAR: Final = 2
"""Who comes so near, in tiles, does not keep away."""
_FORGOTTEN: Final = 50
"""After so many turns out of view somebody is new."""


@attrs.define
class _Watched:
    """Those of a name.

    Attributes:
        count: How many of them were told of.
        quiet: For how many turns one of them was in view, and nothing did harm.
        seen: When one was in view last.
    """

    count: int
    seen: int
    quiet: int = 0


@attrs.define
class Harmless:
    """What is kept of foes in view that nothing has come of yet.

    Life cycle: shown each view; told of those in view each time they are the reason to stop.
    """

    _watched: dict[str, _Watched] = attrs.field(factory=dict)
    _before: View | None = None

    def see(self, view: View) -> None:
        """Take in a view; whatever harms one begins all anew, and so does another level."""
        before, self._before = self._before, view
        if before is None or not self._watched:
            return
        hurt = view.hp < before.hp or len(view.wounds) > len(before.wounds)
        if hurt or view.level != before.level:
            self._watched.clear()
        near, now = _tiles_away(view), view.turn
        self._watched = {
            name: one
            for name, one in self._watched.items()
            if near.get(name, _NEAR + 1) > _NEAR and now - one.seen < _FORGOTTEN
        }
        for name in near.keys() & self._watched.keys():
            one = self._watched[name]
            one.quiet += now - max(one.seen, before.turn)
            one.seen = now

    def tell(self, view: View) -> None:
        """Note that the player knows now who is in view; more of them are new again."""
        for name, count in Counter(_names(view).values()).items():
            known = self._watched.get(name)
            if known is None or known.count < count:
                self._watched[name] = _Watched(count, view.turn)

    def names(self, view: View) -> frozenset[str]:
        """Name those in view who bar nothing any more."""
        counts, watched = Counter(_names(view).values()), self._watched
        return frozenset(
            name
            for name, count in counts.items()
            if name in watched and watched[name].quiet >= _ENOUGH and count <= watched[name].count
        )

    def hint(self, barring: Collection[str]) -> str:
        """Say in how many turns those who bar bar nothing, where one has waited for each of them.

        It goes on after what is told of who bars it, without a full stop.

        Args:
            barring: The names of those who bar moving on.
        """
        quiet = [self._watched[name].quiet if name in self._watched else 0 for name in barring]
        if not quiet or not all(0 < one < _ENOUGH for one in quiet):
            return ""
        return f", or only after {counted('turn', _ENOUGH - min(quiet))} more without harm"


def _names(view: View) -> dict[tuple[int, int], str]:
    return {(x, y): view.tiles[y][x].name for x, y in view.foes_at}


def _tiles_away(view: View) -> dict[str, int]:
    """Give how near the nearest of each name in view is, in tiles."""
    (x, y), near = view.here, dict[str, int]()
    for (fx, fy), name in _names(view).items():
        far = max(abs(fx - x), abs(fy - y))
        near[name] = min(far, near.get(name, far))
    return near
