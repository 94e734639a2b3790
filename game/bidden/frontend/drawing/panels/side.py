"""The side bar: the state of the player in words, beside the map.

It has what the header leaves out. The rows that change least come first, so that little moves when
a row is added. The pack stands at the bottom, as far as there is room, or in a column of its own.
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
from bidden.frontend.drawing.panels.header import UNSEEN, boon_in
from bidden.grid.compass import where as where_from
from bidden.kinds import CORPSE, CREATURE
from bidden.text import capitalised, tallied
from bidden.view import Held, Peril, Seen, Spot, Stance, View
from bidden.words import phrase

_Row: TypeAlias = list[tuple[str, Colour]]

_ALLY: Final = ", your ally"
_HUNTED: Final = "your quarry"
_GAP: Final = 2
_LEAST_OF_TWO: Final = 36
"""The minimum width of each of two columns."""
PERILS: Final = {
    Peril.NONE: ("", "plain"),
    Peril.HARD: ("! ", "news"),
    Peril.DEADLY: ("!! ", "harm"),
}
"""The prefix and the tone for each peril of a foe or of all foes."""


@attrs.frozen
class _Part:
    """Rows that belong together."""

    rows: list[_Row]
    least: list[_Row]  # the rows to keep if there is too little room


def draw_side(console: tcod.console.Console, side: Rect, view: View, palette: Palette) -> None:
    """Draw titled parts into a rectangle. If rows are scarce, names are cut to one row."""
    left = _left_of(side)
    rows, _ = _laid_out(left, view, palette)
    if len(rows) > side.height:
        hidden = len(rows) - side.height + 1
        rows = [*rows[:-hidden], [(f"and {hidden} more", palette.faint.fg)]]
    _draw(console, left, rows)
    stands_alone = left != side
    room = side.height - (0 if stands_alone else len(rows))
    stock = _stock(view, palette, left.width, room)
    y = side.y if stands_alone else side.bottom - len(stock)
    _draw(console, attrs.evolve(left, x=side.right - left.width, y=y), stock)


def _left_of(side: Rect) -> Rect:
    """Return the left of two columns, or everything if there is room for one."""
    wide = (side.width - _GAP) // 2
    return attrs.evolve(side, width=wide) if wide >= _LEAST_OF_TWO else side


def _draw(console: tcod.console.Console, where: Rect, rows: Sequence[_Row]) -> None:
    for y, row in enumerate(rows, where.y):
        x = where.x
        for text, colour in row:
            x = put(console, x, y, cut(clean(text), max(0, where.right - x)), colour)


def _stock(view: View, palette: Palette, width: int, height: int) -> list[_Row]:
    """Return the pack, spells, items in view and boons, as far as there is room."""
    plain, faint = palette.ground.fg, palette.faint.fg
    near = sorted({*view.things_at} - {view.here}, key=lambda at: (square(at, view.here), at))
    tiles = [(view.tiles[y][x], where_from((x, y), view.here)) for x, y in near]
    lying = [(tile, at) for tile, at in tiles if tile.kind not in (CORPSE, CREATURE)]
    pack = sorted(view.pack, key=lambda one: (one.worn, one.is_gear, one.slot))
    items = [
        ("", one.glyph, one.look, phrase("side bar", "item", name=one.name, where=at))
        for one, at in lying
    ]
    spells = [phrase("side bar", "spell", name=it.name, mana=it.mana) for it in view.spells]
    boons = [boon for boon in view.boons if boon.about]
    parts = (
        (
            phrase("side bar", "pack"),
            [(f"{it.slot} ", it.glyph, it.look, _borne(it)) for it in pack],
        ),
        (phrase("side bar", "spells"), [("", "", "", spell) for spell in spells]),
        (phrase("side bar", "items"), items),
        (phrase("side bar", "does"), [("", "", "", f"{it.name}: {it.about}") for it in boons]),
    )
    rows = list[_Row]()
    for title, things in parts:  # the most useful first, at the bottom
        room = height - len(rows) - 1
        part: list[_Row] = [[(title, palette.tone("news").fg)]]
        for number, (slot, glyph, kind, name) in enumerate(things):
            first, *more = wrap(name, width - len(slot) - 2, "  ")
            look = palette.look(kind, view.place)
            if len(part) + len(more) + 1 > room - (number < len(things) - 1):
                part.append([(phrase("side bar", "more", count=len(things) - number), faint)])
                break
            sign = f"{look.sign(glyph)} " if glyph else " "
            part.append([(slot, palette.bright.fg), (sign, look.lit.fg), (first, plain)])
            part += [[(" " * len(slot + sign) + text, plain)] for text in more]
        if len(part) > 2 or len(things) == 1 < room:
            rows = [*part, *([[]] if rows else []), *rows]
    return rows


def _borne(held: Held) -> str:
    return f"{held.name} ({held.borne})" if held.worn else held.name


def foe_at(x: int, y: int, side: Rect, view: View, palette: Palette) -> Spot | None:
    """Return the tile of the foe in a row of the side bar, or None."""
    left = _left_of(side)
    if (x, y) not in left:
        return None
    rows, spots = _laid_out(left, view, palette)
    number, shown = y - side.y, len(rows) if len(rows) <= side.height else side.height - 1
    return spots[number] if 0 <= number < shown else None


def _laid_out(side: Rect, view: View, palette: Palette) -> tuple[list[_Row], list[Spot | None]]:
    """Return all rows, each with the tile of its foe, if any."""
    whole = True
    parts = _parts(view, palette, side.width)
    if sum(len(part.rows) for part in parts) > side.height:
        whole = False
        parts = _parts(view, palette, side.width, whole=False)
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


def _parts(view: View, palette: Palette, width: int, *, whole: bool = True) -> list[_Part]:
    def titled(title: str, texts: Sequence[str], colour: Colour) -> list[_Row]:
        rows = [row for text in texts for row in _listed(text, width, whole=whole)]
        return [[(title, news)], *([(row, colour)] for row in rows)] if rows else []

    news, plain = palette.tone("news").fg, palette.ground.fg
    room = None if whole else width - 1
    boons = [boon_in(boon, room) for boon in view.boons]
    here = (*tallied(view.underfoot), *((view.source,) if view.source else ()))
    lasting = [UNSEEN] if view.unseen else []
    lasting += [_lasting(name, turns, width) for name, turns in view.lasting]
    wounds = titled(phrase("side bar", "wounds"), view.wounds, palette.tone("harm").fg)
    state = _state(view, palette, width)
    carried = titled(phrase("side bar", "boons"), boons, plain)
    foes = [row for row, _ in _foes(view, palette, width, whole=whole)]
    allies = _creatures(view.allies, view, palette, width, whole=whole)
    return [
        _Part(state, state),
        _bond(view, palette, width),
        _Part(carried, carried[1:2]),  # the active one
        *(
            _Part(rows, rows)
            for rows in (wounds, titled(phrase("side bar", "effects"), lasting, news))
        ),
        _Part(titled(phrase("side bar", "here"), here, plain), []),
        _Part(
            [[(phrase("side bar", "allies"), news)], *(row for row, _ in allies)] if allies else [],
            [],
        ),
        _Part(foes, foes),
    ]


def _state(view: View, palette: Palette, width: int) -> list[_Row]:
    ink, harm = palette.ground.fg, palette.tone("harm").fg
    among = phrase("side bar", "levels", count=view.levels) if view.levels > 1 else ""
    where = wrap(f"{capitalised(view.place)}{among}", width)
    rows: list[_Row] = [[(text, palette.bright.fg)] for text in where]
    if view.missiles is not None:
        rows.append(
            [(phrase("side bar", "shots", count=view.missiles), ink if view.missiles else harm)]
        )
    if view.is_unarmed:
        rows.append([(phrase("side bar", "unarmed"), palette.tone("news").fg)])
    if view.hunger:
        tone = "harm" if view.hunger == "weak" else "news"
        rows.append([(phrase("side bar", "hunger", hunger=view.hunger), palette.tone(tone).fg)])
    return rows


def _bond(view: View, palette: Palette, width: int) -> _Part:
    """Return the task and its progress; the header shows the turns left."""
    bond = view.bond
    if bond is None or not (bond.runs or bond.last_way):
        return _Part([], [])
    told, tone = phrase("side bar", "done") if bond.fulfilled else "", "good"
    if bond.last_way or bond.left <= 0:
        told, tone = phrase("side bar", "last" if bond.last_way else "burns"), "harm"
    task = f"{TITLES[bond.kind]}: {bond.task} {bond.where}."
    by = wrap(phrase("side bar", "by", summoner=bond.summoner), width, " ")
    rows: list[_Row] = [[(text, palette.tone("news").fg)] for text in by]
    rows += [[(text, palette.ground.fg)] for text in wrap(task, width)]
    news: list[_Row] = (
        [[(text, palette.tone(tone).fg)] for text in wrap(told, width)] if told else []
    )
    return _Part([*rows, *news], news)


def _foes(
    view: View, palette: Palette, width: int, *, whole: bool
) -> list[tuple[_Row, Spot | None]]:
    if not view.foes:
        return []
    _, ink = PERILS[view.outnumbered]
    title = phrase("side bar", "enemies" if view.foes > 1 else "enemy")
    tone = palette.tone("news" if view.outnumbered is Peril.NONE else ink).fg
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
