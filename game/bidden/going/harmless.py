"""Harmless foes: a foe that keeps its distance and does no harm no longer stops commands."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.bots.around import steps
from bidden.going.encounters import Key, foes_by_key
from bidden.view import Spot, View

_NEAR: Final = 2
"""A foe within this distance, in tiles, does not keep away."""
_ENOUGH: Final = 10
"""A foe that has been in view for this many turns without harm no longer stops commands."""
_FORGOTTEN: Final = 50
"""A foe is new after this many turns out of view."""


@attrs.define
class Harmless:
    """Foes in view that have done nothing yet.

    Call ``see`` with each view, and ``tell`` each time foes stop a command.
    """

    # When each foe was last seen, and its number of turns in view without harm.
    _watched: dict[Key, tuple[int, int]] = attrs.field(factory=dict)
    _before: View | None = None

    def see(self, view: View) -> None:
        """Process a view. After harm to the player or on a new level, start all over."""
        before, self._before = self._before, view
        if before is None or not self._watched:
            return
        hurt = view.hp < before.hp or len(view.wounds) > len(before.wounds)
        if hurt or view.level != before.level:
            self._watched.clear()
        foes, now = foes_by_key(view), view.turn
        for key, (seen, quiet) in [*self._watched.items()]:
            if key in foes and steps(foes[key].at, view.here) > _NEAR:
                self._watched[key] = now, quiet + now - max(seen, before.turn)
            elif key in foes or now - seen >= _FORGOTTEN:
                del self._watched[key]

    def tell(self, view: View) -> None:
        """Note that the player knows of the foes in view."""
        for key in foes_by_key(view):
            self._watched.setdefault(key, (view.turn, 0))

    def spots(self, view: View) -> frozenset[Spot]:
        """Return the tiles of foes in view that no longer stop commands."""
        foes = ((foe, self._watched.get(key)) for key, foe in foes_by_key(view).items())
        return frozenset(foe.at for foe, known in foes if known and known[1] >= _ENOUGH)
