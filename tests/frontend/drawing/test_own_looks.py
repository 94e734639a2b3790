"""Looks of one's own: wherever a thing is drawn, it is drawn as the player would have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.render import text_of
from bidden.frontend.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.view import Held, Seen
from tests.frontend.fakes import FakeGame, covered, tile
from tests.frontend.screen import press

ZOMBIE = (7, 3)
MEAT = Held("a", "a zombie's hand", ("throw",), "z", "zombie")


def stack_of(folder: Path, text: str) -> Stack:
    path = folder / "options.toml"
    path.write_text(text, "utf-8")
    seen = Seen(ZOMBIE, "a zombie", "z", "zombie", "unhurt")
    view = covered({ZOMBIE: tile("z")})
    game = FakeGame(tiles=view.tiles, foes_seen=(seen,), foes=1, pack=(MEAT,))
    return Stack.for_game(game, load_theme(path))


def cells(stack: Stack, text: str) -> list[tuple[str, tuple[int, ...]]]:
    """Give of each place where a text is shown what stands two columns before it, and how."""
    console = new_console(130, 50)
    stack.draw(console)
    found = []
    for y, row in enumerate(text_of(console).split("\n")):
        x = row.find(text)
        while x >= 0:
            before = row[:x].rstrip()
            at = len(before) - 1
            found.append((before[-1:], tuple(console.rgb["fg"][y, at].tolist())))
            x = row.find(text, x + 1)
    return found


@pytest.mark.parametrize("keys", ["", "d", "?"])
def test_a_character_of_ones_own_stands_in_side_bar_lists_and_legend(
    tmp_path: Path, keys: str
) -> None:
    stack = stack_of(tmp_path, '[palette.looks.zombie]\nglyph = "Z"')
    press(stack, *keys)
    told = cells(stack, "a zombie")
    for _ in range(9 if keys == "?" else 0):
        press(stack, "page_down")
        told += cells(stack, "a zombie")
    assert told and {sign for sign, _ in told} == {"Z"}
