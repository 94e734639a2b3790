"""Ambient animation changes only colours, and draws the same at the same beat."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
import tcod.console
from numpy.typing import NDArray

from bidden.content.datafiles import ContentError, read
from bidden.frontend.drawing.ambience.motions import load_ambience
from bidden.frontend.drawing.board import draw_map
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.light import palette_for
from bidden.frontend.drawing.layout import layout_for
from bidden.view import Spot, Tile, View
from tests.frontend.fakes import covered

SHIPPED = read("ambience.toml")


def cells(view: View, beat: int | None) -> NDArray[Any]:
    """Return the map as it is drawn at a beat."""
    console: tcod.console.Console = new_console()
    draw_map(console, view, palette_for(), beat)
    return layout_for(console).map.cells(console).copy()


def changed(view: View, beat: int, before: int | None = None) -> set[Spot]:
    """Return the tiles that differ between two beats, or between a beat and no animation."""
    different = cells(view, beat) != cells(view, before)
    return {(x, y) for y, x in np.argwhere(different).tolist()}


def changed_ever(view: View, beats: int = 60) -> set[Spot]:
    return set().union(*(changed(view, beat) for beat in range(0, beats, 3)))


@pytest.mark.parametrize(
    ("glyph", "look"),
    [("≈", "water"), ("▲", "fire"), ("∴", "fire"), ("░", "marsh gas"), ("▒", "poison gas"),
     ("▓", "haze"), ("Φ", "torch"), ("Θ", "darkness"), ("Π", "stair"), ("_", "prize"),
     ('"', "prize")],
)  # fmt: skip
def test_animated_tile_changes_only_in_view_and_keeps_its_character(glyph: str, look: str) -> None:
    view = covered({(8, 3): Tile(glyph, look, True, "it")})
    assert (8, 3) in changed_ever(view)
    assert all((cells(view, beat)["ch"] == cells(view, None)["ch"]).all() for beat in range(9))
    assert changed_ever(covered({(8, 3): Tile(glyph, look, False, "it")})) == set()


def test_fire_lights_the_ground_around_it_but_no_creature_and_nothing_out_of_view() -> None:
    fire = Tile("▲", "fire", True, "fire")
    view = covered({(7, 3): fire, (8, 3): Tile("z", "zombie", True, "a zombie")})
    assert {(6, 3), (7, 2), (7, 4), (9, 3), (7, 5)} <= changed(view, 3)
    assert (8, 3) not in changed_ever(view)
    dim = attrs.evolve(view.tiles[3][6], lit=False)
    assert (6, 3) not in changed_ever(covered({(7, 3): fire, (6, 3): dim}))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("steps = 3", "steps = 0", "motions.fire.steps"),
        ("lightness = [0.08, 0.07]", "lightness = [0.08, 7]", "motions.fire.lightness[1]"),
        ("every = 2", "every = 0", "motions.fire.every"),
        ('colour = "#b46e00"', 'colour = "amber"', "motions.fire.colour"),
        ("most = 24", "most = 0", "most"),
        ("reach = 3", "leap = 3", "motions.fire"),
        ('looks = ["torch"]', 'looks = ["fire"]', "motions.torch"),
    ],
)
def test_invalid_motion_is_refused_with_its_place(old: str, new: str, key: str) -> None:
    assert old in SHIPPED
    with pytest.raises(ContentError) as caught:
        load_ambience(SHIPPED.replace(old, new, 1), "mine.toml")
    assert (caught.value.file, caught.value.key) == ("mine.toml", key)


def test_each_animated_or_lit_look_has_colours() -> None:
    ambience = load_ambience()
    looks = {*ambience.by_look, *ambience.shone_on}
    assert {look for look in looks if not palette_for().has_look(look)} == set()
