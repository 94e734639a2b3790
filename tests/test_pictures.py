"""Each picture shows its screen in the stated number of cells, as docs/screens.md says.

Screens are drawn with the characters that ship with the game, so they are equal everywhere,
except for how a version of the imaging library reduces colours.
"""

from __future__ import annotations

import re
from io import BytesIO

import attrs
import numpy as np
import pytest
import tcod.console
from PIL import Image

from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.drawing.pictures.tileset import CELL
from tests import pictures
from tests.pictures import PAGE, PICTURES, SCENES, SCREENS, drawn, encoded, page

_ALIKE = 6
"""The mean difference, out of 255, up to which two pictures of a cell count as equal."""


@pytest.fixture(scope="module", autouse=True)
def updated(pytestconfig: pytest.Config) -> None:
    """Draw the pictures and write the page again with `make snapshots`."""
    if pytestconfig.getoption("update_snapshots"):
        pictures.main()


@pytest.fixture(scope="module")
def found() -> dict[str, tcod.console.Console]:
    return {one.name: console for one, console in drawn()}


@pytest.mark.slow
def test_every_screen_is_drawn_and_no_two_are_alike(found: dict[str, tcod.console.Console]) -> None:
    assert {*found} == {one.name for one in SCREENS}
    for one in SCREENS:
        assert (found[one.name].width, found[one.name].height) == (one.width, one.height)
    assert len({text_of(console) for console in found.values()}) == len(SCREENS)
    picture = encoded(found["wide"])
    assert len(picture) < 60_000
    assert Image.open(BytesIO(picture)).size == (130 * 12, 36 * 20)


@pytest.mark.slow
def test_stored_screenshots_match_the_current_drawing(
    found: dict[str, tcod.console.Console],
) -> None:
    wrong = {name: cells_that_differ(name, console) for name, console in found.items()}
    assert {name: cells for name, cells in wrong.items() if cells} == {}, "run: make snapshots"


def cells_that_differ(name: str, console: tcod.console.Console) -> int:
    """Return how many cells of a stored picture differ from the screen; all if the size differs."""
    kept = np.asarray(Image.open(PICTURES / f"{name}.png").convert("RGB"), np.int16)
    now = np.asarray(Image.open(BytesIO(encoded(console))).convert("RGB"), np.int16)
    if kept.shape != now.shape:
        return console.width * console.height
    wide, high = CELL
    apart = np.abs(kept - now).reshape(console.height, high, console.width, wide, 3)
    return int((apart.mean(axis=(1, 3, 4)) > _ALIKE).sum())


def test_page_shows_every_picture_and_each_is_kept() -> None:
    assert PAGE.read_text() == page()
    assert {path.stem for path in PICTURES.glob("*.png")} == {one.name for one in SCREENS}


def test_names_are_unique_and_scenes_exist() -> None:
    assert len({one.name for one in SCREENS}) == len(SCREENS)
    assert {one.scene for one in SCREENS} <= {*SCENES}


@pytest.mark.slow
def test_every_screen_fits_on_every_size_and_its_keys_stay_in_view() -> None:
    several = [
        attrs.evolve(one, width=width, height=height)
        for width, height in ((80, 24), (110, 30), (200, 50))
        for one in SCREENS
    ]
    for one, console in drawn(several):
        text = text_of(console)
        assert text.replace("\n", "").isprintable(), one.name
        footer = text.split("\n")[-1]
        assert not re.search(r" of ?$|–$|Pg$", footer), one.name
        assert one.name == "opening" or re.search(r"\bEsc\b|\? |\b[qQ] ", text), one.name
        if one.name in ("offers", "pack", "character", "bond", "levels", "help", "conduct"):
            cut = re.sub(r"…\d+ \D*\(m\)", "", text)  # of the log, with the key for all
            assert "…" not in cut, one.name
