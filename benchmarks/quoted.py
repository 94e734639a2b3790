"""Figures that pages tell in a sentence are those that a table of docs/benchmarks.md has.

A sentence is found by the words around its figure, and a row by what it is called: who writes the
one otherwise is told by a test. ``make bench ARGS=--write`` puts what the table has into the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

__all__ = ["QUOTES", "Quote", "quoted", "ratios_in", "write_quotes"]

_ROW: Final = re.compile(r"^\|([^|]+)\|\s*\**([\d,.]+)[^|]*\|", re.MULTILINE)


@attrs.frozen
class Quote:
    """A figure in a sentence of a page.

    Attributes:
        page: The page, from the top of the project.
        before: The words before the figure.
        after: Those after it.
        row: What the row of the table is called that has the figure.
    """

    page: str
    before: str
    after: str
    row: str

    def in_text(self) -> re.Pattern[str]:
        """Find the figure, wherever the lines between the words end."""
        before, after = (r"\s+".join(map(re.escape, x.split())) for x in (self.before, self.after))
        return re.compile(rf"({before}\s+)([\d,.]+)(?=\s+{after})")


QUOTES: Final = (
    Quote(
        "docs/design.md",
        "publishing it to four handlers takes",
        "times as long as a plain loop",
        "eventcore",
    ),
    Quote(
        "docs/design.md",
        "If an event type has no observers, publishing takes",
        "times as long as in a bus without observers",
        "observers and taps, when there are none",
    ),
    Quote("docs/design.md", "With one observer, publishing takes", "times as long", "one observer"),
    Quote(
        "docs/design.md",
        "A turn of a game takes",
        "times as long while it is recorded",
        "a recorded turn of a game that a bot plays without a screen",
    ),
    Quote("README.md", "Publishing an event takes", "times as long as calling", "eventcore"),
    Quote("README.md", "With blinker signals it takes", "times as long", "blinker"),
)


def ratios_in(page: str) -> dict[str, str]:
    """Give the first figure of each row of the tables; of rows of one name, that of the first."""
    found: dict[str, str] = {}
    for label, figure in _ROW.findall(page):
        found.setdefault(label.strip(" *"), figure)
    return found


def quoted(page: str, text: str, ratios: Mapping[str, str]) -> str:
    """Give a page with the figures it quotes as the table has them.

    Raises:
        ValueError: A sentence is not there any more, or a row.
    """
    for quote in QUOTES:
        if quote.page != page:
            continue
        if quote.row not in ratios:
            raise ValueError(f"{page} quotes {quote.row!r}, and no table has such a row")
        text, times = quote.in_text().subn(rf"\g<1>{ratios[quote.row]}", text)
        if times != 1:
            raise ValueError(f"{page}: {quote.before!r} is there {times} times, and not once")
    return text


def write_quotes(root: Path) -> None:
    """Put what the tables have into all pages that quote them."""
    ratios = ratios_in((root / "docs/benchmarks.md").read_text(encoding="utf-8"))
    for page in dict.fromkeys(quote.page for quote in QUOTES):
        path = root / page
        path.write_text(quoted(page, path.read_text("utf-8"), ratios), encoding="utf-8")
