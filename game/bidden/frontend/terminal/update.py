"""Screen updates that write only what changed, not the whole row."""

from __future__ import annotations

from rich.console import Console
from textual._compositor import ChopsUpdate
from textual.geometry import Region
from textual.strip import Strip


class NarrowUpdate(ChopsUpdate):
    """Writes each span from its first column. Textual begins at the edge of the widget."""

    @classmethod
    def of(cls, update: ChopsUpdate) -> NarrowUpdate:
        return cls(update.chops, update.spans, update.chop_ends)

    def render_segments(self, console: Console) -> str:
        return "".join(
            f"\x1b[{y + 1};{max(x, first) + 1}H"
            + strip.crop(max(0, first - x), min(end, last) - x).render(console)
            for y, first, last in self.spans
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False)
            if isinstance(strip, Strip) and x < last and first < end
        )


def runs(row: int, columns: list[int], colours: list[bytes]) -> list[Region]:
    """Return the regions to draw for changed columns, from the colours of all cells of a row.

    Text of one colour between two changes is drawn too: that is shorter than a cursor movement.
    """
    found, first = list[Region](), columns[0]
    for before, after in zip(columns, [*columns[1:], len(colours) + 1], strict=True):
        between = colours[before : after + 1]
        if after >= len(colours) or (after - before > 1 and len({*between}) > 1):
            found.append(Region(first, row, before - first + 1, 1))
            first = after
    return found
