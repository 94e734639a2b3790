"""Loading a palette checks it; entries that it leaves out have defaults."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError, read
from bidden.frontend.drawing.colours.palette import load_palette

SHIPPED = read("palette.toml")
HARM = 'harm = "#f0776a"'


def refusal(text: str) -> ContentError:
    with pytest.raises(ContentError) as caught:
        load_palette(text, "mine.toml")
    assert caught.value.file == "mine.toml"
    return caught.value


def test_error_about_an_unknown_colour_lists_the_colour_names(snapshot: SnapshotAssertion) -> None:
    assert str(refusal(SHIPPED.replace(HARM, 'harm = "pink"'))) == snapshot


@pytest.mark.parametrize(
    ("name", "line", "key"),
    [
        ("wall", 'wall = { lit = 1, remembered = "#000000" }', "looks.wall.lit"),
        ("wall", 'wall = { lit = "#000000" }', "looks.wall"),
        ("wall", 'wall = { lit = "red", remembered = "#00000" }', "looks.wall.remembered"),
        ("wall", 'wall = { lit = "red", remembered = "red", torchlit = 1 }', "looks.wall.torchlit"),
        ("other", "", "looks.other"),
        ("[tones]", 'sky = "red"\n[tones]', "screen"),
    ],
)
def test_error_about_an_invalid_look_names_its_key(name: str, line: str, key: str) -> None:
    text = "\n".join(line if row.startswith(name) else row for row in SHIPPED.split("\n"))
    assert refusal(text).key == key
