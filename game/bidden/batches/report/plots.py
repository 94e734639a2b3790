"""Plots of many runs as SVG. They are readable without colours, and the same for the same runs."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from bidden.batches.report.figures import Party

_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Colours that colour-blind people can distinguish (Okabe and Ito, 2008)."""
_MARKERS: Final = ("o", "s", "^", "D", "v", "P")
_DASHES: Final = ("-", "--", "-.", ":")
_HATCHES: Final = ("", "///", "...", "xxx", "\\\\\\", "++")
_WIDTH: Final = 7.5
_STYLE: Final = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "bidden",
}


def wins(parties: Sequence[Party]) -> str:
    """Draw the share of runs that each party won, with its interval."""
    with _figure(0.6 + 0.35 * len(parties)) as (figure, axes):
        for place, party in enumerate(parties):
            low, high = party.won.interval
            colour, marker = _COLOURS[place % len(_COLOURS)], _MARKERS[place % len(_MARKERS)]
            axes.plot([100 * low, 100 * high], [place, place], color=colour, linewidth=2)
            axes.plot(100 * party.won.rate, place, marker, color=colour, markersize=8)
        axes.set_yticks(range(len(parties)), [party.label for party in parties])
        axes.set_ylim(len(parties) - 0.5, -0.5)
        axes.set_xlim(left=0)
        axes.set_xlabel("% of runs won, with 95% interval")
        axes.grid(axis="x", alpha=0.3)
        return _svg(figure)


def over_by(parties: Sequence[Party], of: Callable[[Any], float], label: str) -> str:
    """Draw the cumulative share of runs up to each value of a count."""
    with _figure(3.2) as (figure, axes):
        for place, party in enumerate(parties):
            axes.ecdf(
                [of(row) for row in party.rows],
                label=party.label,
                color=_COLOURS[place % len(_COLOURS)],
                linestyle=_DASHES[place % len(_DASHES)],
                linewidth=1.8,
            )
        axes.set_xlabel(label)
        axes.set_ylabel("share of runs")
        axes.set_xlim(left=0)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
        return _svg(figure)


def bars(parties: Sequence[Party], values: Mapping[str, Sequence[float]], label: str) -> str:
    """Draw a bar for each party, in a group for each value."""
    thick = 0.8 / len(parties)
    with _figure(0.8 + len(values) * (0.18 + 0.16 * len(parties))) as (figure, axes):
        for place, party in enumerate(parties):
            axes.barh(
                [line + (place - (len(parties) - 1) / 2) * thick for line in range(len(values))],
                [amounts[place] for amounts in values.values()],
                thick,
                label=party.label,
                color=_COLOURS[place % len(_COLOURS)],
                hatch=_HATCHES[place % len(_HATCHES)],
                edgecolor="white",
            )
        axes.set_yticks(range(len(values)), [*values])
        axes.set_ylim(len(values) - 0.5, -0.5)
        axes.set_xlabel(label)
        axes.grid(axis="x", alpha=0.3)
        if len(parties) > 1:
            axes.legend(frameon=False)
        return _svg(figure)


@contextmanager
def _figure(height: float) -> Iterator[tuple[Figure, Any]]:
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        yield figure, figure.add_subplot()


def _svg(figure: Figure) -> str:
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawn = file.getvalue()
    # Inside a page, SVG must not have an XML header.
    return re.sub(r"^.*?(?=<svg)", "", drawn, count=1, flags=re.DOTALL)
