"""Colours are readable on both backgrounds, and distinct with any colour vision."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator

import pytest

from bidden.content.datafiles import read
from bidden.frontend.drawing.colours.colour import Colour, contrast
from bidden.frontend.drawing.colours.light import GLYPH, TEXT, palette_for
from bidden.frontend.drawing.colours.palette import SCREEN, Look, Palette
from bidden.view import Happening, Stance
from bidden.worldgen.places import PLACES
from tests.frontend.drawing.vision import EYES, difference

BACKGROUNDS = {"dark": palette_for("dark"), "light": palette_for("light")}
TONES = ("plain", "harm", "good", "news", "refusal")
TOLD_APART = 9.0
"""Minimum difference of text colours: nearly four times the just noticeable difference."""
SET_APART = 12.0
"""Minimum difference of backgrounds of one character: five times the just noticeable."""


both = pytest.mark.parametrize("palette", BACKGROUNDS.values(), ids=BACKGROUNDS)
eyes = pytest.mark.parametrize("eyes", EYES)


def looks(palette: Palette) -> Iterator[tuple[str, Look]]:
    data = tomllib.loads(read("palette.toml"))
    for place in ("", *PLACES):
        for name in data["looks"]:
            if name != "unknown":  # which is invisible by design
                yield f"{name} in {place}", palette.look(name, place)


def nearest(colours: dict[str, Colour], eyes: str) -> tuple[float, str, str]:
    """Return the two closest colours as a viewer sees them, and their difference."""
    pairs = itertools.combinations(colours, 2)
    return min((difference(colours[a], colours[b], eyes), a, b) for a, b in pairs)


@both
def test_text_contrasts_with_its_background(palette: Palette) -> None:
    inks = {name: getattr(palette, name) for name in SCREEN}
    inks |= {tone: palette.tone(tone) for tone in TONES}
    inks |= {stance.value: palette.stance(stance) for stance in Stance}
    inks |= {what.value: palette.flash(what) for what in Happening}
    weak = {name: ink for name, ink in inks.items() if contrast(ink.fg, ink.bg) < TEXT}
    assert weak == {}


@both
def test_look_in_view_contrasts_with_its_background(palette: Palette) -> None:
    assert {n for n, look in looks(palette) if contrast(look.lit.fg, look.lit.bg) < GLYPH} == set()


@both
@eyes
def test_message_tones_have_distinguishable_colours(palette: Palette, eyes: str) -> None:
    assert nearest({tone: palette.tone(tone).fg for tone in TONES}, eyes)[0] >= TOLD_APART


@both
@eyes
@pytest.mark.parametrize("stance", Stance)
def test_creature_background_differs_clearly_from_the_floor(
    palette: Palette, eyes: str, stance: Stance
) -> None:
    behind = palette.stance(stance).bg
    floors = {place: palette.look("floor", place).lit.bg for place in PLACES}
    apart = {place: difference(behind, floor, eyes) for place, floor in floors.items()}
    assert {place: far for place, far in apart.items() if far < SET_APART} == {}


@both
def test_hit_point_bars_share_one_background(palette: Palette) -> None:
    bars = (palette.bar_well, palette.bar_hurt, palette.bar_dire)
    assert len({ink.bg for ink in bars}) == 1
