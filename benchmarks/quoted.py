"""Keep figures quoted in sentences of the docs equal to the tables of docs/benchmarks.md.

A sentence is found by the words around its figure, and a row by its label. A test fails if either
is reworded. ``make bench ARGS=--write`` copies the figures of the tables into the sentences.
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
    """A figure quoted in a sentence of a page.

    Attributes:
        page: The path of the page, relative to the project root.
        before: The words before the figure.
        after: The words after the figure.
        row: The label of the table row with the figure.
    """

    page: str
    before: str
    after: str
    row: str

    def in_text(self) -> re.Pattern[str]:
        """Return a pattern that finds the figure, wherever lines break between the words."""
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
        "times as long as with a bus that does not support observers",
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
    Quote("README.md", "With blinker signals, publishing takes", "times as long", "blinker"),
)


def ratios_in(page: str) -> dict[str, str]:
    """Return the first figure of each table row, by label; the first of equal labels counts."""
    found: dict[str, str] = {}
    for label, figure in _ROW.findall(page):
        found.setdefault(label.strip(" *"), figure)
    return found


def quoted(page: str, text: str, ratios: Mapping[str, str]) -> str:
    """Return the text of a page with its quoted figures taken from the tables.

    Raises:
        ValueError: A sentence or a row is missing.
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
    """Write the figures of the tables into all pages that quote them."""
    ratios = ratios_in((root / "docs/benchmarks.md").read_text(encoding="utf-8"))
    for page in dict.fromkeys(quote.page for quote in QUOTES):
        path = root / page
        path.write_text(quoted(page, path.read_text("utf-8"), ratios), encoding="utf-8")
