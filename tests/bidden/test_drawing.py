"""A drawing is read into the ground, the spots and the entities of a level."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import World
from eventcore.errors import RegistrationError
from tests.bidden.drawing import Drawing
from tests.eventcore.worlds.bodies import Body, Track

YARD = """
    #####
    #@.z#
    ##z
    """


def build(legend: Any, text: str = "@") -> Drawing:
    return Drawing(text).build(World(components=[Track, Body]), legend)


def test_drawing_may_be_indented_and_have_short_rows() -> None:
    drawing = Drawing(YARD)
    assert drawing.rows == ("#####", "#@.z#", "##z##")
    assert (drawing.width, drawing.height, str(drawing)) == (5, 3, "#####\n#@.z#\n##z##")
    assert Drawing("#@.z#").rows == ("#@.z#",)


def test_spots_are_listed_row_by_row() -> None:
    drawing = Drawing(YARD)
    assert drawing.spots("z") == [(3, 1), (2, 2)]
    assert drawing.spots("@", "z") == [(1, 1), (3, 1), (2, 2)]
    assert drawing.spot("@") == (1, 1)
    with pytest.raises(LookupError):
        drawing.spot("z")


def test_things_are_spawned_by_the_legend_once() -> None:
    level = build({"@": lambda x, y: [Track(x=x), Body()], "z": lambda x, y: [Track(x=x)]}, YARD)
    assert level["@"][Track].x == 1
    assert [zombie[Track].x for zombie in level.all("z")] == [3, 2]
    for glyph in "zk":
        with pytest.raises(LookupError):
            level[glyph]
    with pytest.raises(RegistrationError):
        level.build(World(components=[Track]), {})
    with pytest.raises(LookupError):
        Drawing("@")["@"]  # not built yet


@pytest.mark.parametrize(
    "draw",
    [
        lambda: Drawing(5),  # type: ignore[arg-type]
        lambda: Drawing("\n\n"),
        lambda: Drawing("@", blank="ab"),
        lambda: build({"@z": lambda x, y: []}),
        lambda: build({"@": lambda x, y: Track()}),
    ],
    ids=["rows", "empty", "blank", "legend", "things"],
)
def test_invalid_drawing_is_rejected(
    draw: Callable[[], object], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        draw()
    assert str(error.value) == snapshot
