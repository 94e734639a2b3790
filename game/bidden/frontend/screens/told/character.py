"""The character sheet: condition, stats with their parts, and deeds, close together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.screens.screen import Ask, Push, Steps
from bidden.frontend.theme import Theme
from bidden.shown.character import BASE
from bidden.text import capitalised, numbered
from bidden.view import Character, View

_WORDS_AT: Final = 20
_PARTS_AT: Final = 26
_RIGHT: Final = 48
"""The first column of the right half, where two values share a row."""


def show_character(theme: Theme, view: View) -> Steps:
    """Show the character sheet."""
    return (Ask(lambda game: (Push(_screen(theme, view, game.character())),)),)


def _screen(theme: Theme, view: View, you: Character) -> Pages:
    return Pages(
        theme,
        "Character",
        lambda width: [
            *_points(theme, view, you),
            *(row for name, text in _state(view, you) for row in _rows(theme, name, text, width)),
            (),
            *_stats(theme, you, width),
            (),
            *_rows(theme, "Kills", _kills(you), width),
        ],
    )


def _points(theme: Theme, view: View, you: Character) -> Iterator[Row]:
    points = [("HP", f"{view.hp}/{view.max_hp}{_pace('HP', you.heals_every)}")]
    if you.max_mana:
        points.append(("Mana", f"{you.mana}/{you.max_mana}{_pace('MP', you.recovers_every)}"))
    if you.max_food:
        feeling = f", {view.hunger}" if view.hunger else ""
        points.append(("Food", f"{you.food:,}/{you.max_food:,}{feeling}"))
    points.append(("XL", f"{you.level}; XP {you.experience:,}/{you.next_level_at:,}"))
    ground, bright = theme.palette.ground.fg, theme.palette.bright.fg
    for (name, text), other in zip_longest(points[::2], points[1::2], fillvalue=("", "")):
        left = (1, name, ground), (_WORDS_AT, text, bright)
        yield (*left, (_RIGHT, other[0], ground), (_RIGHT + 6, other[1], bright))


def _state(view: View, you: Character) -> Iterator[tuple[str, str]]:
    if view.improvements_due:
        yield "Upgrades to choose", str(view.improvements_due)
    if view.max_wounds:
        wounds = [f"{name}: {about}" for name, about in you.wounds] or ["none"]
        yield f"Wounds {len(view.wounds)}/{view.max_wounds}", wounds[0]
        yield from (("", wound) for wound in wounds[1:])
    yield from ((capitalised(name), about) for name, about in you.effects)
    if view.unseen:
        yield "Unseen", "until you attack, are hurt or use a boon"
    for which, boon in zip(("Active boon", "Second boon"), view.boons, strict=False):
        yield which, f"{boon.name} ({numbered('charge', boon.uses)}): {boon.about}"


def _pace(points: str, turns: int) -> str:
    return f"; 1 {points} per {'turn' if turns == 1 else f'{turns:,} turns'}" if turns else ""


def _stats(theme: Theme, you: Character, width: int) -> Iterator[Row]:
    """Yield the stats with their parts; those at their base value share a row."""
    ground, bright, faint = theme.palette.ground.fg, theme.palette.bright.fg, theme.palette.faint.fg
    changed = [stat for stat in you.stats if {part for part, _ in stat.parts} != {BASE}]
    for stat in changed:
        parts_at = max(_PARTS_AT, _WORDS_AT + len(stat.told) + 2)
        first, *more = wrap(stat.made_of, width - parts_at - 1)
        name = capitalised(stat.name)
        yield ((1, name, ground), (_WORDS_AT, stat.told, bright), (parts_at, first, faint))
        yield from (((parts_at, line, faint),) for line in more)
    others = [f"{stat.name} {stat.told}" for stat in you.stats if stat not in changed]
    yield from _rows(theme, "Base values", ", ".join(others), width) if others else ()


def _kills(you: Character) -> str:
    total = sum(count for _, count in you.kills)
    kinds = "; ".join(name if count == 1 else f"{name} ×{count}" for name, count in you.kills)
    return f"{total}: {kinds}" if kinds else "none"


def _rows(theme: Theme, name: str, text: str, width: int) -> Iterator[Row]:
    for number, line in enumerate(wrap(text, width - _WORDS_AT - 1)):
        label = (1, "" if number else name, theme.palette.ground.fg)
        yield label, (_WORDS_AT, line, theme.palette.bright.fg)
