"""The animation between two turns, as a few frames over the map.

All missiles fly at once, then all areas change, then all hurt creatures flash. So it takes the same
time however much happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs
import tcod.console

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.layout import layout_for
from bidden.view import Glimpse, Happening, Spot

MOST: Final = 5
"""The maximum number of frames in a turn: a quarter of a second at one frame a tick."""

_FLIGHT: Final = 3
"""How many frames a missile flies."""
_FLIES: Final = (Happening.SHOT, Happening.SPELL)
_SPREADS: Final = (Happening.BREATH, Happening.BURST, Happening.FIRE)
_SIGNS: Final = {Happening.SPELL: "*", Happening.HURT: "", Happening.BODY: ""}
"""The characters of happenings; empty to keep those of the map."""
_SPREADING: Final = "*"
_HEADINGS: Final = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (-1, 1): "/"}


@attrs.frozen
class Touch:
    """A changed tile in a frame."""

    tile: Spot
    character: str  # empty to keep that of the map
    what: Happening  # which decides the colour


Frame = tuple[Touch, ...]


def frames_of(happened: Iterable[Glimpse]) -> tuple[Frame, ...]:
    """Return the frames of glimpses, none of them empty."""
    flying, spreading, felt = list[Glimpse](), list[Glimpse](), list[Glimpse]()
    for glimpse in happened:
        stage = flying if glimpse.what in _FLIES else felt
        (spreading if glimpse.what in _SPREADS else stage).append(glimpse)
    frames = [_flight(flying, step) for step in range(_FLIGHT)]
    frames.append(tuple(Touch(t, _SPREADING, one.what) for one in spreading for t in one.tiles))
    # Hurt creatures come last, drawn over the bodies that they may be part of.
    felt.sort(key=lambda one: one.what is Happening.HURT)
    frames.append(tuple(Touch(t, "", one.what) for one in felt for t in one.tiles))
    return tuple(frame for frame in frames if frame)


def draw_frame(console: tcod.console.Console, frame: Frame, palette: Palette) -> None:
    """Draw a frame over the map."""
    cells = layout_for(console).map.cells(console)
    for touch in frame:
        x, y = touch.tile
        ink = palette.flash(touch.what)
        cells["fg"][y, x], cells["bg"][y, x] = ink.fg, ink.bg
        if touch.character:
            cells["ch"][y, x] = ord(touch.character)


def _flight(flying: Iterable[Glimpse], step: int) -> Frame:
    """Return the present tile of all missiles, and the one behind it."""
    touches = list[Touch]()
    for one in flying:
        end = -(-len(one.tiles) * (step + 1) // _FLIGHT)  # rounded up: it ends where it hits
        sign = _SIGNS.get(one.what) or _heading(one.tiles)
        touches += [Touch(tile, sign, one.what) for tile in one.tiles[max(0, end - 2) : end]]
    return tuple(touches)


def _heading(tiles: tuple[Spot, ...]) -> str:
    (x, y), (to_x, to_y) = tiles[0], tiles[-1]
    dx, dy = to_x - x, to_y - y
    across = 2 * abs(dx) > abs(dy)
    down = 2 * abs(dy) > abs(dx)
    way = ((dx > 0) - (dx < 0)) * across, ((dy > 0) - (dy < 0)) * down
    return _HEADINGS.get(way) or _HEADINGS.get((-way[0], -way[1]), "*")
