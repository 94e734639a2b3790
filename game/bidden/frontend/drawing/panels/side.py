"""The side bar: the state of the player in words, beside the map.

The rows that change least come first, so that little moves when a row is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import attrs
import tcod.console

from bidden.bindings import TITLES
from bidden.bots.around import square
from bidden.frontend.drawing.canvas import clean, cut, put, wrap
from bidden.frontend.drawing.colours.palette import Colour, Palette
from bidden.frontend.drawing.layout import Rect
from bidden.frontend.drawing.panels.calling import fitting_name, names_in
from bidden.frontend.drawing.panels.header import LACKING, UNSEEN, bar_ink, bar_of, boon_in
from bidden.frontend.preferences.options import USUAL, Options
from bidden.text import tallied
from bidden.view import Peril, Seen, Spot, Stance, View

_Row: TypeAlias = list[tuple[str, Colour]]

_ALLY: Final = ", your ally"
_HUNTED: Final = "your quarry"
_GAP: Final = 2
PERILS: Final = {
    Peril.NONE: ("", "plain"),
    Peril.HARD: ("! ", "news"),
    Peril.DEADLY: ("!! ", "harm"),
}
"""The prefix and the tone for each peril of a foe or of all foes."""
_LEFT: Final = ("{} left.", "{} left!", "ONLY {} left!")
"""The phrases for the turns left of a term, from calm to urgent."""


@attrs.frozen
class _Part:
    """Rows that belong together."""

    rows: list[_Row]
    least: list[_Row]  # the rows to keep if there is too little room


def draw_side(
    console: tcod.console.Console,
    side: Rect,
    view: View,
    palette: Palette,
    options: Options = USUAL,
) -> None:
    """Draw titled parts into a rectangle. If rows are scarce, names are cut to one row."""
    rows, _ = _laid_out(side, view, palette, options)
    if len(rows) > side.height:
        hidden = len(rows) - side.height + 1
        rows = [*rows[:-hidden], [(f"and {hidden} more", palette.faint.fg)]]
    for y, row in enumerate(rows, side.y):
        x = side.x
        for text, colour in row:
            x = put(console, x, y, cut(clean(text), max(0, side.right - x)), colour)


def foe_at(
    y: int, side: Rect, view: View, palette: Palette, options: Options = USUAL
) -> Spot | None:
    """Return the tile of the foe in a row of the side bar, or None."""
    rows, spots = _laid_out(side, view, palette, options)
    number, shown = y - side.y, len(rows) if len(rows) <= side.height else side.height - 1
    return spots[number] if 0 <= number < shown else None


def _laid_out(
    side: Rect, view: View, palette: Palette, options: Options = USUAL
) -> tuple[list[_Row], list[Spot | None]]:
    """Return all rows, each with the tile of its foe, if any."""
    whole = True
    parts = _parts(view, palette, side.width, options)
    if sum(len(part.rows) for part in parts) > side.height:
        whole = False
        parts = _parts(view, palette, side.width, options, whole=False)
    rows = _fitting(parts, side.height)
    foes = [spot for _, spot in _foes(view, palette, side.width, whole=whole)]
    none: list[Spot | None] = [None] * (len(rows) - len(foes))
    return rows, [*none, *foes]  # foes come last


def _fitting(parts: list[_Part], height: int) -> list[_Row]:
    """Join parts with blank rows, without them, or with shortened parts, as they fit."""
    shown = [part.rows for part in parts]
    for number, part in enumerate(parts):
        if sum(map(len, shown)) <= height:
            break
        shown[number] = part.least
    shown = [rows for rows in shown if rows]
    if sum(map(len, shown)) + len(shown) - 1 <= height:
        shown = [[*rows, []] for rows in shown[:-1]] + shown[-1:]
    return [row for rows in shown for row in rows]


def _parts(
    view: View, palette: Palette, width: int, options: Options, *, whole: bool = True
) -> list[_Part]:
    """Return all parts, with each name in full or within one row."""

    def titled(title: str, texts: Sequence[str], colour: Colour) -> list[_Row]:
        rows = [row for text in texts for row in _listed(text, width, whole=whole)]
        return [[(title, news)], *([(row, colour)] for row in rows)] if rows else []

    news, plain = palette.tone("news").fg, palette.ground.fg
    room = None if whole else width - 1
    boons = [boon_in(boon, room) for boon in view.boons]
    here = (*tallied(view.underfoot), *((view.source,) if view.source else ()))
    lasting = [UNSEEN] if view.unseen else []
    lasting += [_lasting(name, turns, width) for name, turns in view.lasting]
    wounds = f"Wounds {len(view.wounds)}/{view.max_wounds}"
    harm = palette.tone("harm").fg
    vitals, bond = _vitals(view, palette, width, options), _bond(view, palette, width)
    kept = [
        titled(wounds, view.wounds, harm),
        titled("Effects", lasting, news),
    ]
    carried = titled("Boons, active first", boons, plain)
    foes = [row for row, _ in _foes(view, palette, width, whole=whole)]
    allies = _creatures(view.allies, view, palette, width, whole=whole)
    return [
        _Part(vitals, vitals),
        _Part(bond, bond[-1:]),  # the turns left
        _Part(carried, []),  # the active one is in the header
        *(_Part(rows, rows) for rows in kept),
        _Part(titled("Here", here, plain), []),
        _Part([[("Allies", news)], *(row for row, _ in allies)] if allies else [], []),
        _Part(foes, foes),
    ]


def _vitals(view: View, palette: Palette, width: int, options: Options) -> list[_Row]:
    ink, faint, harm = palette.ground.fg, palette.faint.fg, palette.tone("harm").fg
    where = f"Level {view.level} of {view.levels}: {view.place}" if view.levels > 1 else view.place
    rows: list[_Row] = [[(where, palette.bright.fg)], [(f"Turn {view.turn}", ink)]]
    stores = [("Hit points", view.hp, view.max_hp, bar_ink(view, palette, options).fg)]
    if view.max_mana:
        stores.append(("Mana", view.mana, view.max_mana, palette.tone("news").fg))
    for name, left, most, colour in stores:
        told = f"{name:<11}{f'{left}/{most}':>7} "
        bar = bar_of(left, most, max(0, min(20, width - len(told))))
        rows.append([(told, ink), (bar.rstrip(LACKING), colour), (bar.lstrip("█"), faint)])
    if view.missiles is not None:
        rows.append([(f"{'Shots left':<11}{view.missiles:>7}", ink if view.missiles else harm)])
    if view.hunger:
        tone = "harm" if view.hunger == "weak" else "news"
        rows.append([(f"You are {view.hunger}.", palette.tone(tone).fg)])
    return rows


def _bond(view: View, palette: Palette, width: int) -> list[_Row]:
    bond = view.bond
    if bond is None or not (bond.runs or bond.last_way):
        return []
    if bond.last_way:
        told, tone = "The last gate is open: reach it!", "harm"
    elif bond.left > 0:
        done = "Task complete! Return to the circle: " if bond.fulfilled else ""
        told = done + _LEFT[bond.presses].format(f"{bond.left:,}/{bond.term:,} turns")
        tone = "harm" if bond.presses else "good" if bond.fulfilled else "plain"
    else:
        told, tone = "Your term has run out: the bond burns.", "harm"
    task = f"{TITLES[bond.kind]}: {bond.task} {bond.where}."
    by = wrap(f"Bound by {bond.summoner}", width, " ")
    rows = [[(text, palette.tone("news").fg)] for text in by]
    rows += [[(text, palette.ground.fg)] for text in wrap(task, width)]
    return rows + [[(text, palette.tone(tone).fg)] for text in wrap(told, width)]


def _foes(
    view: View, palette: Palette, width: int, *, whole: bool
) -> list[tuple[_Row, Spot | None]]:
    if not view.foes:
        return [([("No enemies in view", palette.faint.fg)], None)]
    mark, ink = PERILS[view.outnumbered]
    title = f"{mark}{view.foes} enemies, nearest first" if view.foes > 1 else "1 enemy"
    tone = palette.tone(ink if mark else "news").fg
    return [([(title, tone)], None), *_creatures(view.foes_seen, view, palette, width, whole=whole)]


def _creatures(
    seen: Sequence[Seen], view: View, palette: Palette, width: int, *, whole: bool
) -> list[tuple[_Row, Spot | None]]:
    """Return the rows of creatures, nearest first, each with the tile of its creature.

    Where rows are scarce, equal unhurt creatures share the row of the nearest.
    """
    rows, known = list[tuple[_Row, Spot | None]](), names_in(view)
    # Other creatures may share the name of the quarry.
    hunted = [spot for spot, stance in view.stances if stance is Stance.QUARRY]
    near = sorted(seen, key=lambda foe: (square(foe.at, view.here), foe.at))
    alike = [(foe.name, foe.health, foe.peril) for foe in near]
    for number, foe in enumerate(near):
        same = 1 if whole or foe.health != "unhurt" else alike.count(alike[number])
        if same > 1 and alike.index(alike[number]) < number:
            continue
        many = f" (×{same})" * (same > 1)
        room = width - 2 - _GAP - len(foe.health)
        mark, ink = PERILS[foe.peril]
        told = f"{mark}{fitting_name(foe, known, room - len(mark)).removesuffix(_ALLY)}"
        first, *others = wrap(told, room) if whole else [cut(told, room - len(many)) + many]
        others += [_HUNTED] if foe.at in hunted else []
        look = palette.look(foe.look, view.place)
        row = [
            (f"{look.sign(foe.glyph)} ", look.lit.fg),
            (first.ljust(room + _GAP), palette.tone(ink).fg),
            (foe.health, palette.health(foe.health).fg),
        ]
        rows.append((row, foe.at))
        rows += [([(f"   {more}", palette.ground.fg)], foe.at) for more in others]
    return rows


def _lasting(name: str, turns: int, width: int) -> str:
    """Return an effect with its turns, in short if there is little room."""
    told = f"{name}, {turns} turn{'s' * (turns != 1)}"
    return told if len(told) < width else f"{name} {turns}"


def _listed(text: str, width: int, *, whole: bool) -> list[str]:
    return [f" {row}" for row in (wrap(text, width - 1, " ") if whole else [cut(text, width - 1)])]
