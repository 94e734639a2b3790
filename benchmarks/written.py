"""Write the peers table of docs/benchmarks.md from one benchmark run.

The table keeps its rows, labels and last two columns. Its figures are replaced and its rows are
sorted by them, so a page never mixes figures of different runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.measure import Row
from benchmarks.results import Section

__all__ = ["PAGES", "write_pages", "written"]

PAGES: Final = ("docs/benchmarks.md",)
_HEAD: Final = "| | ratio"
_ROWS: Final = {
    "raw loop": "raw",
    "whistle, its event class tuned by hand": "whistle, slots",
    "SimPy": "simpy",
    "SimPy: schedule and step": "simpy",
    "every component of every entity, 10 entities": "Bidden's scheme, 10 entities",
    "every component of every entity, 10,000 entities": "Bidden's scheme, 10,000 entities",
}
"""Names in the results for table labels that differ from them."""


def write_pages(sections: Sequence[Section], root: Path) -> None:
    """Rewrite the tables of all pages.

    Args:
        sections: The measured sections, including the peers.
        root: The project root, which the paths of the pages are relative to.

    Raises:
        ValueError: The peers, or a row of a table, were not measured.
    """
    rows = {
        row.name: row for section in sections if section.name == "peers" for row in section.rows
    }
    if not rows:
        raise ValueError("the tables are of the peers: measure these too, as with --only peers")
    for page in PAGES:
        path = root / page
        path.write_text(written(path.read_text(encoding="utf-8"), rows), encoding="utf-8")


def written(text: str, rows: dict[str, Row]) -> str:
    """Return the text of a page with the measured rows in its table of peers."""
    lines = text.splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if line.startswith(_HEAD) and "veto" in line) + 2
    end = next(n for n in range(start, len(lines)) if not lines[n].startswith("|"))
    measured = sorted(_measured(lines[start:end], rows))
    return "".join([*lines[:start], *(line for _, line in measured), *lines[end:]])


def _measured(lines: Sequence[str], rows: dict[str, Row]) -> Iterator[tuple[float, str]]:
    for line in lines:
        label, _, _, *rest = (cell.strip() for cell in line.strip().strip("|").split("|"))
        bare = label.strip("*")
        row = rows.get(_ROWS.get(bare, bare))
        if row is None or row.ratio is None or row.events_per_second is None:
            raise ValueError(f"{bare!r} was not measured: run all peers, and not --quick")
        events = round(row.events_per_second, -3 if row.events_per_second > 10_000 else None)
        ratio = f"{row.ratio:,.{2 if row.ratio < 10 else 1 if row.ratio < 100 else 0}f}"
        cells = [ratio, f"{events:,.0f}"]
        if label != bare:
            cells = [f"**{cell}**" for cell in cells]
        yield row.ratio, f"| {' | '.join([label, *cells, *rest])} |\n"
