"""The palette is checked when it is read; what it does not list has a default."""

from __future__ import annotations

import tomllib

import pytest

from bidden.content.catalogue import load_catalogue
from bidden.content.datafiles import ContentError, read
from bidden.frontend.drawing.colours.palette import Colour, Ink, load_palette
from bidden.frontend.drawing.colours.specs import NAMED
from bidden.order import COMPONENTS
from bidden.state import Look
from bidden.worldgen.places import PLACES

SHIPPED = read("palette.toml")
LOOKS = ("wall", "floor", "door", "you", "zombie", "corpse")


def brightness(colour: Colour) -> int:
    return sum(colour)


def refusal(text: str) -> str:
    with pytest.raises(ContentError) as caught:
        load_palette(text, "mine.toml")
    return str(caught.value)


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_remembered_is_dimmer_than_what_is_seen(look: str) -> None:
    seen = load_palette().look(look)
    assert brightness(seen.remembered.fg) < brightness(seen.lit.fg)
    assert brightness(seen.remembered.bg) < brightness(seen.lit.bg)


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_can_be_told_from_what_is_behind_it(look: str) -> None:
    seen = load_palette().look(look)
    for ink in (seen.lit, seen.remembered):
        assert brightness(ink.fg) > brightness(ink.bg) + 90


def test_an_unknown_look_is_drawn_as_other() -> None:
    palette = load_palette()
    assert palette.look("griffin") == palette.look("other")


PLACED = [
    (place, look)
    for place, looks in tomllib.loads(SHIPPED)["places"].items()
    for look in (*LOOKS, *looks)
]


@pytest.mark.parametrize(("place", "look"), dict.fromkeys(PLACED))
def test_in_every_place_a_look_can_be_told_from_what_is_behind_it(place: str, look: str) -> None:
    seen = load_palette().look(look, place)
    for ink in (seen.lit, seen.remembered):
        assert brightness(ink.fg) > brightness(ink.bg) + 80
    assert brightness(seen.remembered.fg) < brightness(seen.lit.fg)


def test_what_lies_on_the_floor_of_a_place_has_its_background() -> None:
    palette = load_palette()
    for look in ("zombie", "griffin"):
        assert palette.look(look, "cave").lit.bg == palette.look("floor", "cave").lit.bg
        assert palette.look(look, "cave").lit.fg == palette.look(look).lit.fg
    assert palette.look("floor", "cave") != palette.look("floor") == palette.look("floor", "moon")
    door = palette.look("door")
    assert palette.look("door", "cave") == door  # which has a background of its own


def test_a_place_may_have_characters_of_its_own() -> None:
    wall = load_palette().look("wall")
    assert wall.glyph == ""
    assert load_palette().look("wall", "valley").glyph == "&"
    two = SHIPPED.replace('glyph = "&"', 'glyph = "&&"')
    assert "places.valley.wall" in refusal(two)


def test_an_unknown_tone_is_plain() -> None:
    palette = load_palette()
    assert palette.tone("sarcasm") == palette.tone("plain")


def test_a_colour_says_what_is_behind_it_or_leaves_that_to_the_ground() -> None:
    text = SHIPPED.replace('harm = "#f0776a"', 'harm = "#010203 on #040506"')
    palette = load_palette(text)
    assert (palette.tone("harm").fg, palette.tone("harm").bg) == ((1, 2, 3), (4, 5, 6))
    assert palette.tone("good").bg == palette.ground.bg


@pytest.mark.parametrize(
    "colour", ["pink", "#12345", "#1234567", "#12345G", "#123456 on pink", "red on", "Red", ""]
)
def test_what_is_no_colour_is_refused_with_its_place(colour: str) -> None:
    text = SHIPPED.replace('harm = "#f0776a"', f'harm = "{colour}"')
    told = refusal(text)
    assert told.startswith(f"mine.toml: tones.harm: {colour!r} is no colour: write '#rrggbb', or ")
    assert all(name.removeprefix("bright_") in told for name in NAMED)


@pytest.mark.parametrize(
    ("spec", "fg", "bg"),
    [
        ("#FF40a0", (255, 64, 160), None),
        ("red", (205, 0, 0), None),
        ("bright_red on black", (255, 0, 0), (0, 0, 0)),
        ("#FF4040 on bright_white", (255, 64, 64), (255, 255, 255)),
    ],
)
def test_a_colour_is_written_in_capitals_or_by_its_name_as_well(
    spec: str, fg: Colour, bg: Colour | None
) -> None:
    palette = load_palette(SHIPPED.replace('harm = "#f0776a"', f'harm = "{spec}"'))
    assert palette.tone("harm") == Ink(fg, bg or palette.ground.bg)


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ('wall = { lit = 1, remembered = "#000000" }', "looks.wall.lit"),
        ('wall = { lit = "#000000" }', "looks.wall"),
        ('wall = { lit = "#000000", remembered = "#00000" }', "looks.wall.remembered"),
        ('wall = { lit = "#000000", remembered = "#000000", torchlit = 1 }', "looks.wall.torchlit"),
    ],
)
def test_a_wrong_look_is_refused_with_its_place(wrong: str, place: str) -> None:
    text = "\n".join(wrong if row.startswith("wall") else row for row in SHIPPED.split("\n"))
    assert refusal(text).startswith(f"mine.toml: {place}: ")


def test_the_default_look_must_be_there() -> None:
    text = "\n".join(row for row in SHIPPED.split("\n") if not row.startswith("other"))
    assert refusal(text).startswith("mine.toml: looks.other: is missing")


def test_a_setting_that_nothing_reads_is_refused() -> None:
    assert "sky" in refusal(SHIPPED.replace("[tones]", 'sky = "#000000"\n\n[tones]'))


def distance(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    ("look", "tone"), [("zombie", "good"), ("corpse", "harm"), ("web", "harm"), ("web", "good")]
)
def test_what_is_neither_danger_nor_good_news_has_not_their_colour(look: str, tone: str) -> None:
    palette = load_palette()
    assert distance(palette.look(look).lit.fg, palette.tone(tone).fg) > 120


def test_an_ally_has_the_colour_of_no_foe() -> None:
    palette = load_palette()
    looks = [part for part in tomllib.loads(SHIPPED)["looks"] if part not in ("ally", "unknown")]
    ally = palette.look("ally").lit.fg
    assert min(distance(ally, palette.look(look).lit.fg) for look in looks) > 80


def test_an_ally_stands_on_a_background_that_nobody_else_has_wherever_it_is() -> None:
    palette = load_palette()
    others = {part for part in tomllib.loads(SHIPPED)["looks"] if part not in ("ally", "water")}
    for place in PLACES:
        behind = palette.look("ally", place).lit.bg
        assert min(distance(behind, palette.look(one, place).lit.bg) for one in others) > 80


def fighters() -> set[str]:
    """The looks of creatures that fight; who is disguised looks like what it is not."""
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


def test_what_is_sought_stays_bright_once_it_is_out_of_view() -> None:
    palette = load_palette()
    prize = brightness(palette.look("prize").remembered.fg)
    rest = [look for look in tomllib.loads(SHIPPED)["looks"] if look != "prize"]
    assert prize > max(brightness(palette.look(look).remembered.fg) for look in rest) + 60


def test_traps_and_webs_are_told_apart() -> None:
    assert len({made("web"), made("fire trap")}) == 2
    assert made("fire trap") == made("dart trap")
    assert made("web")[0] not in {made("fire trap")[0], made("amulet")[0]}


def made(name: str) -> tuple[str, str]:
    (look,) = (part for part in load_catalogue(COMPONENTS).make(name) if isinstance(part, Look))
    return look.glyph, look.look


def test_each_place_has_walls_a_floor_and_stairs_of_its_own() -> None:
    palette = load_palette()
    places = [place for place in PLACES if place != "cellar"]
    for look in ("wall", "floor", "stair"):
        drawn = {(ink := palette.look(look, place).lit).fg + ink.bg for place in (*places, "")}
        assert len(drawn) == len(places) + 1
