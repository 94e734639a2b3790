"""In ASCII each thing still has a character of its own, and nothing else is ever drawn."""

from __future__ import annotations

from collections import defaultdict

import attrs

from bidden.content.catalogue import load_catalogue
from bidden.frontend.drawing.ascii import ascii_for, to_ascii
from bidden.frontend.drawing.board import KEPT_OFF, THREATENED
from bidden.frontend.drawing.canvas import new_console, put
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.drawing.pictures.tileset import LAYOUT
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.order import COMPONENTS
from bidden.state import Look
from tests.frontend.fakes import FakeGame


def on_maps() -> set[str]:
    """Every character that something on a map is drawn with."""
    made = load_catalogue(COMPONENTS)
    things = {
        part.glyph for one in made.blueprints for part in made.make(one) if type(part) is Look
    }
    return (
        things
        | {kind.glyph for kind in made.ground.values()}
        | set("#.:&+'<>XΠ→←↑↓")
        | {KEPT_OFF, THREATENED}
    )


def test_no_two_things_on_a_map_share_a_character() -> None:
    shared = defaultdict(set)
    for glyph in on_maps() - set("←↑↓∩"):  # ways through, as → is, and used up, as φ is
        shared[ascii_for(glyph)].add(glyph)
    assert {one: sorted(several) for one, several in shared.items() if len(several) > 1} == {}


def test_a_web_is_no_trap_and_no_door() -> None:
    assert ascii_for("┼") == "{"
    assert ascii_for("^") == "^"


def test_every_character_there_is_has_one_in_ascii() -> None:
    for number in LAYOUT:
        assert " " <= ascii_for(chr(number)) <= "~"


def test_letters_lose_their_accents_and_what_is_unknown_is_a_question_mark() -> None:
    assert "".join(map(ascii_for, "Žofïe ñ…×–")) == "Zofie n~x-"
    assert ascii_for("♫") == "?"


def test_a_console_is_replaced_cell_by_cell() -> None:
    console = new_console()
    put(console, 0, 0, "┌─┐ ≈▲ äöü", (255, 255, 255))
    to_ascii(console)
    assert text_of(console).split("\n")[0] == "+-+ }( aou"


def test_an_arrow_in_a_text_is_no_way_on_the_map() -> None:
    console = new_console()
    put(console, 0, 0, "9 → 10 #.→", (255, 255, 255))
    to_ascii(console)
    assert text_of(console).split("\n")[0].rstrip() == "9 > 10 #.]"


def test_with_the_option_every_screen_is_ascii() -> None:
    theme = attrs.evolve(load_theme(), options=Options(glyphs="ascii"))
    stack, console = Stack.for_game(FakeGame("Ein Änderungsvermerk…"), theme), new_console()
    for keys in ("", "?", "\x1b", "m"):
        for key in keys and [keys]:
            stack.press(key)
        stack.draw(console)
        assert text_of(console).isascii()
