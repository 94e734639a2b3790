"""The board: the map with all panels, drawn from a view."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import tcod.console

from bidden.frontend.drawing.ambience.motions import Kind, load_ambience
from bidden.frontend.drawing.ambience.stirring import stir
from bidden.frontend.drawing.canvas import clean
from bidden.frontend.drawing.colours.colour import contrast
from bidden.frontend.drawing.colours.palette import Colour, Ink, Look, Palette
from bidden.frontend.drawing.layout import LEAST, layout_for
from bidden.frontend.drawing.panels.header import draw_header as draw_header
from bidden.frontend.drawing.panels.log import draw_log as draw_log
from bidden.frontend.drawing.panels.side import draw_side
from bidden.frontend.preferences.options import USUAL, Options
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Seen, View

MAP_ROW: Final = LEAST.map.y
"""The row of the map's north."""

THREATENED: Final = "‼"
"""The sign on bare ground that a danger may reach next."""

IntArray: TypeAlias = npt.NDArray[np.intc]
ByteArray: TypeAlias = npt.NDArray[np.uint8]

_SOON: Final = 4  # tiles that the player can walk before a threat comes
_REACH: Final = 10  # tiles until a torch is at its dimmest
_SHADES: Final = 5
_REMEMBERED: Final = -1  # the shade of tiles out of view
_DIMMEST: Final = 0.62
_READABLE: Final = 4.5  # the contrast of a character to its background


def draw_board(
    console: tcod.console.Console,
    view: View,
    palette: Palette,
    options: Options = USUAL,
    *,
    hint: str = "",
    notice: str = "",
    below: int = 0,
    more: str = "",
    beat: int | None = None,
    rooted: Iterable[Seen] = (),
    known: Collection[str] = (),
    read: int | None = None,
) -> None:
    """Draw header, map, messages, and a side bar if there is room.

    The hint stands at the right end of the header. ``below`` is the number of free rows beneath the
    messages. For the other arguments, see ``draw_map`` and ``draw_log``.
    """
    layout = layout_for(console)
    untold = draw_header(console, view, palette, hint, options)
    draw_map(console, view, palette, beat, rooted)
    if layout.side is not None:
        draw_side(console, layout.side, view, palette)
    draw_log(
        console,
        view,
        palette,
        notice=notice,
        beneath=untold,
        rows=layout.log.height - below,
        more=more,
        known=known,
        mute=options.mute,
        read=read,
    )


def draw_map(
    console: tcod.console.Console,
    view: View,
    palette: Palette,
    beat: int | None = None,
    rooted: Iterable[Seen] = (),
) -> None:
    """Draw the tiles in view by torchlight, and all others and rooted creatures as remembered.

    A beat of None draws no animation.
    """
    here_x, here_y = view.here
    # Most tiles are alike, so each kind of cell is looked up once, and numpy does the rest.
    kinds: dict[tuple[str, str, int], int] = {}
    numbers = [
        kinds.setdefault(
            (*(tile.look, tile.glyph), _shade(x - here_x, y - here_y) if tile.lit else _REMEMBERED),
            len(kinds),
        )
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
    ]
    looks = [(palette.look(look, view.place), glyph, shade) for look, glyph, shade in kinds]
    inks = [_ink(look, shade) for look, _, shade in looks]
    drawn = np.array(numbers).reshape(MAP_HEIGHT, MAP_WIDTH)
    signs = [ord(clean(look.sign(glyph))) for look, glyph, _ in looks]
    glyphs = np.array(signs, np.intc)[drawn]
    fg = np.array([ink.fg for ink in inks], np.uint8)[drawn]
    bg = np.array([ink.bg for ink in inks], np.uint8)[drawn]
    if beat is not None:
        stirring = [
            Kind(look, glyph, shade != _REMEMBERED, ink)
            for (look, glyph, shade), ink in zip(kinds, inks, strict=True)
        ]
        stir(stirring, drawn, fg, bg, beat, load_ambience())
    for foe in rooted:
        x, y = foe.at
        if not view.tiles[y][x].lit:
            look = palette.look(foe.look, view.place)
            glyphs[y, x], fg[y, x] = ord(clean(look.sign(foe.glyph))), look.remembered.fg
    for foe in view.foes_seen:
        if foe.at in view.things_at:  # draw the foe, and not the item beneath it
            x, y = foe.at
            look = palette.look(foe.look, view.place)
            glyphs[y, x], fg[y, x] = ord(clean(look.sign(foe.glyph))), look.lit.fg
    _mark_threats(view, palette, glyphs, fg, bg)
    _mark_stances(view, palette, fg, bg)
    cells = layout_for(console).map.cells(console)
    cells["ch"], cells["fg"], cells["bg"] = glyphs, fg, bg


def _mark_threats(
    view: View, palette: Palette, glyphs: IntArray, fg: ByteArray, bg: ByteArray
) -> None:
    """Mark tiles that a danger may reach next, if the player can reach them too by then."""
    ink, (here_x, here_y) = palette.tone("harm"), view.here
    for threat in view.threatened:
        x, y = threat.at
        if max(abs(x - here_x), abs(y - here_y)) > _SOON:
            continue
        if threat.bare:
            glyphs[y, x] = ord(THREATENED)
        bg[y, x] = ink.fg
        fg[y, x] = palette.ground.bg


def _mark_stances(view: View, palette: Palette, fg: ByteArray, bg: ByteArray) -> None:
    for (x, y), stance in view.stances:
        ink = palette.stance(stance)
        red, green, blue = fg[y, x].tolist()
        bg[y, x] = ink.bg
        if contrast((red, green, blue), ink.bg) < _READABLE:  # else a creature keeps its own colour
            fg[y, x] = ink.fg


def _shade(dx: int, dy: int) -> int:
    """Return how dark a tile is at an offset from the torch, from 0 to ``_SHADES``."""
    return min(_SHADES, round(_SHADES * math.hypot(dx, dy) / _REACH))


def _ink(look: Look, shade: int) -> Ink:
    if shade == _REMEMBERED:
        return look.remembered
    if not look.torchlit:
        return look.lit
    light = 1 - (1 - _DIMMEST) * shade / _SHADES
    return Ink(_dimmed(look.lit.fg, light), _dimmed(look.lit.bg, light))


def _dimmed(colour: Colour, light: float) -> Colour:
    red, green, blue = colour
    return round(red * light), round(green * light), round(blue * light)
