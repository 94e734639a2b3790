"""The board: the header, the map and the message log, drawn from a view."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import tcod.console

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, clean, cut, put, wrap
from bidden.frontend.drawing.palette import Colour, Ink, Look, Palette
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Line, View

MAP_ROW: Final = 1
"""The row of the map's north."""
LOG_ROWS: Final = HEIGHT - MAP_ROW - MAP_HEIGHT
"""How many rows the messages have."""

THREATENED: Final = "!"
"""What stands for bare ground that something harmful may come to next."""

IntArray: TypeAlias = npt.NDArray[np.intc]
ByteArray: TypeAlias = npt.NDArray[np.uint8]

_NAME: Final = "Bidden"  # where there is one level only; else which one it is
_BAR: Final = 8
_REACH: Final = 10  # tiles until a torch is at its dimmest
_SHADES: Final = 5
_GAP: Final = 2
_TURN: Final = 5  # digits of turns
_TERM: Final = 4
_FOES: Final = len("12 foes")
_LOOKED_AT: Final = 60
"""How many messages are looked at for some that are worth showing."""
_END: Final = WIDTH - 8  # where the header ends that has a short hint
_DIMMEST: Final = 0.62


def draw_header(
    console: tcod.console.Console, view: View, palette: Palette, hint: str = ""
) -> None:
    """Draw the line on top: how it stands, in words, and a hint at its right end."""
    ink, end = palette.header, WIDTH - 1 - len(clean(hint))
    put(console, 0, 0, " " * WIDTH, ink.fg, ink.bg)
    x, stands = 1, _standing(view, palette)
    lasting, fits = _lasting(view), _has_room(view, palette)
    if lasting:
        number = len(view.wounds) + len(view.lasting)
        few = next(iter(_boon(view)), f"{number} effect{'s' if number > 1 else ''}")
        short = lasting if fits else few
        if fits or _width(stands, view) + len(short) < end:  # else it stands beneath anyway
            stands.append([(short, palette.tone("news").fg)])
    for pieces in stands:
        for text, colour in pieces:
            x = put(console, x, 0, cut(text, max(0, end - x - 1)), colour)
        x += _gap(view)
    put(console, end, 0, hint, palette.faint.fg)


def draw_map(console: tcod.console.Console, view: View, palette: Palette) -> None:
    """Draw all tiles: what is in view by torchlight, the rest as it is remembered."""
    here_x, here_y = view.here
    inks: dict[tuple[str, int], Ink] = {}
    glyphs = np.empty((MAP_HEIGHT, MAP_WIDTH), np.intc)
    fg = np.empty((MAP_HEIGHT, MAP_WIDTH, 3), np.uint8)
    bg = np.empty((MAP_HEIGHT, MAP_WIDTH, 3), np.uint8)
    for y, row in enumerate(view.tiles):
        for x, tile in enumerate(row):
            shade = _shade(x - here_x, y - here_y) if tile.lit else -1
            ink = inks.get((tile.look, shade))
            if ink is None:
                ink = inks[tile.look, shade] = _ink(palette.look(tile.look, view.place), shade)
            glyph = palette.look(tile.look, view.place).glyph or tile.glyph[:1]
            glyphs[y, x] = ord(clean(glyph or " "))
            fg[y, x] = ink.fg
            bg[y, x] = ink.bg
    _mark_threats(view, palette, glyphs, fg, bg)
    cells = console.rgb[MAP_ROW : MAP_ROW + MAP_HEIGHT, :MAP_WIDTH]
    cells["ch"], cells["fg"], cells["bg"] = glyphs, fg, bg


def _mark_threats(
    view: View, palette: Palette, glyphs: IntArray, fg: ByteArray, bg: ByteArray
) -> None:
    """Mark what something harmful may come to next: bare ground by a sign, all by reversal."""
    ink = palette.tone("harm")
    for threat in view.threatened:
        x, y = threat.at
        if threat.bare:
            glyphs[y, x] = ord(THREATENED)
        bg[y, x] = ink.fg
        fg[y, x] = palette.ground.bg


def draw_log(
    console: tcod.console.Console,
    view: View,
    palette: Palette,
    *,
    notice: str = "",
    rows: int = LOG_ROWS,
) -> None:
    """Draw the latest messages, the newest at the bottom, the older ones fainter.

    Refusals of turns gone by are left out once something happened, which they would push out.
    What lasts on the player stands beneath them, where there is too much of it for the header.

    Args:
        console: Where to draw.
        view: Whose messages.
        palette: The colours.
        notice: One more line after the messages, not from the game.
        rows: How many rows there are for them, from the top of the log.
    """
    lasting = _lasting(view)
    if not _has_room(view, palette):
        rows -= 1
        row = MAP_ROW + MAP_HEIGHT + rows
        put(console, 0, row, cut(lasting, WIDTH - 1), palette.tone("news").fg)
    lines = _worth_showing(view.lines)[-rows:] if rows else ()
    newest = view.lines[-1].turn if view.lines else 0
    if notice:
        lines = (*lines, Line(notice, "news", newest, 0))[-rows:]
    drawn: list[tuple[str, Colour]] = []
    for line in reversed(lines):
        ink = palette.tone(line.tone) if line.turn == newest else palette.faint
        wrapped = wrap(str(line), WIDTH - 1, "  ")
        room = rows - len(drawn)
        if len(wrapped) > room:
            # Whatever is cut off can be read in the message history.
            wrapped = [*wrapped[: room - 1], cut(_joined(wrapped[room - 1 :]), WIDTH - 1)]
        drawn[:0] = [(text, ink.fg) for text in wrapped]
        if len(drawn) >= rows:
            break
    for row, (text, colour) in enumerate(drawn, MAP_ROW + MAP_HEIGHT):
        put(console, 0, row, text, colour)


def _joined(rows: list[str]) -> str:
    """Put what was wrapped into one row again; what is left of the first row's indent stays."""
    first, *rest = rows
    return " ".join([first, *(row.strip() for row in rest)])


def _worth_showing(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Give lines without refusals that something followed, but for those of the last two turns."""
    shown, last, since = list[Line](), True, lines[-1].turn - 1 if lines else 0
    for line in reversed(lines[-_LOOKED_AT:]):
        refused = line.tone == "refusal"
        last = last and refused
        if last or not refused or line.turn >= since:
            shown.insert(0, line)
    return tuple(shown)


def _lasting(view: View) -> str:
    """Say in words: the active boon with its uses, wounds, and what passes in how many turns."""
    lasting = [*_boon(view), *view.wounds, *(f"{name} {turns:>2}" for name, turns in view.lasting)]
    return clean(", ".join(lasting))


def _boon(view: View) -> list[str]:
    """Name the active boon, as it is warped, with its uses; of who carries none, nothing."""
    return [f"{boon.name} ×{boon.uses}" for boon in view.boons[:1]]


def _standing(view: View, palette: Palette) -> list[list[tuple[str, Colour]]]:
    """Say how it stands, but for what lasts: pieces of text, with a gap between the lists.

    Each number has a field as wide as it grows, so that nothing moves when it does.
    """
    ink, harm = palette.header.fg, palette.tone("harm").fg
    full, brief = _bar_cells(view.hp, view.max_hp), _is_brief(view)
    level = f"{'Lv' if brief else 'Level'} {view.level:<{len(str(view.levels))}}"
    stands = [
        [(_NAME if view.levels == 1 else level, palette.bright.fg)],
        [(f"{'T' if brief else 'Turn'} {view.turn:<{_TURN}}", ink)],
        [
            (f"HP {_of(view.hp, view.max_hp)} ", ink),
            ("█" * full, _bar_ink(view, palette).fg),
            ("░" * (_BAR - full), palette.faint.fg),
        ],
    ]
    if view.max_mana:
        stands.append([(f"MP {_of(view.mana, view.max_mana)}", ink)])
    if view.max_wounds:
        wounds = f"{len(view.wounds)}/{view.max_wounds}{'w' if brief else ' wounds'}"
        stands.append([(wounds, harm if view.wounds else ink)])
    if view.bond is not None and not view.bond.fulfilled:
        left = max(0, view.bond.left)
        presses = left * 4 <= view.bond.term
        stands.insert(2, [(f"Term {left:<{_TERM}}", harm if presses else ink)])
    hunger = [(view.hunger, harm if view.hunger == "weak" else palette.tone("news").fg)]
    after = [[(text, ink)] for text in (view.hunger, _lasting(view)) if text]
    foes = _foes(view.foes, _END - _width([*stands, *after], view))
    stands.append([(foes, harm if view.foes else palette.faint.fg)])
    return [*stands, hunger] if view.hunger else stands


def _is_brief(view: View) -> bool:
    """Say whether there is so much to tell that words are short: by what there is, not how much."""
    return bool(view.max_wounds and (view.max_mana or view.bond is not None))


def _gap(view: View) -> int:
    return 1 if _is_brief(view) else _GAP


def _of(left: int, most: int) -> str:
    """Say how much is left of how much, in a field that is as wide for less of it."""
    return f"{left:>{len(str(most))}}/{most}"


def _foes(count: int, room: int) -> str:
    """Count foes in words, in fewer of them where there is little room."""
    short = "No foe" if count == 0 else f"{count} foe{'s' if count > 1 else ''}"
    long = f"{short} in view"
    return long if _FOES + len(" in view") <= room else short.ljust(_FOES)


def _width(stands: list[list[tuple[str, Colour]]], view: View) -> int:
    """Give the column after what stands in the header and a gap."""
    return 1 + sum(len(text) for pieces in stands for text, _ in pieces) + _gap(view) * len(stands)


def _has_room(view: View, palette: Palette) -> bool:
    """Say whether all that lasts fits in the header."""
    return _width(_standing(view, palette), view) + len(_lasting(view)) <= _END


def _bar_cells(hp: int, max_hp: int) -> int:
    """How many cells of the bar are full: all only when unhurt, none only when dead."""
    if hp <= 0 or max_hp <= 0:
        return 0
    if hp >= max_hp:
        return _BAR
    return min(_BAR - 1, max(1, round(_BAR * hp / max_hp)))


def _bar_ink(view: View, palette: Palette) -> Ink:
    if view.hp * 4 <= view.max_hp:
        return palette.bar_dire
    return palette.bar_hurt if view.hp * 2 <= view.max_hp else palette.bar_well


def _shade(dx: int, dy: int) -> int:
    """How dark it is so many tiles from the torch, from 0 to ``_SHADES``."""
    return min(_SHADES, round(_SHADES * math.hypot(dx, dy) / _REACH))


def _ink(look: Look, shade: int) -> Ink:
    if shade < 0:
        return look.remembered
    if not look.torchlit:
        return look.lit
    light = 1 - (1 - _DIMMEST) * shade / _SHADES
    return Ink(_dimmed(look.lit.fg, light), _dimmed(look.lit.bg, light))


def _dimmed(colour: Colour, light: float) -> Colour:
    red, green, blue = colour
    return round(red * light), round(green * light), round(blue * light)
