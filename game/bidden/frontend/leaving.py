"""Leaving: what an intent that leads elsewhere is said to do, for elsewhere may have to be dug."""

from __future__ import annotations

from typing import Final

from bidden.intents import Bind, Intent, Move
from bidden.kinds import CHASM, STAIRS
from bidden.view import View

_BOUND: Final = "You are bound and sent out …"
_WAYS: Final = {
    **dict.fromkeys(STAIRS, "You leave by {name} …"),
    CHASM: "You fall into {name} …",
}
"""By the kind of the tile that is stepped on."""


def where_it_leads(intent: Intent, view: View) -> str:
    """Say that an intent leaves this level, as far as the player sees; else return ""."""
    match intent:
        case Bind():
            return _BOUND
        case Move(dx, dy):
            x, y = view.here[0] + dx, view.here[1] + dy
            inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
            tile = view.tiles[y][x] if inside else None
            return "" if tile is None else _WAYS.get(tile.kind, "").format(name=tile.name)
    return ""
