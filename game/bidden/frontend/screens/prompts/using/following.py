"""Repeating an aimed intent: it follows the foe, which may have moved."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.intents import Cast, Intent, Shoot, UseAt
from bidden.view import Spot, View

_AIMED: Final = (Shoot, UseAt, Cast)
"""Intents with an optional target tile; (-1, -1) for none."""


def is_aimed(intent: Intent) -> bool:
    """Return whether an intent is aimed at a tile."""
    return isinstance(intent, _AIMED) and (intent.x, intent.y) != (-1, -1)


def at_a_foe(intent: Intent, view: View) -> bool:
    """Return whether an intent is aimed at the tile of a visible foe."""
    return isinstance(intent, _AIMED) and (intent.x, intent.y) in view.foes_at


def aimed_anew(intent: Intent, view: View) -> Intent | None:
    """Aim an intent at the foe nearest to its old target, or return None."""
    if not isinstance(intent, _AIMED):
        return intent

    def far(spot: Spot) -> tuple[int, Spot]:
        return (spot[0] - intent.x) ** 2 + (spot[1] - intent.y) ** 2, spot

    near = min(view.foes_at, key=far, default=None)
    return None if near is None else attrs.evolve(intent, x=near[0], y=near[1])
