"""The palette is checked when it is read; what it does not list has a default."""

from __future__ import annotations

import tomllib

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.catalogue import load_catalogue
from bidden.content.datafiles import ContentError, read
from bidden.frontend.drawing.colours.palette import Colour, Ink, load_palette
from bidden.order import COMPONENTS
from bidden.state import Look
from bidden.worldgen.places import PLACES

SHIPPED = read("palette.toml")
LOOKS = tomllib.loads(SHIPPED)["looks"]
HARM = 'harm = "#f0776a"'


def brightness(colour: Colour) -> int:
    return sum(colour)


def distance(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def refusal(text: str) -> ContentError:
    with pytest.raises(ContentError) as caught:
        load_palette(text, "mine.toml")
    assert caught.value.file == "mine.toml"
    return caught.value


@pytest.mark.parametrize("look", ["wall", "floor", "door", "you", "zombie", "corpse"])
def test_remembered_look_is_dimmer_than_one_in_view(look: str) -> None:
    for place in ("", *tomllib.loads(SHIPPED)["places"]):
        seen = load_palette().look(look, place)
        assert brightness(seen.remembered.fg) < brightness(seen.lit.fg)
        assert brightness(seen.remembered.bg) < brightness(seen.lit.bg)


def test_unknown_look_and_tone_have_defaults() -> None:
    palette = load_palette()
    assert palette.look("griffin") == palette.look("other")
    assert palette.tone("sarcasm") == palette.tone("plain")


@pytest.mark.parametrize(
    ("spec", "fg", "bg"),
    [
        ("#FF40a0", (255, 64, 160), None),
        ("red", (205, 0, 0), None),
        ("bright_red on black", (255, 0, 0), (0, 0, 0)),
        ("#FF4040 on bright_white", (255, 64, 64), (255, 255, 255)),
    ],
)
def test_colour_is_written_in_hexadecimal_or_by_name_with_its_background(
    spec: str, fg: Colour, bg: Colour | None
) -> None:
    palette = load_palette(SHIPPED.replace(HARM, f'harm = "{spec}"'))
    assert palette.tone("harm") == Ink(fg, bg or palette.ground.bg)


@pytest.mark.parametrize(
    "colour", ["pink", "#12345", "#1234567", "#12345G", "#123456 on pink", "red on", "Red", ""]
)
def test_invalid_colour_is_refused_with_its_place(colour: str) -> None:
    assert refusal(SHIPPED.replace(HARM, f'harm = "{colour}"')).key == "tones.harm"


def test_error_of_a_colour_lists_the_names(snapshot: SnapshotAssertion) -> None:
    assert str(refusal(SHIPPED.replace(HARM, 'harm = "pink"'))) == snapshot


@pytest.mark.parametrize(
    ("name", "line", "key"),
    [
        ("wall", 'wall = { lit = 1, remembered = "#000000" }', "looks.wall.lit"),
        ("wall", 'wall = { lit = "#000000" }', "looks.wall"),
        ("wall", 'wall = { lit = "red", remembered = "#00000" }', "looks.wall.remembered"),
        (
            "wall",
            'wall = { lit = "red", remembered = "red", torchlit = 1 }',
            "looks.wall.torchlit",
        ),
        ("other", "", "looks.other"),
        ("[tones]", 'sky = "red"\n[tones]', "screen"),
    ],
)
def test_invalid_look_is_refused_with_its_place(name: str, line: str, key: str) -> None:
    text = "\n".join(line if row.startswith(name) else row for row in SHIPPED.split("\n"))
    assert refusal(text).key == key


def test_ally_stands_on_a_background_that_nothing_else_has() -> None:
    palette = load_palette()
    others = {look for look in LOOKS if look not in ("ally", "water")}
    for place in PLACES:
        behind = palette.look("ally", place).lit.bg
        assert min(distance(behind, palette.look(one, place).lit.bg) for one in others) > 80


def fighters() -> set[str]:
    """The looks of creatures that fight; a disguised one looks like something else."""
    made = load_catalogue(COMPONENTS)
    parts = [(name, [cls.__name__ for cls, _ in made.blueprints[name]]) for name in made.blueprints]
    fighting = [name for name, has in parts if "Fighter" in has and "Disguise" not in has]
    return {part.look for one in fighting for part in made.make(one) if isinstance(part, Look)}


@pytest.mark.parametrize("tone", ["harm", "good"])
def test_no_foe_has_the_colour_of_harm_or_of_good_news(tone: str) -> None:
    palette = load_palette()
    near = {look: distance(palette.look(look).lit.fg, palette.tone(tone).fg) for look in fighters()}
    assert len(near) > 20
    assert {look: far for look, far in near.items() if far < 90} == {}
