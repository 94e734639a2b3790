"""Doorways: where several come, one stands where they come one by one."""

from __future__ import annotations

from typing import Final

from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Wait
from bidden.view import View

_STEPS: Final = 3
"""The maximum distance of a doorway that is worth going to."""
_COMING: Final = 8
"""The maximum distance of foes to wait for, in tiles."""
_PATIENCE: Final = 2
"""It waits this many turns for foes that do not move."""


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
