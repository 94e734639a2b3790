"""Lighting: how much light each tile gets from fires and torches nearby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import tcod.map

from bidden.frontend.drawing.ambience.motions import Ambience, Kind, Motion

Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Flags: TypeAlias = npt.NDArray[np.bool_]
Ints: TypeAlias = npt.NDArray[np.int64]


def lights_on(
    kinds: Sequence[Kind],
    drawn: Ints,
    by_motion: Mapping[Motion, Sequence[int]],
    where: Mapping[Motion, Flags],
    ambience: Ambience,
) -> dict[Motion, Floats]:
    """Return the light of each motion on each tile. Only the brightest light counts."""
    takes = [
        number for number, one in enumerate(kinds) if one.lit and one.look in ambience.shone_on
    ]
    lets = [number for number, one in enumerate(kinds) if one.glyph not in ambience.walls]
    taking = np.isin(drawn, takes) & ~np.any(list(where.values()), axis=0)
    clear = np.isin(drawn, lets)
    found = {
        motion: _light(tiles, clear, taking, motion.reach)
        for motion, tiles in where.items()
        if motion.reach
    }
    if not found:
        return {}
    brightest = np.argmax(list(found.values()), axis=0)
    lights = [
        np.where(brightest == number, light, 0) for number, light in enumerate(found.values())
    ]
    return {motion: light for motion, light in zip(found, lights, strict=True) if light.any()}


def _light(sources: Flags, clear: Flags, taking: Flags, reach: int) -> Floats:
    """Return the light on each tile from the nearest visible source, from 0 to 1."""
    light = np.zeros(sources.shape)
    fading = _fading(reach)
    beside = sources & (around(taking) > 0)  # others have nothing to shine on
    for y, x in np.argwhere(beside).tolist():
        top, left = max(0, y - reach), max(0, x - reach)
        near = (slice(top, y + reach + 1), slice(left, x + reach + 1))
        seen = tcod.map.compute_fov(clear[near], (y - top, x - left), reach)
        down, across = top - y + reach, left - x + reach
        falls = fading[down : down + len(seen), across : across + len(seen[0])] * seen
        np.maximum(light[near], falls, out=light[near])
    return light * taking


@cache
def _fading(reach: int) -> Floats:
    """Return the light on each tile around a source, from 0 to 1."""
    down, across = np.ogrid[-reach : reach + 1, -reach : reach + 1]
    return np.clip(1 - (np.hypot(down, across) - 1) / reach, 0, 1)


def around(tiles: Flags) -> Floats:
    """Return the share of each tile's eight neighbours that belong to a set."""
    wide = np.pad(tiles, 1).astype(np.float32)
    rows, columns = tiles.shape
    total = sum(wide[y : y + rows, x : x + columns] for y in range(3) for x in range(3))
    return np.asarray((total - tiles) / 8, np.float32)
