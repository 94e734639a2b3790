"""Screen updates that write only what changed, not the whole row."""

from __future__ import annotations

from rich.console import Console
from textual._compositor import ChopsUpdate
from textual.geometry import Region
from textual.strip import Strip


class NarrowUpdate(ChopsUpdate):
    """Writes each span from its own first column on; Textual's begins at the edge of the widget."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> NarrowUpdate:
        """Make one of Textual's."""
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        """Return the text to write to the terminal."""
        return "".join(
            f"\x1b[{y + 1};{max(x, first) + 1}H"
            + strip.crop(max(0, first - x), min(end, last) - x).render(console)
            for y, first, last in self.spans
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False)
            if isinstance(strip, Strip) and x < last and first < end
        )


def runs(row: int, columns: list[int], colours: list[bytes]) -> list[Region]:
    """Return the regions of a row to draw again.

    Text between two changed columns is drawn as well if it has one colour, which is shorter than
    another cursor movement.

    Args:
        row: The row.
        columns: The changed columns, from left to right.
        colours: The colours of each cell of the row.
    """
    found, first = list[Region](), columns[0]
    for before, after in zip(columns, [*columns[1:], len(colours) + 1], strict=True):
        between = colours[before : after + 1]
        if after >= len(colours) or (after - before > 1 and len({*between}) > 1):
            found.append(Region(first, row, before - first + 1, 1))
            first = after
    return found
