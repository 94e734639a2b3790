"""Help: what a bidden is, every key that is bound, and what is on the map, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bidden.frontend.drawing.board import KEPT_OFF, THREATENED
from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.drawing.panels.header import ABBREVIATIONS
from bidden.frontend.input.keymap import Context, Section
from bidden.frontend.screens.outside.opening import TELLING
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.theme import Theme
from bidden.view import View

_KEYS_AT: Final = 3
_GAP: Final = 3
_TEXT_WIDTH: Final = 74
_SIGNS: Final = (
    (THREATENED, "bare ground to which something harmful comes next"),
    (KEPT_OFF, "bare ground that you excluded"),
)
"""What is drawn on bare ground besides what is there."""


def help_screen(
    theme: Theme,
    view: View,
    first: tuple[Context, ...] = (Context.DIRECTIONS, Context.PLAY),
    notes: Sequence[tuple[str, str]] = ABBREVIATIONS,
) -> Pages:
    """Make the help for a view.

    Args:
        theme: The keymap and the palette.
        view: What is on the map.
        first: The keys to begin with.
        notes: More to tell after these, each a sign and its meaning.
    """
    others = [context for context in theme.keymap.sections if context not in first]
    sections = [theme.keymap.sections[context] for context in (*first, *others)]
    labels = [b.labels for section in sections for b in section.actions.values()]
    words_at = _KEYS_AT + max(map(len, labels)) + _GAP
    rows = [] if Context.REPLAY in first else _beginning(theme)
    for number, section in enumerate(sections):
        rows += _section(theme, section, words_at)
        rows.append(())
        if number == len(first) - 1:  # after what is needed here, before what others say
            if notes:
                rows += [_note(theme, sign, meaning, words_at) for sign, meaning in notes]
                rows.append(())
            rows += _legend(theme, view, words_at)
            rows.append(())
    return Pages(theme, "Help", rows[:-1])


def _beginning(theme: Theme) -> list[Row]:
    """Tell what a bidden is, and how a run goes."""
    palette = theme.palette
    rows: list[Row] = [((1, "What you are", palette.tone("news").fg),)]
    for text in TELLING:
        rows += [((_KEYS_AT, row, palette.ground.fg),) for row in wrap(text, _TEXT_WIDTH)]
        rows.append(())
    return rows


def _section(theme: Theme, section: Section, words_at: int) -> list[Row]:
    palette = theme.palette
    rows: list[Row] = [((1, section.title, palette.tone("news").fg),)]
    for binding in section.actions.values():
        keys = (_KEYS_AT, binding.labels, palette.bright.fg)
        rows.append((keys, (words_at, binding.does, palette.ground.fg)))
    return rows


def _note(theme: Theme, sign: str, meaning: str, words_at: int) -> Row:
    palette = theme.palette
    return ((_KEYS_AT, sign, palette.bright.fg), (words_at, meaning, palette.ground.fg))


def _legend(theme: Theme, view: View, words_at: int) -> list[Row]:
    """What every character on the map stands for."""
    names: dict[tuple[str, str], str] = {}
    for row in view.tiles:
        for tile in row:
            if tile.name:
                names.setdefault((tile.glyph, tile.name), tile.look)
    palette = theme.palette
    if not names:
        return []
    rows: list[Row] = [((1, "What you know of the map", palette.tone("news").fg),)]
    for (glyph, name), kind in sorted(names.items()):
        look = palette.look(kind, view.place, name)
        sign = (_KEYS_AT, look.sign(glyph), look.lit.fg)
        rows.append((sign, (words_at, name, palette.ground.fg)))
    rows += [_note(theme, sign, meaning, words_at) for sign, meaning in _SIGNS]
    return rows
