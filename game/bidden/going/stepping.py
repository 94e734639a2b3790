"""Messages about blocked steps."""

from __future__ import annotations

from bidden.going.going import Stop
from bidden.going.ways import Bar
from bidden.view import Spot, View


def stopped_by(bar: Bar | None, otherwise: str) -> Stop:
    """Return the end of a command whose way is blocked.

    Args:
        bar: What blocks it; None if there is no way at all.
        otherwise: What to say then.
    """
    if bar is None:
        return Stop(otherwise)
    return Stop(f"{bar.name[:1].upper()}{bar.name[1:]} blocks the way.", bar.hints)


def what_bars(spot: Spot, view: View) -> str:
    """Say what blocks a tile."""
    x, y = spot
    inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
    name = view.tiles[y][x].name if inside else ""
    return f"{name[:1].upper()}{name[1:]} is in the way." if name else "You can't go that way."
