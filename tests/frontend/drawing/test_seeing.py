"""What is drawn can be read on both backgrounds, and told apart by those who see fewer colours.

Ground of different kinds has different characters, which is shape enough; see ``test_ascii``.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator

import pytest

from bidden.content.datafiles import read
from bidden.frontend.drawing.ambience.inks import glows_of, inks_of
from bidden.frontend.drawing.ambience.motions import load_ambience
from bidden.frontend.drawing.colours.colour import Colour, contrast
from bidden.frontend.drawing.colours.light import GLYPH, REMEMBERED, TEXT
from bidden.frontend.drawing.colours.palette import SCREEN, Ink, Look, Palette
from bidden.frontend.drawing.colours.palettes import palette_for
from bidden.view import Happening, Stance
from bidden.worldgen.places import PLACES
from tests.frontend.drawing.vision import EYES, difference, seen_by

BACKGROUNDS = {"dark": palette_for("dark"), "light": palette_for("light")}
TONES = ("plain", "harm", "good", "news", "refusal")
TOLD_APART = 9.0
"""What colours of text differ by at the least: nearly four times what is just noticeable."""
SET_APART = 12.0
"""What backgrounds of one character differ by: five times what is just noticeable."""

GLYPHS = {"fire": "∴", "darkness": "Θ", "stair": "Π", "prize": "_"}
"""By look, what moves by its glyph."""

both = pytest.mark.parametrize("palette", BACKGROUNDS.values(), ids=BACKGROUNDS)
eyes = pytest.mark.parametrize("eyes", EYES)


def looks(palette: Palette) -> Iterator[tuple[str, Look]]:
    data = tomllib.loads(read("palette.toml"))
    for place in ("", *PLACES):
        for name in data["looks"]:
            if name != "unknown":  # which is not to be seen
                yield f"{name} in {place}", palette.look(name, place)


def nearest(colours: dict[str, Colour], eyes: str) -> tuple[float, str, str]:
    """The two of some colours that somebody sees nearest to each other, and how near."""
    pairs = itertools.combinations(colours, 2)
    return min((difference(colours[a], colours[b], eyes), a, b) for a, b in pairs)


@both
def test_text_contrasts_with_what_is_behind_it(palette: Palette) -> None:
    inks = {name: getattr(palette, name) for name in SCREEN}
    inks |= {tone: palette.tone(tone) for tone in TONES}
    inks |= {stance.value: palette.stance(stance) for stance in Stance}
    inks |= {what.value: palette.flash(what) for what in Happening}
    weak = {name: ink for name, ink in inks.items() if contrast(ink.fg, ink.bg) < TEXT}
    assert weak == {}


@both
def test_what_is_in_view_contrasts_with_what_is_behind_it(palette: Palette) -> None:
    assert {n for n, look in looks(palette) if contrast(look.lit.fg, look.lit.bg) < GLYPH} == set()


@both
def test_what_is_remembered_can_still_be_read(palette: Palette) -> None:
    dim = {n: look.remembered for n, look in looks(palette)}
    assert {n for n, ink in dim.items() if contrast(ink.fg, ink.bg) < REMEMBERED} == set()


def phases(palette: Palette) -> Iterator[tuple[str, Ink]]:
    """All inks that anything in view ever has while no key is pressed, but for the usual one."""
    ambience = load_ambience()
    shining = [("fire", "▲"), ("fire", "∴"), ("torch", "Φ")]
    assert sum(bool(motion.shine) for motion in ambience.motions.values()) == len(shining)
    for name, look in looks(palette):
        kind = name.rpartition(" in ")[0]
        for glyph in ("", *GLYPHS.get(kind, "")):
            motion = ambience.motion_of(kind, glyph)
            for number, ink in enumerate(inks_of(look.lit, motion) if motion else ()):
                yield f"{name} {glyph} at step {number}", ink
        for source, glyph in shining if kind in ambience.shone_on else ():
            motion = ambience.motion_of(source, glyph)
            assert motion is not None
            for number, ink in enumerate(glows_of(look.lit, motion)):
                yield f"{name} lit by {source} {glyph} at step {number}", ink


@both
def test_what_moves_contrasts_with_what_is_behind_it_in_every_phase(palette: Palette) -> None:
    found = dict(phases(palette))
    assert len(found) > 500
    assert {*load_ambience().by_glyph} == {*"".join(GLYPHS.values())}
    assert {name for name, ink in found.items() if contrast(ink.fg, ink.bg) < GLYPH} == set()


@both
@eyes
def test_what_moves_contrasts_in_every_phase_for_all_eyes(palette: Palette, eyes: str) -> None:
    """It keeps three quarters of the contrast that somebody sees in the usual ink."""
    usual = dict(looks(palette))
    weak = set()
    for name, ink in phases(palette):
        first = usual[next(key for key in usual if name.startswith(key))].lit
        before, now = (contrast(seen_by(eyes, i.fg), seen_by(eyes, i.bg)) for i in (first, ink))
        if now < min(GLYPH, before) * 0.9:
            weak.add(f"{name}: {before:.1f} to {now:.1f}")
    assert weak == set()


@both
@eyes
def test_who_stands_beside_what_shines_is_told_from_the_floor_in_every_phase(
    palette: Palette, eyes: str
) -> None:
    floors = {name: ink.bg for name, ink in phases(palette) if name.startswith("floor")}
    for stance in Stance:
        behind = palette.stance(stance).bg
        apart = {name: difference(behind, floor, eyes) for name, floor in floors.items()}
        assert {name: far for name, far in apart.items() if far < SET_APART} == {}


@both
def test_nothing_that_moves_comes_to_the_background_of_a_stance(palette: Palette) -> None:
    stances = {palette.stance(stance).bg for stance in Stance}
    assert {name for name, ink in phases(palette) if ink.bg in stances} == set()


@both
@eyes
def test_tones_of_messages_are_told_apart(palette: Palette, eyes: str) -> None:
    assert nearest({tone: palette.tone(tone).fg for tone in TONES}, eyes)[0] >= TOLD_APART


@both
@eyes
def test_how_creatures_stand_is_told_apart(palette: Palette, eyes: str) -> None:
    behind = {stance.value: palette.stance(stance).bg for stance in Stance}
    assert nearest(behind, eyes)[0] >= SET_APART


@both
@eyes
@pytest.mark.parametrize("stance", Stance)
def test_who_stands_on_a_floor_is_told_from_it(palette: Palette, eyes: str, stance: Stance) -> None:
    behind = palette.stance(stance).bg
    floors = {place: palette.look("floor", place).lit.bg for place in PLACES}
    apart = {place: difference(behind, floor, eyes) for place, floor in floors.items()}
    assert {place: far for place, far in apart.items() if far < SET_APART} == {}


@both
def test_the_bar_of_hit_points_is_told_apart_by_its_length_and_number_alone(
    palette: Palette,
) -> None:
    bars = (palette.bar_well, palette.bar_hurt, palette.bar_dire)
    assert len({ink.bg for ink in bars}) == 1


def test_the_light_palette_is_light_and_the_dark_one_dark() -> None:
    assert contrast(BACKGROUNDS["dark"].ground.bg, (0, 0, 0)) < 1.2
    assert contrast(BACKGROUNDS["light"].ground.bg, (255, 255, 255)) < 1.2


def test_what_is_unknown_is_not_to_be_seen() -> None:
    for palette in BACKGROUNDS.values():
        ink = palette.look("unknown").remembered
        assert ink == Ink(palette.ground.bg, palette.ground.bg)


def test_who_has_no_red_cones_sees_red_as_dark() -> None:
    assert seen_by("protan", (255, 0, 0)) < (130, 130, 130)
    assert difference((200, 60, 0), (110, 110, 0), "protan") < difference((200, 60, 0), (110,) * 3)
    assert difference((0, 0, 0), (255, 255, 255), "tritan") == pytest.approx(100, abs=1)
