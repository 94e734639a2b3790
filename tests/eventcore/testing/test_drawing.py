"""A level is read off a drawing: the ground, the spots, the things."""

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import RegistrationError, World
from eventcore.testing import Drawing
from eventcore.testing.drawing import Legend
from tests.eventcore.worlds.bodies import Body, Track

YARD = """
    #####
    #@.z#
    ##z
    """


def test_a_drawing_may_be_indented_and_short_rows_go_on() -> None:
    drawing = Drawing(YARD)
    assert drawing.rows == ("#####", "#@.z#", "##z##")
    assert (drawing.width, drawing.height, str(drawing)) == (5, 3, "#####\n#@.z#\n##z##")


def test_a_single_row_is_a_level() -> None:
    assert Drawing("#@.z#").rows == ("#@.z#",)


def test_the_ground_is_what_is_left_without_things() -> None:
    assert Drawing(YARD).ground() == ["#####", "#...#", "##.##"]
    assert Drawing("~@|").ground("~|", wall="X", floor=" ") == ["X X"]


def test_spots_are_given_row_by_row() -> None:
    drawing = Drawing(YARD)
    assert (drawing.spots("z"), drawing.spots("@", "z")) == (
        [(3, 1), (2, 2)],
        [(1, 1), (3, 1), (2, 2)],
    )
    assert drawing.spot("@") == (1, 1)
    with pytest.raises(LookupError, match="'z' is drawn 2 times, not once"):
        drawing.spot("z")


def test_things_are_spawned_by_the_legend() -> None:
    world = World(components=[Track, Body])
    level = Drawing(YARD).build(
        world, {"@": lambda x, y: [Track(x=x), Body()], "z": lambda x, y: [Track(x=x)]}
    )
    assert level["@"][Track].x == 1
    assert [zombie[Track].x for zombie in level.all("z")] == [3, 2]
    assert len(world) == 1 + 3
    with pytest.raises(LookupError, match="'z' is drawn 2 times, not once"):
        level["z"]
    with pytest.raises(LookupError, match="'k' is drawn 0 times, not once"):
        level["k"]


def test_before_it_is_built_there_is_nothing_and_it_is_built_once() -> None:
    world, level = World(components=[Track]), Drawing("@")
    legend: Legend = {"@": lambda x, y: [Track(x=x)]}
    with pytest.raises(LookupError, match=r"'@': nothing is spawned before build\(\)"):
        level["@"]
    level.build(world, legend)
    with pytest.raises(RegistrationError, match="it was built before"):
        level.build(world, legend)
    assert level["@"][Track].x == 0


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: Drawing(5), r"Drawing\(5\): give the rows as one text"),  # type: ignore[arg-type]
        (lambda: Drawing("@", blank=""), r"blank=''\): give a single glyph"),
        (lambda: Drawing("@", blank="ab"), r"blank='ab'\): give a single glyph"),
        (lambda: build({"@z": lambda x, y: []}), "legend '@z': give a single glyph"),
        (lambda: build({"@": lambda x, y: Track()}), r"legend '@': give a list, as in \[<?Track"),
    ],
)
def test_what_cannot_be_drawn_says_what_can(draw: Callable[[], object], said: str) -> None:
    with pytest.raises(RegistrationError, match=said):
        draw()


def build(legend: Any) -> Drawing:
    return Drawing("@").build(World(components=[Track]), legend)


def test_nothing_is_no_drawing() -> None:
    with pytest.raises(RegistrationError, match="there is nothing drawn"):
        Drawing("\n\n")
