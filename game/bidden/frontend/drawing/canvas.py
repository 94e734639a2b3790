"""The canvas: text and boxes on a console; only safe characters of one cell each get there.

Text may come from a player or a journal. A control character in it could command
the terminal, a wide or a combining one would shift the rest of its row.
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
"""The place of the messages, above or below the map."""

_SUBSTITUTE: Final = "?"
_WORD: Final = re.compile(r"\S+")
_FILE: Final = re.compile(r"/|\.(?:jsonl|toml|txt)\b")
"""The mark of a path or file name."""
_MINUS, _DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
"""The tileset has no minus; a dash looks like it."""
_JOINED: Final = "\0"
"""Stands for a hyphen at which no row ends."""


class SidedConsole(tcod.console.Console):
    """A console that knows where its side bar is: right or left of the map, or nowhere."""

    side_bar: SideBar = "right"


def new_console(width: int = WIDTH, height: int = HEIGHT) -> SidedConsole:
    """Make an empty console; its arrays are indexed by row, then column."""
    return SidedConsole(width, height, order="C")


def clean(text: str) -> str:
    """Replace every character that does not take up exactly one cell; a minus becomes a dash."""
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
    """Shorten text that is too wide, and show that it is."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break text into rows, all but the first of them indented; the names of files stay whole."""
    # Cleaned first, or a line feed in a name would begin a row as if it were the game's own.
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
    """Empty a console of all characters."""
    console.clear(fg=palette.ground.fg, bg=palette.ground.bg)


def put(
    console: tcod.console.Console, x: int, y: int, text: str, fg: Colour, bg: Colour | None = None
) -> int:
    """Write text in a row; what does not fit is left out.

    Args:
        console: Where to write.
        x: The column of the first character.
        y: The row.
        text: What to write.
        fg: The colour of the characters.
        bg: The colour behind them; what is there by default.

    Returns:
        The column after the last character.
    """
    # Not console.print: it gives some characters in the text a meaning of its own.
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
