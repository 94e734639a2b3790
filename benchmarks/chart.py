"""The chart of the peers: the time of an event in each library, relative to the raw loop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.measure import Row

__all__ = ["CHART", "write_chart"]

CHART: Final = "docs/images/benchmarks.svg"
_OURS, _OTHERS, _INK = "#2f6f4f", "#9aa5b1", "#57606a"  # the ink is readable on white and black
_START: Final = 0.8
"""Start of the bars, below 1 so that 1 has a bar too: a logarithmic scale has no 0."""
_LEFT_OUT: Final = "Bidden's scheme, "
"""Prefix of the names of rows that are not libraries."""


def write_chart(rows: Sequence[Row], path: Path) -> None:
    """Write the chart as an SVG file, the fastest at the top, on a logarithmic scale."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    shown = sorted((row.ratio, row.name) for row in rows if row.ratio and _is_shown(row))
    ratios, names = [ratio for ratio, _ in shown], [name for _, name in shown]
    settings = {"svg.fonttype": "none", "svg.hashsalt": "benchmarks", "font.size": 10}
    with mpl.rc_context(settings | {"text.color": _INK, "font.family": "sans-serif"}):
        figure = Figure(figsize=(7.5, 0.3 * len(shown) + 0.9), layout="constrained")
        axes = figure.subplots()
        colours = [_OURS if name == "eventcore" else _OTHERS for name in names]
        widths = [ratio - _START for ratio in ratios]
        bars = axes.barh(names, widths, left=_START, color=colours)
        labels = [f"{ratio:,.{2 if ratio < 100 else 0}f}" for ratio in ratios]
        axes.bar_label(bars, labels, padding=4)
        axes.set_xscale("log")
        axes.set_xlim(_START, max(ratios) * 3)
        axes.invert_yaxis()
        figure.suptitle("Time to publish an event through four handlers, hand-written loop = 1")
        axes.xaxis.set_visible(False)
        axes.tick_params(left=False, labelcolor=_INK)
        axes.spines[:].set_visible(False)
        figure.savefig(path, transparent=True, metadata={"Date": None, "Creator": None})


def _is_shown(row: Row) -> bool:
    return not row.name.startswith(_LEFT_OUT)
