"""A view is drawn as text of 24 lines of at most 80, and as a PNG of as many cells."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from PIL import Image

from bidden.content.datafiles import read
from bidden.content.tables import FILES
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.pictures.render import encode_png, screenshot, text
from bidden.frontend.drawing.pictures.tileset import CELL, load_tileset
from bidden.view import Ending
from tests.frontend.fakes import a_view


def test_text_has_24_lines_of_at_most_80_without_blanks_at_their_ends() -> None:
    lines = text(a_view(ending=Ending.DIED, epitaph="Killed by a newt.")).split("\n")
    assert len(lines) == 24
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
    assert any("Killed by a newt." in line for line in lines)


def test_screenshot_is_a_picture_of_80_by_24_cells(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    screenshot(a_view(), path)
    with Image.open(path) as picture:
        picture.load()
        assert picture.size == (80 * CELL[0], 24 * CELL[1])
        assert picture.getpixel((0, 24 * CELL[1] - 1)) == load_palette().ground.bg


def test_png_has_the_pixels_it_was_made_of(tmp_path: Path) -> None:
    pixels = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    path = tmp_path / "pixels.png"
    path.write_bytes(encode_png(pixels))
    with Image.open(path) as picture:
        assert np.array_equal(np.asarray(picture), pixels)


def test_tileset_has_every_character_that_screens_draw() -> None:
    tileset = load_tileset()
    assert tileset.tile_shape == CELL[::-1]
    tables = "".join(map(read, (*FILES, "palette.toml")))
    content = {*re.findall(r'glyph = "(.)"', tables)}
    assert {"⁏", "Π", "Θ", "z"} <= content
    drawn = {*map(chr, range(33, 127)), *"×–—·…█░─│┌┐└┘", *content}
    blank = [c for c in sorted(drawn) if ord(c) not in tileset or not tileset[ord(c)][..., 3].any()]
    assert blank == []
