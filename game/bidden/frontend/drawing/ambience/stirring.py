"""The ink of each tile at a beat."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import tcod.noise

from bidden.frontend.drawing.ambience.motions import Ambience, Kind, Motion, load_ambience
from bidden.frontend.drawing.ambience.shining import Floats, Ints, around, lights_on
from bidden.frontend.drawing.colours.colour import (
    Colour,
    contrast,
    lightness,
    mixed,
    set_off,
    shifted,
    with_lightness,
)
from bidden.frontend.drawing.colours.light import GLYPH
from bidden.frontend.drawing.colours.palette import Ink

Bytes: TypeAlias = npt.NDArray[np.uint8]

_LOUD: Final = 1.7
"""Noise is mostly weak. This factor lets it use all steps."""
_WAVERS: Final = 0.3
"""The share of the light on the surroundings that flickers."""
_GLOWS: Final = 4
"""The number of steps in which light falls off."""
_KEPT: Final = 0.75
"""The share of the contrast beyond the minimum that is kept."""
_NAME: Final = "name"
_NOISE: Final = tcod.noise.Noise(3, tcod.noise.Algorithm.SIMPLEX, seed=11)


def stir(
    kinds: Sequence[Kind], drawn: Ints, fg: Bytes, bg: Bytes, beat: int, ambience: Ambience
) -> None:
    """Change the colours of moving tiles and of the light on them, as they are at a beat.

    ``drawn`` has the number of each tile's kind, by row and column.
    """
    motions = [ambience.motion_of(one.look, one.glyph) if one.lit else None for one in kinds]
    by_motion = dict[Motion, list[int]]()
    for number, motion in enumerate(motions):
        if motion is not None:
            by_motion.setdefault(motion, []).append(number)
    if not by_motion:
        return
    where = {motion: np.isin(drawn, numbers) for motion, numbers in by_motion.items()}
    lights = lights_on(kinds, drawn, by_motion, where, ambience)
    stirred = (*where.items(), *lights.items())
    changes = sum(int(np.count_nonzero(tiles)) / motion.every for motion, tiles in stirred)
    # Doubled, so that a few more tiles do not make all of them change at once.
    slower = 2 ** max(0, math.ceil(math.log2(changes / ambience.most)))
    for motion, light in lights.items():
        ys, xs = np.nonzero(light)
        wavering = 1 + _WAVERS * _noise_at(motion, xs, ys, beat, motion.every * slower)
        steps = np.rint(np.clip(light[ys, xs] * wavering, 0, 1) * _GLOWS).astype(np.int64)
        inks = {n: _glows_of(kinds[n].ink, motion) for n in _numbers(drawn, ys, xs)}
        _write(inks, drawn, ys, xs, steps, fg, bg)
    for motion, tiles in where.items():
        ys, xs = np.nonzero(tiles)
        amount = 1 - motion.dense * (1 - around(tiles)[ys, xs]) if motion.dense else 1.0
        steps = steps_at(motion, xs, ys, beat, motion.every * slower, amount) + motion.steps
        inks = {number: _inks_of(kinds[number].ink, motion) for number in by_motion[motion]}
        _write(inks, drawn, ys, xs, steps, fg, bg)


def smoulder(cells: npt.NDArray[Any], ink: Ink, beat: int) -> None:
    """Make all characters of some cells glow like embers, around their usual ink."""
    motion = load_ambience().motions[_NAME]
    ys, xs = np.nonzero(cells["ch"] != ord(" "))
    steps = steps_at(motion, xs, ys, beat, motion.every) + motion.steps
    cells["fg"][ys, xs] = np.array([one.fg for one in _inks_of(ink, motion)], np.uint8)[steps]


def steps_at(
    motion: Motion, xs: Ints, ys: Ints, beat: int, every: int, amount: Floats | float = 1.0
) -> Ints:
    """Return the steps of some tiles, each with a share of the motion.

    Each tile changes once in ``every`` beats, at its own time.
    """
    noise = _noise_at(motion, xs, ys, beat, every)
    moved = np.sign(noise) * np.maximum(np.abs(noise) - motion.still, 0) / (1 - motion.still)
    steps: Ints = np.rint(moved * amount * motion.steps).astype(np.int64)
    return steps


def _noise_at(motion: Motion, xs: Ints, ys: Ints, beat: int, every: int) -> Floats:
    """Return the noise of tiles at their last change, from -1 to 1."""
    turn = ((xs * 73856093) ^ (ys * 19349663)) >> 3
    when = beat - (beat + turn) % every
    east = (xs - motion.drift * when) * motion.grain[0]
    points = (east, ys * motion.grain[1], when * motion.pace)
    noise: Floats = _NOISE[tuple(np.asarray(part, np.float32) for part in points)]
    loud: Floats = np.clip(noise * _LOUD, -1, 1)
    return loud


def _numbers(drawn: Ints, ys: Ints, xs: Ints) -> list[int]:
    found: list[int] = np.unique(drawn[ys, xs]).tolist()
    return found


def _write(
    inks: Mapping[int, Sequence[Ink]],
    drawn: Ints,
    ys: Ints,
    xs: Ints,
    steps: Ints,
    fg: Bytes,
    bg: Bytes,
) -> None:
    for number, of_kind in inks.items():
        mine = drawn[ys, xs] == number
        rows, columns, at = ys[mine], xs[mine], steps[mine]
        fg[rows, columns] = np.array([ink.fg for ink in of_kind], np.uint8)[at]
        bg[rows, columns] = np.array([ink.bg for ink in of_kind], np.uint8)[at]


@lru_cache(maxsize=512)
def _inks_of(ink: Ink, motion: Motion) -> tuple[Ink, ...]:
    """Return all inks of a motion, with the usual one in the middle."""
    steps = motion.steps
    return tuple(_step(ink, motion, step / steps) for step in range(-steps, steps + 1))


@lru_cache(maxsize=2048)
def _glows_of(ink: Ink, motion: Motion) -> tuple[Ink, ...]:
    parts = (motion.shine * step / _GLOWS for step in range(_GLOWS + 1))
    return tuple(_glow(ink, motion.light, part) for part in parts)


def _step(ink: Ink, motion: Motion, part: float) -> Ink:
    if not part:
        return ink
    fg = shifted(ink.fg, part * motion.lightness[0], part * motion.hue)
    bg = shifted(ink.bg, part * motion.lightness[1], part * motion.hue)
    return Ink(set_off(fg, bg, _least(ink)), bg)


def _glow(ink: Ink, source: Colour, part: float) -> Ink:
    if not part:
        return ink
    fg, bg = (mixed(one, _no_darker(source, one), part) for one in (ink.fg, ink.bg))
    return Ink(set_off(fg, bg, _least(ink)), bg)


def _no_darker(source: Colour, colour: Colour) -> Colour:
    return with_lightness(source, max(lightness(source), lightness(colour)))


def _least(ink: Ink) -> float:
    return max(GLYPH, _KEPT * contrast(ink.fg, ink.bg))
