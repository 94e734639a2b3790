"""Character: how you stand, what each stat comes to and of what, and what you have done."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.theme import Theme
from bidden.view import Character, View

_WORDS_AT = 24
_PARTS_AT = 32


def character_screen(theme: Theme, view: View, you: Character) -> Pages:
    """Show what the player knows of itself."""
    return Pages(
        theme,
        "You",
        lambda width: [
            *_state(theme, view, you, width),
            (),
            *_stats(theme, you, width),
            (),
            *_conduct(theme, you),
        ],
    )


def _state(theme: Theme, view: View, you: Character, width: int) -> Iterator[Row]:
    yield _row(theme, "Hit points", f"{view.hp} of {view.max_hp}{_pace(you.heals_every)}")
    if view.max_wounds:
        yield _row(theme, "Wounds", f"{len(view.wounds)}; {view.max_wounds} kill")
        for name, about in you.wounds:
            yield _row(theme, f"  {name}", about)
    if view.unseen:
        yield _row(theme, "Unseen", "until you do harm, are hurt or use a boon")
    for which, boon in zip(("Boon", "Other boon"), view.boons, strict=False):
        uses = "use" if boon.uses == 1 else "uses"
        yield _row(theme, which, f"{boon.name}, {boon.uses} {uses} left")
        for line in wrap(boon.about, width - _WORDS_AT - 1):
            yield _row(theme, "", line)
    if you.max_mana:
        yield _row(theme, "Mana", f"{you.mana} of {you.max_mana}{_pace(you.recovers_every)}")
    if you.max_food:
        feeling = f", {view.hunger}" if view.hunger else ""
        yield _row(theme, "Food", f"{you.food} of {you.max_food}{feeling}")
        for line in wrap(you.food_about, width - _WORDS_AT - 1):
            yield _row(theme, "", line)
    yield _row(theme, "Level", str(you.level))
    yield _row(theme, "Experience", f"{you.experience}; the next level at {you.next_level_at}")
    if view.improvements_due:
        yield _row(theme, "Improvements due", str(view.improvements_due))


def _pace(turns: int) -> str:
    """Say how fast points come back; of such as do not, nothing."""
    if not turns:
        return ""
    return f"; one comes back {'each turn' if turns == 1 else f'every {turns} turns'}"


def _stats(theme: Theme, you: Character, width: int) -> Iterator[Row]:
    yield ((1, "Your stats, and what they come of", theme.palette.tone("news").fg),)
    for stat in you.stats:
        name, value = (3, stat.name, theme.palette.ground.fg), stat.told
        first, *more = wrap(stat.made_of, width - _PARTS_AT - 1)
        bright, faint = theme.palette.bright.fg, theme.palette.faint.fg
        yield (name, (_WORDS_AT, value, bright), (_PARTS_AT, first, faint))
        for line in more:
            yield ((_PARTS_AT, line, faint),)


def _conduct(theme: Theme, you: Character) -> Iterator[Row]:
    total = sum(count for _, count in you.kills)
    yield ((1, f"Kills: {total}", theme.palette.tone("news").fg),)
    for name, count in you.kills:
        yield ((3, name, theme.palette.ground.fg), (_WORDS_AT, str(count), theme.palette.bright.fg))


def _row(theme: Theme, name: str, text: str) -> Row:
    return ((1, name, theme.palette.ground.fg), (_WORDS_AT, text, theme.palette.bright.fg))
