"""What moves while no key is pressed has other ink for it, and the same at the same beat."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
import tcod.console
from numpy.typing import NDArray

from bidden.content.datafiles import ContentError, read
from bidden.frontend.drawing.ambience.inks import inks_of
from bidden.frontend.drawing.ambience.motions import load_ambience
from bidden.frontend.drawing.board import draw_map
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.palettes import palette_for
from bidden.frontend.drawing.layout import layout_for
from bidden.view import Spot, Stance, Threat, Tile, View
from tests.frontend.fakes import a_view, covered

SHIPPED = read("ambience.toml")
POOL = [(x, y) for x in range(12, 40) for y in range(6, 16)]


def cells(view: View, beat: int | None) -> NDArray[Any]:
    """The map as it is drawn at a beat."""
    console: tcod.console.Console = new_console()
    draw_map(console, view, palette_for(), beat)
    return layout_for(console).map.cells(console).copy()


def changed(view: View, beat: int, before: int | None = None) -> set[Spot]:
    """The tiles that look otherwise at a beat than at another, or than while all stands still."""
    different = cells(view, beat) != cells(view, before)
    return {(x, y) for y, x in np.argwhere(different).tolist()}


def changed_ever(view: View, beats: int = 60) -> set[Spot]:
    return set().union(*(changed(view, beat) for beat in range(beats)))


@pytest.mark.parametrize(
    ("glyph", "look"),
    [("≈", "water"), ("▲", "fire"), ("∴", "fire"), ("░", "marsh gas"), ("▒", "poison gas"),
     ("▓", "haze"), ("Φ", "torch"), ("Θ", "darkness"), ("Π", "stair"), ("_", "prize"),
     ('"', "prize")],
)  # fmt: skip
def test_it_moves_while_in_view_and_keeps_its_character(glyph: str, look: str) -> None:
    view = covered({(8, 3): Tile(glyph, look, True, "it")})
    assert (8, 3) in changed_ever(view)
    for beat in range(60):
        assert np.array_equal(cells(view, beat)["ch"], cells(view, None)["ch"])


@pytest.mark.parametrize(("glyph", "look"), [("≈", "water"), ("▲", "fire"), ("▓", "haze")])
def test_what_is_remembered_stands_still(glyph: str, look: str) -> None:
    view = covered({(8, 3): Tile(glyph, look, False, "it")})
    assert changed_ever(view) == set()


@pytest.mark.parametrize(
    ("glyph", "look"),
    [(".", "floor"), ("#", "wall"), (";", "grass"), ("∙", "darkness"), ("z", "zombie"),
     ("φ", "ash"), (">", "stair"), (":", "chasm"), ("≡", "oil")],
)  # fmt: skip
def test_all_else_stands_still(glyph: str, look: str) -> None:
    assert changed_ever(covered({(8, 3): Tile(glyph, look, True, "it")})) == set()


def test_the_same_beat_looks_the_same_and_another_does_not() -> None:
    view = covered(dict.fromkeys(POOL, Tile("≈", "water", True, "water")))
    assert np.array_equal(cells(view, 7), cells(attrs.evolve(view), 7))
    assert changed(view, 40, before=7)


def test_fire_lights_what_is_round_it_but_not_who_is_there_nor_what_is_out_of_view() -> None:
    fire = Tile("▲", "fire", True, "fire")
    view = covered({(7, 3): fire, (8, 3): Tile("z", "zombie", True, "a zombie")})
    assert {(6, 3), (7, 2), (7, 4), (9, 3), (7, 5)} <= changed(view, 3)
    assert (8, 3) not in changed_ever(view)
    dim = attrs.evolve(view.tiles[3][6], lit=False)
    assert (6, 3) not in changed_ever(covered({(7, 3): fire, (6, 3): dim}))


def test_light_falls_on_walls_and_not_behind_them() -> None:
    floor = {(x, y): Tile(".", "floor", True, "the floor") for x in range(14) for y in range(9)}
    wall = {(x, 5): Tile("#", "wall", True, "a wall") for x in range(14)}
    lit = changed_ever(covered(floor | wall | {(7, 4): Tile("▲", "fire", True, "fire")}))
    assert {(6, 5), (7, 5), (8, 5), (7, 2)} <= lit
    assert {y for _, y in lit} == {1, 2, 3, 4, 5}


def test_what_marks_a_threat_and_a_stance_is_left_as_it_is() -> None:
    water = Tile("≈", "water", True, "deep water")
    view = covered({(7, 3): Tile("▲", "fire", True, "fire"), (8, 3): water, (8, 4): water})
    threat = Threat((8, 3), "fire", bare=False)
    view = attrs.evolve(view, threatened=(threat,), stances=(((8, 4), Stance.FOE),))
    for beat in range(60):
        now = cells(view, beat)
        assert now[3, 8] == cells(view, None)[3, 8]
        assert tuple(now[4, 8]["bg"].tolist()) == palette_for().stance(Stance.FOE).bg


def test_however_much_moves_few_tiles_change_in_a_beat() -> None:
    everywhere = [(x, y) for x in range(80) for y in range(19)]
    for tiles, look in ((everywhere, "poison gas"), (POOL, "water"), (POOL, "fire")):
        view = covered(dict.fromkeys(tiles, Tile("▒", look, True, "it")))
        changes = [len(changed(view, beat, before=beat - 1)) for beat in range(100, 160)]
        assert 0 < sum(changes) / len(changes) <= load_ambience().most
        assert max(changes) <= 2 * load_ambience().most


def test_a_tile_more_does_not_change_all_others() -> None:
    tiles = dict.fromkeys(POOL, Tile("▒", "poison gas", True, "poison gas"))
    more = tiles | {(50, 10): Tile("▒", "poison gas", True, "poison gas")}
    now, then = cells(covered(more), 90), cells(covered(tiles), 90)
    assert np.count_nonzero(now != then) <= 1


def test_gas_is_thicker_where_it_is_all_around() -> None:
    view = covered(dict.fromkeys(POOL, Tile("▓", "haze", True, "haze")))
    far = np.zeros((2,))
    for beat in range(200):
        now, still = (cells(view, at)["bg"].astype(int) for at in (beat, None))
        away = np.abs(now - still).sum(axis=2)
        far += away[6, 12:40].mean(), away[10, 13:39].mean()
    assert far[0] < 0.9 * far[1]


def test_the_usual_ink_is_the_middle_step() -> None:
    for motion in load_ambience().motions.values():
        ink = palette_for().look("water").lit
        inks = inks_of(ink, motion)
        assert (len(inks), inks[motion.steps]) == (2 * motion.steps + 1, ink)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("steps = 3", "steps = 0", "motions.fire.steps"),
        ("lightness = [0.08, 0.07]", "lightness = [0.08, 7]", "motions.fire.lightness"),
        ("every = 2", "every = 0", "motions.fire.every"),
        ('colour = "#b46e00"', 'colour = "amber"', "motions.fire.colour"),
        ("most = 24", "most = 0", "most"),
        ("reach = 3", "leap = 3", "motions.fire"),
        ('looks = ["torch"]', 'looks = ["fire"]', "motions.torch"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(old: str, new: str, place: str) -> None:
    assert old in SHIPPED
    with pytest.raises(ContentError, match=f"^mine.toml: {place}"):
        load_ambience(SHIPPED.replace(old, new, 1), "mine.toml")


def test_each_look_that_moves_or_is_shone_on_has_colours() -> None:
    ambience = load_ambience()
    assert {look for look in ambience.by_look if not palette_for().has_look(look)} == set()
    assert {look for look in ambience.shone_on if not palette_for().has_look(look)} == set()


def test_nothing_in_view_moves_in_a_plain_room() -> None:
    moves = load_ambience().moves
    assert not moves(a_view())
    assert moves(covered({(8, 3): Tile("≈", "water", True, "deep water")}))
    assert not moves(covered({(8, 3): Tile("≈", "water", False, "deep water")}))
