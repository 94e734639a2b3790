"""The canvas widget: shows a console, and writes only the changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import tcod.console
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, cut
from bidden.frontend.drawing.colours.palette import Ink, Palette
from bidden.frontend.terminal.depth import Depth, Writer
from bidden.frontend.terminal.update import runs


class Canvas(Widget):
    """The console, or one line with a hint if the terminal is too small."""

    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; }"

    class Resized(Message):
        """The terminal has a new size, for which to draw the console."""

    def __init__(self, palette: Palette, hint: str, depth: Depth = Depth.FULL) -> None:
        super().__init__()
        self._palette = palette
        self._writer = Writer(depth, palette)
        self.hint = hint
        self._cells: NDArray[Any] | None = None
        self._styles: dict[bytes, Style] = {}

    def write_in(self, palette: Palette, depth: Depth, *, plain: bool = False) -> None:
        """Use another palette, colour depth, or the terminal's own background."""
        writer = self._writer
        if palette is not self._palette or (depth, plain) != (writer.depth, writer.plain):
            self._palette, self._writer = palette, Writer(depth, palette, plain)
            self._styles.clear()
            self.refresh()

    @property
    def fits(self) -> bool:
        """Whether the terminal is large enough."""
        return self.size.width >= WIDTH and self.size.height >= HEIGHT

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def show(self, console: tcod.console.Console) -> None:
        """Show a console from now on."""
        cells = console.rgba.copy()
        before, self._cells = self._cells, cells
        if before is None or before.shape != cells.shape or not self.fits:
            self.refresh()
            return
        different = (_bytes(cells) != _bytes(before)).any(axis=2)
        if self._writer.depth is not Depth.FULL:
            different = self._written_otherwise(cells, before, different)
        changed = list[Region]()
        for row in np.flatnonzero(different.any(axis=1)).tolist():
            columns = np.flatnonzero(different[row]).tolist()
            changed += runs(row, columns, _colours(cells[row]))
        if changed:
            self._write(changed)

    def _write(self, changed: Sequence[Region]) -> None:
        """Write changes at once. Textual would wait for its next frame, up to 17 ms."""
        screen = self.screen
        if screen._layout_required or screen._repaint_required or not screen.is_current:
            self.refresh(*changed)
            return
        self._set_dirty(*changed)
        screen._compositor.update_widgets({self})
        screen._compositor_refresh()

    def render_line(self, y: int) -> Strip:
        blank = self._blank
        if not self.fits:
            return self._complaint() if y == 0 else Strip.blank(self.size.width, blank)
        if self._cells is None or y >= len(self._cells):
            return Strip.blank(self.size.width, blank)
        # For a moment the console may have the old size of the terminal.
        row = self._cells[y, : self.size.width]
        return Strip(self._segments(row), len(row)).adjust_cell_length(self.size.width, blank)

    def _written_otherwise(
        self, cells: NDArray[Any], before: NDArray[Any], different: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Leave out cells that differ only by colours that the terminal lacks."""
        for y, x in np.argwhere(different & (cells["ch"] == before["ch"])).tolist():
            now, then = (_colours(rows[y, x : x + 1])[0] for rows in (cells, before))
            different[y, x] = self._style(now) != self._style(then)
        return different

    @property
    def _blank(self) -> Style:
        ground = self._palette.ground
        return self._style(bytes((*ground.fg, 255, *ground.bg, 255)))

    def _complaint(self) -> Strip:
        width, height = self.size
        text = f"{self.hint} Needs {WIDTH}×{HEIGHT}; now {width}×{height}."
        return Strip([Segment(cut(text, width).ljust(width), self._blank)], width)

    def _segments(self, row: NDArray[Any]) -> list[Segment]:
        colours = _bytes(row)[:, 4:]
        cuts = (np.flatnonzero((colours[1:] != colours[:-1]).any(axis=1)) + 1).tolist()
        text = "".join(map(chr, row["ch"].tolist()))
        return [
            Segment(text[start:end], self._style(colours[start].tobytes()))
            for start, end in zip([0, *cuts], [*cuts, len(row)], strict=True)
        ]

    def _style(self, colours: bytes) -> Style:
        style = self._styles.get(colours)
        if style is None:
            (r, g, b), behind = colours[:3], colours[4:7]
            ink = Ink((r, g, b), (behind[0], behind[1], behind[2]))
            style = self._styles[colours] = self._writer.style(ink)
        return style


def _colours(row: NDArray[Any]) -> list[bytes]:
    return [one.tobytes() for one in _bytes(row)[:, 4:]]


def _bytes(cells: NDArray[Any]) -> NDArray[np.uint8]:
    """View cells as bytes: four of character, four of each colour."""
    return cells.view(np.uint8).reshape(*cells.shape, cells.itemsize)
