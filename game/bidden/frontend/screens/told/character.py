"""The character sheet: condition, stats with their parts, and deeds, close together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.screens.pages import Pages, Row, paragraph
from bidden.frontend.screens.screen import Ask, Push, Steps
from bidden.frontend.screens.told.help import explanations
from bidden.frontend.theme import Theme
from bidden.shown.character import BASE
from bidden.text import capitalised, numbered
from bidden.view import Character, Stat, View
from bidden.words import phrase

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
            *_in_pairs(theme, _points(view, you)),
            *_listed(theme, _state(view, you), width),
            (),
            *_stats(theme, you, width),
            (),
            *_rows(theme, "Kills", _kills(you), width),
        ],
        blocks=lambda width: _blocks(theme, view, you, width),
    )


def _blocks(theme: Theme, view: View, you: Character, width: int) -> list[list[Row]]:
    """Return all details, with an explanation of each stat."""
    palette, meanings = theme.palette, explanations("stats")

    def titled(title: str, texts: Sequence[str]) -> list[Row]:
        rows = [row for text in texts for row in paragraph(text, width, palette.ground.fg, 3)]
        return [((1, title, palette.tone("news").fg),), *rows] if rows else []

    points = [*_points(view, you), *([("Hunger", you.food_about)] if you.food_about else [])]
    spells = [phrase("character page", "spell", name=it.name, mana=it.mana) for it in view.spells]
    stats = list[Row]()
    for stat in you.stats:
        stats += _stat(theme, stat, width)
        stats += titled("", [meanings[stat.name]])[1:] if stat.name in meanings else []
    return [
        [*_listed(theme, points, width)],
        [*_listed(theme, _state(view, you), width)],
        titled(
            phrase("character page", "worn"),
            [f"{one.name}: {one.about}" for one in view.pack if one.worn],
        ),
        titled(phrase("character page", "spells"), spells),
        titled(phrase("character page", "kills"), [_kills(you)]),
        stats,
    ]


def _points(view: View, you: Character) -> list[tuple[str, str]]:
    points = [("HP", f"{view.hp}/{view.max_hp}{_pace('HP', you.heals_every)}")]
    if you.max_mana:
        points.append(("Mana", f"{you.mana}/{you.max_mana}{_pace('MP', you.recovers_every)}"))
    if you.max_food:
        feeling = f", {view.hunger}" if view.hunger else ""
        points.append(("Food", f"{you.food:,}/{you.max_food:,}{feeling}"))
    points.append(("XL", f"{you.level}; XP {you.experience:,}/{you.next_level_at:,}"))
    return points


def _in_pairs(theme: Theme, points: list[tuple[str, str]]) -> Iterator[Row]:
    ground, bright = theme.palette.ground.fg, theme.palette.bright.fg
    for (name, text), other in zip_longest(points[::2], points[1::2], fillvalue=("", "")):
        left = (1, name, ground), (_WORDS_AT, text, bright)
        yield (*left, (_RIGHT, other[0], ground), (_RIGHT + 6, other[1], bright))


def _state(view: View, you: Character) -> Iterator[tuple[str, str]]:
    if view.improvements_due:
        yield phrase("character page", "upgrades"), str(view.improvements_due)
    if view.max_wounds:
        wounds = [f"{name}: {about}" for name, about in you.wounds] or ["none"]
        count = len(view.wounds)
        yield phrase("character page", "wounds", count=count, most=view.max_wounds), wounds[0]
        yield from (("", wound) for wound in wounds[1:])
    yield from ((capitalised(name), about) for name, about in you.effects)
    if view.unseen:
        yield phrase("character page", "unseen"), phrase("character page", "until seen")
    for which, boon in zip(("Active boon", "Second boon"), view.boons, strict=False):
        yield which, f"{boon.name} ({numbered('charge', boon.uses)}): {boon.about}"


def _pace(points: str, turns: int) -> str:
    return f"; 1 {points} per {'turn' if turns == 1 else f'{turns:,} turns'}" if turns else ""


def _stats(theme: Theme, you: Character, width: int) -> Iterator[Row]:
    """Yield the stats with their parts; those at their base value share a row."""
    changed = [stat for stat in you.stats if {part for part, _ in stat.parts} != {BASE}]
    yield from (row for stat in changed for row in _stat(theme, stat, width))
    others = [f"{stat.name} {stat.told}" for stat in you.stats if stat not in changed]
    yield from (
        _rows(theme, phrase("character page", "base"), ", ".join(others), width) if others else ()
    )


def _stat(theme: Theme, stat: Stat, width: int) -> Iterator[Row]:
    palette, parts_at = theme.palette, max(_PARTS_AT, _WORDS_AT + len(stat.told) + 2)
    first, *more = wrap(stat.made_of, width - parts_at - 1)
    value = (
        (1, capitalised(stat.name), palette.ground.fg),
        (_WORDS_AT, stat.told, palette.bright.fg),
    )
    yield (*value, (parts_at, first, palette.faint.fg))
    yield from (((parts_at, line, palette.faint.fg),) for line in more)


def _kills(you: Character) -> str:
    total = sum(count for _, count in you.kills)
    kinds = "; ".join(name if count == 1 else f"{name} ×{count}" for name, count in you.kills)
    return f"{total}: {kinds}" if kinds else "none"


def _listed(theme: Theme, texts: Iterable[tuple[str, str]], width: int) -> Iterator[Row]:
    return (row for name, text in texts for row in _rows(theme, name, text, width))


def _rows(theme: Theme, name: str, text: str, width: int) -> Iterator[Row]:
    for number, line in enumerate(wrap(text, width - _WORDS_AT - 1)):
        label = (1, "" if number else name, theme.palette.ground.fg)
        yield label, (_WORDS_AT, line, theme.palette.bright.fg)
