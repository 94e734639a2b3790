"""Custom looks: a thing is drawn everywhere with the player's own character and colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.view import Held, Seen
from tests.frontend.fakes import FakeGame, covered, tile
from tests.frontend.screen import drawn, ink, press, stack_for

ZOMBIE = (7, 3)
SEEN = Seen(ZOMBIE, "a zombie", "z", "zombie", "unhurt")
MEAT = Held("a", "a zombie's hand", ("drop",), "z", "zombie")
RED, BLUE = (255, 0, 0), (0, 0, 255)


def stack_of(folder: Path, text: str) -> Stack:
    path = folder / "options.toml"
    path.write_text(text, "utf-8")
    view = covered({ZOMBIE: tile("z")})
    game = FakeGame(tiles=view.tiles, foes_seen=(SEEN,), foes=1, pack=(MEAT,))
    return stack_for(game, load_theme(path))


def signs(stack: Stack, name: str) -> set[tuple[str, tuple[int, ...]]]:
    """Return the characters, with their colours, before a name on the screen."""
    console = drawn(stack, 130, 50)
    found = set()
    for y, row in enumerate(text_of(console).split("\n")):
        x = row.find(name)
        while x >= 0:
            at = len(row[:x].rstrip()) - 1
            found.add((row[at], ink(console, at, y)))
            x = row.find(name, x + 1)
    return found


@pytest.mark.parametrize("where", ["side bar", "list", "help"])
@pytest.mark.parametrize(
    ("text", "sign", "colour"),
    [
        ('[palette.looks.zombie]\nglyph = "Z"', "Z", None),
        ('[palette.looks.zombie]\nlit = "#ff0000"\nglyph = "ẑ"', "ẑ", RED),
        ('glyphs = "ascii"\n[palette.looks.zombie]\nlit = "#ff0000"\nglyph = "ẑ"', "z", RED),
    ],
    ids=["look", "colour", "ascii"],
)
def test_custom_glyph_is_shown_wherever_the_creature_is_named(
    tmp_path: Path, where: str, text: str, sign: str, colour: tuple[int, ...] | None
) -> None:
    stack = stack_of(tmp_path, text)
    press(stack, *{"side bar": "", "list": "d", "help": "??"}[where])
    found = signs(stack, "a zombie's hand" if where == "list" else "a zombie")
    for _ in range(9 if where == "help" else 0):
        press(stack, "page_down")
        found |= signs(stack, "a zombie")
    assert {one for one, _ in found} == {sign}
    assert colour is None or {one for _, one in found} == {colour}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[palette.health]\nsick = "#ff0000"', "palette.health.sick"),
        ('[palette.health]\nhurt = "pink"', "palette.health.hurt"),
    ],
)
def test_error_about_an_invalid_look_names_its_key(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(ContentError) as caught:
        stack_of(tmp_path, text)
    assert caught.value.key == key
