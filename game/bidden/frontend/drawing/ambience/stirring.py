"""Stirring: the ink that each tile has at a beat."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import tcod.noise

from bidden.frontend.drawing.ambience.inks import GLOWS, glows_of, inks_of
from bidden.frontend.drawing.ambience.motions import Ambience, Kind, Motion, load_ambience
from bidden.frontend.drawing.ambience.shining import Floats, Ints, around, lights_on
from bidden.frontend.drawing.colours.palette import Ink

Bytes: TypeAlias = npt.NDArray[np.uint8]

_LOUD: Final = 1.7
"""Noise is mostly faint: so much louder it uses all steps."""
_WAVERS: Final = 0.3
"""How much of the light that falls on what is round it comes and goes."""
_NAME: Final = "name"
"""The motion of the name on the title."""
_NOISE: Final = tcod.noise.Noise(3, tcod.noise.Algorithm.SIMPLEX, seed=11)


def stir(
    kinds: Sequence[Kind], drawn: Ints, fg: Bytes, bg: Bytes, beat: int, ambience: Ambience
) -> None:
    """Give what moves the ink that it has at a beat, and what light falls on as well.

    Args:
        kinds: The kinds of tiles there are.
        drawn: Of which kind each tile is, by row and column.
        fg: The colours of the characters, which are changed.
        bg: Those behind them.
        beat: How many beats have passed.
        ambience: What moves.
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
    # By doubling, so that a few tiles more do not let all of them change at once.
    slower = 2 ** max(0, math.ceil(math.log2(changes / ambience.most)))
    for motion, light in lights.items():
        ys, xs = np.nonzero(light)
        wavering = 1 + _WAVERS * _noise_at(motion, xs, ys, beat, motion.every * slower)
        steps = np.rint(np.clip(light[ys, xs] * wavering, 0, 1) * GLOWS).astype(np.int64)
        inks = {n: glows_of(kinds[n].ink, motion) for n in _numbers(drawn, ys, xs)}
        _write(inks, drawn, ys, xs, steps, fg, bg)
    for motion, tiles in where.items():
        ys, xs = np.nonzero(tiles)
        amount = 1 - motion.dense * (1 - around(tiles)[ys, xs]) if motion.dense else 1.0
        steps = steps_at(motion, xs, ys, beat, motion.every * slower, amount) + motion.steps
        inks = {number: inks_of(kinds[number].ink, motion) for number in by_motion[motion]}
        _write(inks, drawn, ys, xs, steps, fg, bg)


def smoulder(cells: npt.NDArray[Any], ink: Ink, beat: int) -> None:
    """Let all characters of some cells glow like embers.

    Args:
        cells: The cells, by row and column.
        ink: What they are drawn with.
        beat: How many beats have passed.
    """
    motion = load_ambience().motions[_NAME]
    ys, xs = np.nonzero(cells["ch"] != ord(" "))
    steps = steps_at(motion, xs, ys, beat, motion.every) + motion.steps
    cells["fg"][ys, xs] = np.array([one.fg for one in inks_of(ink, motion)], np.uint8)[steps]


def steps_at(
    motion: Motion, xs: Ints, ys: Ints, beat: int, every: int, amount: Floats | float = 1.0
) -> Ints:
    """Say at which step some tiles are.

    Args:
        motion: How they move.
        xs: Their columns.
        ys: Their rows.
        beat: How many beats have passed.
        every: Once in so many of them a tile changes, each in its own turn.
        amount: How much of the motion each has, of 1.
    """
    noise = _noise_at(motion, xs, ys, beat, every)
    moved = np.sign(noise) * np.maximum(np.abs(noise) - motion.still, 0) / (1 - motion.still)
    steps: Ints = np.rint(moved * amount * motion.steps).astype(np.int64)
    return steps


def _noise_at(motion: Motion, xs: Ints, ys: Ints, beat: int, every: int) -> Floats:
    """Give the noise on tiles at the last beat at which each changed, from -1 to 1."""
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
    """Give tiles the inks of their kinds at some steps."""
    for number, of_kind in inks.items():
        mine = drawn[ys, xs] == number
        rows, columns, at = ys[mine], xs[mine], steps[mine]
        fg[rows, columns] = np.array([ink.fg for ink in of_kind], np.uint8)[at]
        bg[rows, columns] = np.array([ink.bg for ink in of_kind], np.uint8)[at]
