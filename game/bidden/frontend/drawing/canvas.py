"""The canvas: text and boxes on a console, in safe characters of one cell each.

Text may come from a player or a journal. A control character could command the terminal, and a
wide or combining one would shift the rest of its row.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from typing import Final, Literal, TypeAlias

import numpy as np
import tcod.console

from bidden.frontend.drawing.colours.palette import Colour, Ink, Palette
from bidden.frontend.preferences.options import HEIGHT as HEIGHT
from bidden.frontend.preferences.options import WIDTH as WIDTH

SideBar: TypeAlias = Literal["right", "left", "none"]
"""The place of the side bar, beside the map."""

_SUBSTITUTE: Final = "?"
_WORD: Final = re.compile(r"\S+")
_FILE: Final = re.compile(r"/|\.(?:jsonl|toml|txt)\b")
"""Part of a path or file name."""
_MINUS, _DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
"""The tileset has no minus, and a dash looks like it."""
_JOINED: Final = "\0"
"""Stands for a hyphen at which no row ends."""


class SidedConsole(tcod.console.Console):
    """A console that knows where its side bar is."""

    side_bar: SideBar = "right"


def new_console(width: int = WIDTH, height: int = HEIGHT) -> SidedConsole:
    """Return an empty console, with arrays indexed by row, then column."""
    return SidedConsole(width, height, order="C")


def clean(text: str) -> str:
    """Replace every character that does not take exactly one cell. A minus becomes a dash."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if _takes_one_cell(c) else _SUBSTITUTE for c in text.replace(_MINUS, _DASH))


def _takes_one_cell(character: str) -> bool:
    return (
        character.isprintable()
        and unicodedata.east_asian_width(character) not in "WF"
        and not unicodedata.category(character).startswith("M")
    )


def cut(text: str, width: int) -> str:
    """Cut text that is too wide, ending in an ellipsis."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break text into rows, indented from the second on. File names stay whole."""
    # Cleaned first, or a line feed in a name could begin a row that looks like the game's own.
    whole = _WORD.sub(lambda found: _whole_if_file(found[0]), clean(text))
    rows = textwrap.wrap(whole, width, subsequent_indent=indent) or [""]
    return [row.replace(_JOINED, "-") for row in rows]


def _whole_if_file(word: str) -> str:
    return word.replace("-", _JOINED) if _FILE.search(word) else word


def wrap_into(text: str, width: int, most: int) -> list[str]:
    """Break text into at most ``most`` rows. Omit the middle of longer text."""
    rows, room = wrap(text, width), width * most
    while len(rows) > most:
        room -= 1
        rows = wrap(f"{text[: room - room // 2]} … {text[-(room // 2) :]}", width)
    return rows


def fill(console: tcod.console.Console, palette: Palette) -> None:
    """Clear a console."""
    console.clear(fg=palette.ground.fg, bg=palette.ground.bg)


def put(
    console: tcod.console.Console, x: int, y: int, text: str, fg: Colour, bg: Colour | None = None
) -> int:
    """Write the text that fits into a row. Return the column after its last character.

    Without ``bg``, the background stays.
    """
    # Not console.print, which treats some characters as control codes.
    text, x = clean(text)[max(0, -x) :], max(0, x)
    text = text[: max(0, console.width - x)]
    end = x + len(text)
    if 0 <= y < console.height and text:
        cells = console.rgb[y, x:end]
        cells["ch"] = np.fromiter(map(ord, text), np.intc, len(text))
        cells["fg"] = fg
        if bg is not None:
            cells["bg"] = bg
    return end


def box(console: tcod.console.Console, x: int, y: int, width: int, height: int, ink: Ink) -> None:
    """Draw an empty box with a frame."""
    inner, between = width - 2, height - 2
    rows = ("┌" + "─" * inner + "┐", *["│" + " " * inner + "│"] * between, "└" + "─" * inner + "┘")
    for row, text in enumerate(rows, y):
        put(console, x, row, text, ink.fg, ink.bg)
