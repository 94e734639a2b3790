"""In ASCII mode every character is replaced, and things on a map stay distinct."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bidden.cli.confusions import confusions_in
from bidden.content.catalogue import load_catalogue
from bidden.frontend.drawing.ascii import ascii_for, to_ascii
from bidden.frontend.drawing.board import THREATENED
from bidden.frontend.drawing.canvas import new_console, put
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.pictures.render import text_of
from bidden.order import COMPONENTS
from bidden.state import Look
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import playing, press, text

both = pytest.mark.parametrize("shown_as", [str, ascii_for], ids=["all characters", "ascii"])


@both
def test_no_two_things_look_alike_on_the_map(shown_as: Callable[[str], str]) -> None:
    confused = confusions_in(load_catalogue(COMPONENTS), load_palette(), shown_as)
    assert [*confused] == []


@both
@pytest.mark.parametrize("mark", [THREATENED, "&"])
def test_threat_marks_and_trees_have_unique_glyphs(
    shown_as: Callable[[str], str], mark: str
) -> None:
    made = load_catalogue(COMPONENTS)
    things = {
        part.glyph for one in made.blueprints for part in made.make(one) if type(part) is Look
    }
    drawn = {*things, *(kind.glyph for kind in made.ground.values()), *"#.:+'<>XΠ→←↑↓"}
    assert shown_as(mark) not in {*map(shown_as, drawn)}


def test_ascii_mode_replaces_each_cell_and_tells_map_arrows_from_text_arrows() -> None:
    console = new_console()
    put(console, 0, 0, "┌─┐ ≈▲ äöü", (255, 255, 255))
    put(console, 0, 1, "9 → 10 #.→", (255, 255, 255))
    to_ascii(console)
    rows = text_of(console).split("\n")
    assert (rows[0], rows[1].rstrip()) == ("+-+ }( aou", "9 > 10 #.]")


def test_option_makes_every_screen_ascii() -> None:
    stack = playing(FakeGame("Ein Änderungsvermerk…"), glyphs="ascii")
    for keys in ((), ("?",), ("escape", "m")):
        press(stack, *keys)
        assert text(stack).isascii()
