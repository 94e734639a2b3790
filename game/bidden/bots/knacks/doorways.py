"""Doorways: where several come, one stands where they come one by one."""

from __future__ import annotations

from typing import Final

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Wait
from bidden.view import View

_STEPS: Final = 3
"""So far off a doorway is worth the way."""
_COMING: Final = 8
"""So near foes are that one waits for, in tiles."""
_PATIENCE: Final = 2
"""For so many turns it waits for foes who do not move."""


def hold(view: View, memory: Memory, paths: Paths) -> Intent | None:
    """Go to a doorway nearby when several foes come, and wait in it until they are here."""
    x, y = view.here
    away = [max(abs(fx - x), abs(fy - y)) for fx, fy in view.foes_at]
    coming = sum(far <= _COMING for far in away)
    if coming < 2 or min(away) < 2 or memory.spent > _PATIENCE or memory.is_weary(view):
        return None
    if paths.narrow & paths.here:
        return Wait()
    around = paths.here
    for _ in range(min(_STEPS, min(away) - 1)):
        around = spread(around, paths.stride)
    return paths.towards(paths.narrow & around)
