"""Looks of one's own: wherever a thing is drawn, it is drawn as the player would have it."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.board import MAP_ROW
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.colour import contrast
from bidden.frontend.drawing.colours.palettes import own_palette_for
from bidden.frontend.drawing.layout import Rect
from bidden.frontend.drawing.panels.side import draw_side
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.view import Held, Seen
from tests.frontend.fakes import FakeGame, a_view, covered, tile
from tests.frontend.screen import press

ZOMBIE = (7, 3)
SEEN = Seen(ZOMBIE, "a zombie", "z", "zombie", "unhurt")
MEAT = Held("a", "a zombie's hand", ("drop",), "z", "zombie")


def stack_of(folder: Path, text: str) -> Stack:
    path = folder / "options.toml"
    path.write_text(text, "utf-8")
    view = covered({ZOMBIE: tile("z")})
    game = FakeGame(tiles=view.tiles, foes_seen=(SEEN,), foes=1, pack=(MEAT,))
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
    told = cells(stack, "a zombie's hand" if keys == "d" else "a zombie")
    for _ in range(9 if keys == "?" else 0):
        press(stack, "page_down")
        told += cells(stack, "a zombie")
    assert told
    assert {sign for sign, _ in told} == {"Z"}


RED, BLUE = (255, 0, 0), (0, 0, 255)


@pytest.mark.parametrize("keys", ["", "d", "?"])
def test_what_is_called_so_has_a_colour_of_its_own_in_lists_and_side_bar(
    tmp_path: Path, keys: str
) -> None:
    stack = stack_of(tmp_path, '[palette.things]\n"zombie*hand" = "#0000ff"\nzombie = "#ff0000"')
    press(stack, *keys)
    told = cells(stack, "a zombie's hand" if keys == "d" else "a zombie")
    for _ in range(9 if keys == "?" else 0):
        press(stack, "page_down")
        told += cells(stack, "a zombie")
    assert told
    assert {ink for _, ink in told} == {BLUE if keys == "d" else RED}


@pytest.mark.parametrize("keys", ["", "d", "?"])
@pytest.mark.parametrize("glyphs", ["all", "ascii"])
def test_what_is_called_so_has_a_character_of_its_own_too(
    tmp_path: Path, keys: str, glyphs: str
) -> None:
    own = 'zombie = { lit = "#ff0000", glyph = "ẑ" }'
    stack = stack_of(tmp_path, f'glyphs = "{glyphs}"\n[palette.things]\n{own}')
    press(stack, *keys)
    told = cells(stack, "a zombie's hand" if keys == "d" else "a zombie")
    for _ in range(9 if keys == "?" else 0):
        press(stack, "page_down")
        told += cells(stack, "a zombie")
    assert told
    assert {*told} == {("ẑ" if glyphs == "all" else "z", RED)}


@pytest.mark.parametrize(
    ("drawn", "fg"),
    [
        ('"#ff0000"', RED),
        ('"wall"', (1, 2, 3)),
        ('{ glyph = "Z" }', None),
        ('{ lit = "blue", remembered = "red" }', (0, 0, 238)),
    ],
)
def test_in_lists_the_name_of_what_is_called_so_has_its_colour(
    tmp_path: Path, drawn: str, fg: tuple[int, ...] | None
) -> None:
    text = f'[palette.things]\n"zombie*hand" = {drawn}\n[palette.looks.wall]\nlit = "#010203"'
    stack = stack_of(tmp_path, text)
    press(stack, "d")
    console = new_console(130, 50)
    stack.draw(console)
    rows = text_of(console).split("\n")
    y = next(number for number, row in enumerate(rows) if "a zombie's hand" in row)
    x = rows[y].index("a zombie's hand")
    for column in (x, x + len("a zombie's hand") - 1):
        ink = tuple(console.rgb["fg"][y, column].tolist())
        assert ink == (fg or stack.theme.palette.box.fg)


@pytest.mark.parametrize(
    ("drawn", "sign", "fg"),
    [("#FF0000", "z", RED), ("bright_red", "z", RED), ("wall", "Z", None), ("", "z", None)],
)
def test_what_is_called_so_is_drawn_so_on_the_map(
    tmp_path: Path, drawn: str, sign: str, fg: tuple[int, ...] | None
) -> None:
    things = f'[palette.things]\nzombie = "{drawn}"\n' if drawn else ""
    stack = stack_of(tmp_path, f'{things}[palette.looks.wall]\nlit = "#010203"\nglyph = "Z"')
    console = new_console()
    stack.draw(console)
    cell = console.rgb[MAP_ROW + ZOMBIE[1], ZOMBIE[0]]
    usual = load_theme().palette.look("zombie").lit.fg
    there = tuple(cell["fg"].tolist())
    assert chr(cell["ch"]) == sign
    assert there == {"": usual, "wall": (1, 2, 3)}.get(drawn, fg)
    # Whoever is no zombie is drawn as ever.
    assert (
        tuple(console.rgb["fg"][MAP_ROW + 3, 5].tolist()) == load_theme().palette.look("you").lit.fg
    )


def test_what_is_called_so_is_weaker_where_it_is_remembered_and_readable_on_light_ground() -> None:
    own = {"things": {"zombie": "#ff0000"}}
    dark = own_palette_for("dark", own, "mine.toml").look("zombie", "cave", "a zombie")
    assert dark.remembered.fg == (128, 0, 0)
    assert dark.lit.bg == load_theme().palette.look("zombie", "cave").lit.bg
    light = own_palette_for("light", own, "mine.toml").look("zombie", "", "a zombie").lit
    assert light.fg != RED
    assert contrast(light.fg, light.bg) >= 3


def test_a_table_says_of_what_is_called_so_what_a_look_would_and_the_rest_is_as_usual() -> None:
    usual = load_theme().palette.look("zombie", "cave")
    drawn = {"glyph": "Z"}
    own = own_palette_for("dark", {"things": {"zombie": drawn}}, "mine.toml")
    assert own.look("zombie", "cave", "a zombie") == attrs.evolve(usual, glyph="Z")
    drawn = {"lit": "#ff0000", "remembered": "#0000ff"}
    own = own_palette_for("dark", {"things": {"zombie": drawn}}, "mine.toml")
    look = own.look("zombie", "cave", "a zombie")
    assert (look.lit.fg, look.remembered.fg, look.glyph) == (RED, BLUE, usual.glyph)
    assert (look.lit.bg, look.remembered.bg) == (usual.lit.bg, usual.remembered.bg)


@pytest.mark.parametrize("word", ["badly hurt", "unhurt"])
def test_how_hurt_a_foe_is_has_a_colour_of_its_own(tmp_path: Path, word: str) -> None:
    stack = stack_of(tmp_path, '[palette.health]\nunhurt = "#0000ff"')
    game_word = attrs.evolve(SEEN, health=word)
    palette = stack.theme.palette
    console = new_console(130, 50)
    draw_side(console, Rect(0, 0, 40, 40), a_view(foes=1, foes_seen=(game_word,)), palette)
    rows = text_of(console).split("\n")
    y = next(number for number, row in enumerate(rows) if word in row)
    ink = tuple(console.rgb["fg"][y, rows[y].index(word)].tolist())
    assert ink == (BLUE if word == "unhurt" else palette.faint.fg)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[palette.things]\n"-" = "#ff0000"', "palette.things.-: '-' is no pattern: "),
        (
            '[palette.things]\nbat = "pink"',
            "palette.things.bat: 'pink' is neither a look of palette.toml ",
        ),
        ('[palette.things]\nbat = "#12"', "palette.things.bat: '#12' is neither a look of "),
        (
            '[palette.things]\nbat = "red on blue"',
            "palette.things.bat: 'red on blue' has a colour ",
        ),
        ("[palette.things]\nbat = {}", "palette.things.bat: needs lit, its colour, or glyph"),
        ('[palette.things]\nbat = { glyph = "BB" }', "palette.things.bat.glyph: Expected `str`"),
        ('[palette.things]\nbat = { dark = "red" }', "palette.things.bat: Object contains unknown"),
        (
            '[palette.things]\nbat = { lit = "pink" }',
            "palette.things.bat: 'pink' is neither a look",
        ),
        ("[palette.things]\nbat = 3", "palette.things.bat: Expected `object`, got `int`"),
        ('[palette.health]\nsick = "#ff0000"', "palette.health.sick: there is only unhurt, "),
        ('[palette.health]\nhurt = "pink"', "palette.health.hurt: 'pink' is no colour: "),
    ],
)
def test_what_does_not_fit_is_told_of_by_its_place(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ContentError) as caught:
        stack_of(tmp_path, text)
    assert f": {told}" in str(caught.value)
