"""What is behind a creature says how it stands to the player, whatever its own colour is."""

from __future__ import annotations

import attrs
import pytest

from bidden.frontend.drawing.board import draw_map
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.colour import contrast
from bidden.frontend.drawing.colours.palettes import palette_for
from bidden.frontend.drawing.layout import layout_for
from bidden.view import Seen, Stance, Tile
from tests.frontend.fakes import a_view, covered


@pytest.mark.parametrize("stance", Stance)
@pytest.mark.parametrize("look", ["zombie", "dragon", "wall", "ally"])
def test_a_creature_stands_on_what_says_how_it_stands(stance: Stance, look: str) -> None:
    console, palette, view = new_console(), palette_for(), a_view()
    rows = [list(row) for row in view.tiles]
    rows[2][6] = attrs.evolve(rows[2][6], glyph="z", look=look)
    tiles = tuple(map(tuple, rows))
    draw_map(console, attrs.evolve(view, tiles=tiles, stances=(((6, 2), stance),)), palette)
    cell = layout_for(console).map.cells(console)[2, 6]
    behind = palette.stance(stance).bg
    assert (chr(cell["ch"]), tuple(cell["bg"].tolist())) == ("z", behind)
    red, green, blue = cell["fg"].tolist()
    assert contrast((red, green, blue), behind) >= 4.5


def test_a_creature_keeps_its_colour_where_that_can_be_read() -> None:
    console, palette, view = new_console(), palette_for(), a_view()
    rows = [list(row) for row in view.tiles]
    rows[2][6] = attrs.evolve(rows[2][6], glyph="S", look="skeleton")
    view = attrs.evolve(view, tiles=tuple(map(tuple, rows)), stances=(((6, 2), Stance.FOE),))
    draw_map(console, view, palette)
    cell = layout_for(console).map.cells(console)[2, 6]
    assert tuple(cell["fg"].tolist()) == palette.look("skeleton").lit.fg


def test_who_stands_on_what_a_task_wants_is_drawn() -> None:
    console, palette = new_console(), palette_for()
    prize, at = Tile('"', "prize", True, "a chalice"), (6, 2)
    foe = Seen(at, "a spitter", "s", "spitter", "unhurt")
    view = covered({at: prize}, foes_seen=(foe,), things_at=(at,))
    draw_map(console, view, palette)
    assert chr(layout_for(console).map.cells(console)[2, 6]["ch"]) == "s"
