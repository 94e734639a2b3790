"""A creature's background shows its stance to the player, whatever its own colour."""

from __future__ import annotations

import attrs
import pytest
import tcod.console

from bidden.frontend.drawing.board import MAP_ROW, draw_map
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.colour import contrast
from bidden.frontend.drawing.colours.light import palette_for
from bidden.view import Seen, Stance, Tile, View
from tests.frontend.fakes import a_view, covered
from tests.frontend.screen import ink

AT = (6, 2)
CELL = (AT[0], AT[1] + MAP_ROW)


def drawn(view: View) -> tcod.console.Console:
    console: tcod.console.Console = new_console()
    draw_map(console, view, palette_for())
    return console


def looking_like(look: str, stance: Stance) -> View:
    """Return a view of a creature with a stance."""
    tile = attrs.evolve(a_view().tiles[AT[1]][AT[0]], glyph="z", look=look)
    return covered({AT: tile}, stances=((AT, stance),))


@pytest.mark.parametrize("stance", Stance)
@pytest.mark.parametrize("look", ["zombie", "dragon", "wall", "ally"])
def test_creature_has_the_background_of_its_stance(stance: Stance, look: str) -> None:
    console, behind = drawn(looking_like(look, stance)), palette_for().stance(stance).bg
    assert ink(console, *CELL, "bg") == behind
    red, green, blue = ink(console, *CELL)
    assert contrast((red, green, blue), behind) >= 4.5


def test_creature_on_the_goal_of_a_task_is_drawn() -> None:
    foe = Seen(AT, "a spitter", "s", "spitter", "unhurt")
    prize = Tile('"', "prize", True, "a chalice")
    console = drawn(covered({AT: prize}, foes_seen=(foe,), things_at=(AT,)))
    assert chr(console.rgb["ch"][CELL[1], CELL[0]]) == "s"
