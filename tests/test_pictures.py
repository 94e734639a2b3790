"""Each screen of the table is drawn, on as many cells as it says, and shown on the page."""

from __future__ import annotations

import re
from io import BytesIO

import attrs
import pytest
from PIL import Image

from bidden.frontend.drawing.render import text_of
from tests.pictures import PAGE, PICTURES, SCENES, SCREENS, drawn, encoded, page


@pytest.mark.slow
def test_every_screen_is_drawn_and_no_two_are_alike() -> None:
    found = {one.name: console for one, console in drawn()}
    assert {*found} == {one.name for one in SCREENS}
    for one in SCREENS:
        assert (found[one.name].width, found[one.name].height) == (one.width, one.height)
    assert len({text_of(console) for console in found.values()}) == len(SCREENS)
    picture = encoded(found["wide"])
    assert len(picture) < 60_000
    assert Image.open(BytesIO(picture)).size == (130 * 12, 36 * 20)


def test_the_page_shows_every_picture_and_each_of_them_is_kept() -> None:
    assert PAGE.read_text() == page()
    assert {path.stem for path in PICTURES.glob("*.png")} == {one.name for one in SCREENS}


def test_names_are_given_once_and_scenes_exist() -> None:
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
        assert re.search(r"\? help|Esc|q leave|Any key|A letter", text), one.name
        if one.name in ("offers", "pack", "character", "bond", "levels", "help", "conduct"):
            cut = re.sub(r"…\d+ more \(m\)", "", text)  # of the log beneath, with the key for all
            assert "…" not in cut, one.name
