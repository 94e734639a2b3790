"""Views with foes and items."""

from __future__ import annotations

from typing import Any

import attrs

from bidden.view import Aiming, Held, Shape, Spot, View
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import a_view

THROWN = ("throw", Aiming(Shape.DIRECTION))


def held(slot: str, name: str, *uses: str, **more: Any) -> Held:
    """Return an item in the pack that can also be thrown and dropped."""
    each = more.pop("each", name.partition(" ")[2])
    aimed = (*more.pop("aimed", ()), THROWN)
    return Held(slot, name, (*uses, "throw", "drop"), "!", "x", each=each, aimed=aimed, **more)


def a_scene(*, foes: dict[Spot, str] | None = None, **changes: Any) -> View:
    """Return a view of a room with the player at (5, 3), a door at (11, 3), and foes."""
    view = a_view(**changes)
    there = foes or {}
    for spot, name in there.items():
        view = shown(view, spot, "z", "zombie", name)
    return attrs.evolve(view, foes=len(there), foes_at=tuple(there))


def shown(view: View, spot: Spot, glyph: str, look: str, name: str) -> View:
    """Return the view with something on one of its tiles."""
    x, y = spot
    rows = [list(row) for row in view.tiles]
    rows[y][x] = drawn_tile(glyph, look, True, name)
    return attrs.evolve(view, tiles=tuple(map(tuple, rows)))
