"""The header: the line at the top, with a field for each important number.

Each field is wide enough for its largest number, so nothing moves when numbers grow. How far words
are shortened depends only on the set of fields. Text such as the active boon comes last, and the
rest goes to the log; a side bar has all such text.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import clean, cut, put
from bidden.frontend.drawing.colours.palette import Colour, Ink, Palette
from bidden.frontend.drawing.layout import WIDE, layout_for
from bidden.frontend.preferences.options import USUAL, Options
from bidden.shown.bonds import LITTLE_LEFT
from bidden.text import capitalised, numbered
from bidden.view import Bond, CarriedBoon, View

Pieces: TypeAlias = list[tuple[str, Colour]]

UNSEEN: Final = "unseen"
"""The effect shown for an unseen player, which lasts until they do harm."""
LACKING: Final = "·"
"""The character for the empty part of a bar."""
_BAR: Final = 8
_SHORT_BAR: Final = 4
_TURN: Final = 4  # digits of turns
_TERM: Final = 4
_BOND: Final = len("Term ") + _TERM
_GATE: Final = "Gate!"
_FEW: Final = len("E2!!")
_FOES: Final = len("2 enemies!!")
_FEWEST: Final = 2  # digits of points
_BOON: Final = len("leeching strike ×9")
"""The room for the active boon."""
_GAPS: Final = (1, 2)
_MARGIN: Final = 1
_HINT: Final = len("I level up")
"""The room for the longest hint, so that the words of fields stay as they are."""


def draw_header(
    console: tcod.console.Console,
    view: View,
    palette: Palette,
    hint: str = "",
    options: Options = USUAL,
) -> str:
    """Draw the header, with a hint at its right end. Return the effects that did not fit."""
    layout, ink = layout_for(console), palette.header
    block, is_alone = layout.header, layout.side is None
    put(console, 0, 0, " " * console.width, ink.fg, ink.bg)
    end = block.right - _MARGIN - len(clean(hint))
    put(console, end, 0, hint, palette.tone("good").fg if view.improvements else palette.faint.fg)
    end, x = end - _GAPS[-1], block.x + _MARGIN
    fields = _fields(view, palette, options)
    kept = _BOON if is_alone and (view.boons or view.max_wounds) else 0
    kept = max([kept, *(len(clean(f"{boon.name} ×9")) for boon in view.boons[:1] if is_alone)])
    if view.boons and not _tells_of_bond(view):
        kept += _BOND + _GAPS[0]  # room for the next bond, so that nothing moves
    spare = max(0, _HINT - len(clean(hint)))
    gap = _make_fit(fields, end - x - kept, spare, _GAPS[console.width >= WIDE])
    for field in fields:
        for text, colour in field.forms[field.form]:
            x = put(console, x, 0, cut(text, max(0, end - x)), colour)
        x += gap
    return _draw_tail(console, x, end, view, palette) if is_alone else ""


def bar_of(left: int, most: int, cells: int) -> str:
    """Return a bar that is full only at the maximum, and empty only at 0."""
    if left <= 0 or most <= 0:
        full = 0
    elif left >= most:
        full = cells
    else:
        full = min(cells - 1, max(1, round(cells * left / most)))
    return "█" * full + LACKING * (cells - full)


def bar_ink(view: View, palette: Palette, options: Options) -> Ink:
    """Return the ink of the hit point bar."""
    if is_dire(view, options):
        return palette.bar_dire
    hurt = view.hp * 100 <= view.max_hp * options.hurt_below
    return palette.bar_hurt if hurt else palette.bar_well


def is_dire(view: View, options: Options) -> bool:
    """Return whether hit points are low enough for a warning."""
    return view.hp * 100 <= view.max_hp * options.warn_below


def _armed(view: View) -> list[str]:
    shots = [] if view.missiles is None else [numbered("shot", view.missiles)]
    return [*shots, "unarmed"] if view.is_unarmed else shots


def _effects(view: View) -> list[str]:
    boons = {boon.name for boon in view.boons}  # the charges of a ward are no turns
    told = [f"{n} ({numbered('turn', t)})" if n in boons else f"{n} {t}" for n, t in view.lasting]
    return [UNSEEN, *told] if view.unseen else told


def _draw_tail(
    console: tcod.console.Console, x: int, end: int, view: View, palette: Palette
) -> str:
    """Draw boon, hunger, wounds and effects while they fit. Return the rest."""
    harm, news = palette.tone("harm").fg, palette.tone("news").fg
    boon = [(boon_in(active, end - x), palette.bright.fg) for active in view.boons[:1]]
    hunger = [(view.hunger, harm if view.hunger == "weak" else news)]
    lasting = [(name, harm) for name in view.wounds]
    lasting += [(told, news) for told in (*_armed(view), *_effects(view))]
    untold, begin = list[str](), x
    for part in (boon, hunger, lasting):  # each part fits as a whole or not at all
        told = [(clean(text), colour) for text, colour in part if text]
        width = len(", ".join(text for text, _ in told)) + (2 if x > begin and told else 0)
        if untold or x + width > end:
            untold += [text for text, _ in told if part is not lasting]
            if part is lasting:
                return _beneath(untold, view, console.width)
            continue
        for text, colour in told:
            x = put(console, x, 0, ", " if x > begin else "", palette.header.fg)
            x = put(console, x, 0, text, colour)
    return ", ".join(untold)


def _beneath(untold: list[str], view: View, width: int) -> str:
    """Describe what did not fit, labelled if there is room."""
    parts = {"": [*untold, *_armed(view)], "Effects: ": _effects(view), "Wounds: ": view.wounds}
    told = ". ".join(label + ", ".join(part) for label, part in parts.items() if part)
    return capitalised(told if len(told) < width else told.replace("Effects: ", ""))


def boon_in(boon: CarriedBoon, room: int | None = None) -> str:
    """Return a boon with its charges, cutting its name to the room."""
    name, uses = clean(boon.name), f" ×{boon.uses}"
    return (name if room is None else cut(name, max(1, room - len(uses)))) + uses


@attrs.define
class _Field:
    """A field of the header, with longer and shorter forms."""

    forms: tuple[Pieces, ...]  # from shortest to longest
    form: int = 0  # the form that is drawn
    least: Pieces = attrs.field(factory=list)  # the shortest form, for very little room

    @property
    def width(self) -> int:
        return sum(len(text) for text, _ in self.forms[self.form])


def _make_fit(fields: list[_Field], room: int, spare: int, narrow: int) -> int:
    """Choose the longest forms that leave ``spare`` columns. Return the gap between fields."""
    wide = _GAPS[-1]
    taken = sum(field.width + narrow for field in fields)
    level, turn, bar, *others, foes = fields
    ranked = (foes, turn, level, bar, *others)  # the first fields gain most from words
    growing = [(field, form) for form in (1, 2) for field in ranked if form < len(field.forms)]
    for field, form in growing:
        before, field.form = field.form, form
        more = field.width - sum(len(text) for text, _ in field.forms[before])
        if taken + more > room - spare or form != before + 1:
            field.form = before
        else:
            taken += more
    if taken > room and bar.least:
        bar.forms, bar.form = (bar.least,), 0
    return wide if taken + len(fields) * (wide - narrow) <= room - spare else narrow


def _fields(view: View, palette: Palette, options: Options) -> list[_Field]:
    """Return the fields with numbers, each wide enough for its largest value."""
    ink, harm = palette.header.fg, palette.tone("harm").fg

    def field(colour: Colour, *forms: str) -> _Field:
        return _Field(tuple([(form, colour)] for form in forms))

    def hit_points(cells: int) -> Pieces:
        bar = bar_of(view.hp, view.max_hp, cells)
        return [
            (f"HP {_of(view.hp, view.max_hp)} ", harm if is_dire(view, options) else ink),
            (bar.rstrip(LACKING), bar_ink(view, palette, options).fg),
            (bar.lstrip("█"), palette.faint.fg),
        ]

    level = f"{view.level:<{len(str(view.levels))}}"
    fields = [
        field(palette.bright.fg, f"D{level}", f"Level {level}"),
        field(ink, f"T{view.turn:<{_TURN}}", f"Turn {view.turn:<{_TURN}}"),
        _Field((hit_points(_SHORT_BAR), hit_points(_BAR)), least=hit_points(0)[:1]),
    ]
    if view.max_mana:
        fields.append(field(ink, f"MP {_of(view.mana, view.max_mana)}"))
    if view.max_wounds:
        last = "!" if len(view.wounds) + 1 >= view.max_wounds else ""  # the next one kills
        wounds = f"{len(view.wounds)}/{view.max_wounds}{last}"
        fields.append(field(harm if view.wounds else ink, f"W{wounds}", f"{wounds} wounds"))
    if view.bond is not None and _tells_of_bond(view):
        told = _GATE if view.bond.last_way else _told_of_term(view.bond)
        presses = view.bond.last_way or view.bond.presses
        fields.append(field(harm if presses else ink, told.ljust(_BOND)))
    foes = f"{view.foes or 'No'} enem{'y' if view.foes == 1 else 'ies'}"
    mark = "!" * view.peril.rank
    counted = f"E{view.foes}{mark}" if view.foes else "", f"{foes}{mark}", f"{foes} in view{mark}"
    room = _FEW, _FOES, _FOES + len(" in view")
    forms = tuple(form.ljust(width) for form, width in zip(counted, room, strict=True))
    fields.append(field(harm if view.foes else palette.faint.fg, *forms))
    return fields


def _tells_of_bond(view: View) -> bool:
    return view.bond is not None and (view.bond.last_way or view.bond.runs)


def _told_of_term(bond: Bond) -> str:
    """Return the turns left for the task or the way back, louder if few are left."""
    left, word = max(0, bond.left), "Gate" if bond.fulfilled else "Term"
    word = word if bond.presses < LITTLE_LEFT else word.upper()
    return f"{word} {f'{left}!' if bond.presses else left:<{_TERM}}"


def _of(left: int, most: int) -> str:
    """Return "left/most", padded to the width of the full value."""
    digits = max(_FEWEST, len(str(most)))
    return f"{left:>{digits}}/{most:<{digits}}"
