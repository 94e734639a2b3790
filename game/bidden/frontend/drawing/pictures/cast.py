"""Recordings of consoles in the format asciicast v2 of asciinema, without a clock."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import tcod.console
from numpy.typing import NDArray

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, clean

_BEGIN = "\x1b[?25l\x1b[0m\x1b[2J"
_END = f"\x1b[0m\x1b[{HEIGHT};1H\x1b[?25h"


def cast_lines(
    frames: Iterable[tuple[float, tcod.console.Console]], *, title: str, hold: float
) -> Iterator[str]:
    """Yield the lines of a cast of frames, each with its time in seconds.

    The last frame is held for some seconds.
    """
    header = {"version": 2, "width": WIDTH, "height": HEIGHT, "title": clean(title)}
    yield _line({**header, "env": {"TERM": "xterm-256color"}})
    before: NDArray[Any] | None = None
    time = 0.0
    for time, console in frames:
        cells = console.rgb.copy()
        sent = _BEGIN if before is None else ""
        sent += "".join(_changes(cells, before))
        before = cells
        if sent:
            yield _line([round(time, 6), "o", sent])
    yield _line([round(time + hold, 6), "o", _END])


def _changes(cells: NDArray[Any], before: NDArray[Any] | None) -> Iterator[str]:
    """Yield the differences from the frame before, as runs of one colour."""
    different = np.ones(cells.shape, bool) if before is None else cells != before
    for y in np.flatnonzero(different.any(axis=1)).tolist():
        row = cells[y]
        columns = np.flatnonzero(different[y]).tolist()
        start = 0
        while start < len(columns):
            end, colours = start + 1, _colours(row[columns[start]])
            while (
                end < len(columns)
                and columns[end] == columns[end - 1] + 1
                and _colours(row[columns[end]]) == colours
            ):
                end += 1
            run = row["ch"][columns[start] : columns[end - 1] + 1].tolist()
            yield f"\x1b[{y + 1};{columns[start] + 1}H{colours}"
            yield "".join(clean(chr(code)) if code else " " for code in run)
            start = end


def _colours(cell: Any) -> str:
    (red, green, blue), (back_red, back_green, back_blue) = cell["fg"], cell["bg"]
    return f"\x1b[38;2;{red};{green};{blue};48;2;{back_red};{back_green};{back_blue}m"


def _line(what: Any) -> str:
    return json.dumps(what, ensure_ascii=False, separators=(",", ":")) + "\n"
