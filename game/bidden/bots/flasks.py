"""Flasks: what breaks where it lands is thrown so that it is the foe's ground that acts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.bots.paths import BURNS, FIRE
from bidden.grid.neighbours import AROUND
from bidden.view import Held, View

_GASES: Final[Mapping[str, str]] = MappingProxyType({"bad air": "▒", "haze": "▓"})
"""What hangs where such a flask broke, by what it is a flask of."""
_BURNING: Final = "fire pot"
_CLEAR: Final = 8
"""How far off fire does not reach back: more than two tiles, Euclidean, squared."""
_AIRY: Final = 16
"""The same for gas, which spreads."""
_FAR: Final = 36
"""Farther it is not thrown."""


def flasks_to_throw(view: View, foe: tuple[int, int]) -> Iterator[Held]:
    """Yield what is worth throwing at a foe, if it does not stand in the like already.

    Args:
        view: What is seen.
        foe: The column and row of the foe.
    """
    near = (foe[0] - view.here[0]) ** 2 + (foe[1] - view.here[1]) ** 2
    if not _CLEAR <= near <= _FAR:
        return
    around_it, around_me = _around(view, foe), _around(view, view.here)
    for held in view.pack:
        gas = next((drawn for word, drawn in _GASES.items() if held.name.endswith(word)), None)
        if held.name.endswith(_BURNING) and FIRE not in around_it:
            if not any(glyph in BURNS for glyph in around_me):
                yield held
        elif gas is not None and near >= _AIRY and gas not in around_it:
            yield held


def _around(view: View, spot: tuple[int, int]) -> str:
    """Give what is drawn around a tile."""
    height, width = len(view.tiles), len(view.tiles[0])
    tiles = ((spot[0] + dx, spot[1] + dy) for dx, dy in AROUND)
    return "".join(view.tiles[y][x].glyph for x, y in tiles if 0 <= x < width and 0 <= y < height)
