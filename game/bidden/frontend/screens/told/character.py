"""The character sheet: condition, stats with their parts, and deeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.frontend.drawing.canvas import cut, wrap
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.screens.screen import Ask, Push, Steps
from bidden.frontend.theme import Theme
from bidden.text import capitalised, numbered
from bidden.view import Character, View

_WORDS_AT: Final = 24
_PARTS_AT: Final = 32
_COUNT: Final = 6
"""The maximum number of columns for a number of kills."""


def show_character(theme: Theme, view: View) -> Steps:
    """Show the character sheet."""
    return (Ask(lambda game: (Push(_screen(theme, view, game.character())),)),)


def _screen(theme: Theme, view: View, you: Character) -> Pages:
    return Pages(
        theme,
        "Character",
        lambda width: [
            *_state(theme, view, you, width),
            (),
            *_stats(theme, you, width),
            (),
            *_kills(theme, you, width),
        ],
    )


def _state(theme: Theme, view: View, you: Character, width: int) -> Iterator[Row]:
    yield _row(theme, "HP", f"{view.hp}/{view.max_hp}{_pace('HP', you.heals_every)}")
    if view.max_wounds:
        yield _row(theme, "Wounds", f"{len(view.wounds)}/{view.max_wounds}")
        for name, about in you.wounds:
            yield _row(theme, f"  {name}", about)
    for name, about in you.effects:
        for row, line in enumerate(wrap(about, width - _WORDS_AT - 1)):
            yield _row(theme, "" if row else capitalised(name), line)
    if view.unseen:
        yield _row(theme, "Unseen", "until you attack, are hurt or use a boon")
    for which, boon in zip(("Active boon", "Second boon"), view.boons, strict=False):
        yield _row(theme, which, f"{boon.name} ({numbered('charge', boon.uses)})")
        for line in wrap(boon.about, width - _WORDS_AT - 1):
            yield _row(theme, "", line)
    if you.max_mana:
        yield _row(theme, "Mana", f"{you.mana}/{you.max_mana}{_pace('MP', you.recovers_every)}")
    if you.max_food:
        feeling = f", {view.hunger}" if view.hunger else ""
        yield _row(theme, "Food", f"{you.food:,}/{you.max_food:,}{feeling}")
        for line in wrap(you.food_about, width - _WORDS_AT - 1):
            yield _row(theme, "", line)
    yield _row(theme, "XL", str(you.level))
    yield _row(theme, "XP", f"{you.experience:,}/{you.next_level_at:,}")
    if view.improvements_due:
        yield _row(theme, "Upgrades to choose", str(view.improvements_due))


def _pace(points: str, turns: int) -> str:
    """Return how fast points regenerate, or ""."""
    return f"; 1 {points} per {'turn' if turns == 1 else f'{turns:,} turns'}" if turns else ""


def _stats(theme: Theme, you: Character, width: int) -> Iterator[Row]:
    yield ((1, "Stats", theme.palette.tone("news").fg),)
    ground, bright, faint = theme.palette.ground.fg, theme.palette.bright.fg, theme.palette.faint.fg
    for stat in you.stats:
        parts_at = max(_PARTS_AT, _WORDS_AT + len(stat.told) + 2)
        name = f"{stat.name[:1].upper()}{stat.name[1:]}"
        first, *more = wrap(stat.made_of, width - parts_at - 1)
        yield ((3, name, ground), (_WORDS_AT, stat.told, bright), (parts_at, first, faint))
        for line in more:
            yield ((parts_at, line, faint),)


def _kills(theme: Theme, you: Character, width: int) -> Iterator[Row]:
    """Yield the kills with their numbers, right of the longest name that fits."""
    total = sum(count for _, count in you.kills)
    yield ((1, f"Kills: {total}", theme.palette.tone("news").fg),)
    longest = max((len(name) for name, _ in you.kills), default=0)
    counts_at = min(max(_WORDS_AT, 3 + longest + 2), width - _COUNT)
    for name, count in you.kills:
        shown = cut(name, counts_at - 3 - 2)
        told = (counts_at, str(count), theme.palette.bright.fg)
        yield ((3, shown, theme.palette.ground.fg), told)


def _row(theme: Theme, name: str, text: str) -> Row:
    return ((1, name, theme.palette.ground.fg), (_WORDS_AT, text, theme.palette.bright.fg))
