"""Several processes, one after the other, and the median of what they found.

Where the interpreter's objects come to lie in memory is settled once a process, and
is worth some hundredths of a ratio either way. No number of rounds averages that
out, so the whole run is repeated in fresh processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median

from benchmarks.measure import Row
from benchmarks.results import Section
from eventcore.tools.executors import Processes

__all__ = ["in_processes", "merged"]


def in_processes(number: int, run: Callable[[], Section]) -> list[Section]:
    """Run something in so many fresh processes and return what each of them found.

    Args:
        number: How many processes; one after the other, so as not to disturb each other.
        run: What each is to do; it is pickled.
    """
    found = []
    for _ in range(number):
        with Processes(1) as pool:
            found.append(pool.submit(run).result())
    return found


def merged(found: Sequence[Section]) -> Section:
    """Merge what several processes found of the same section: medians throughout."""
    first = found[0]
    rows = [_merged_row(list(same)) for same in zip(*(s.rows for s in found), strict=True)]
    figures = [
        replace(same[0], value=median(figure.value for figure in same))
        for same in zip(*(section.figures for section in found), strict=True)
    ]
    targets = [
        replace(same[0], value=median(target.value for target in same))
        for same in zip(*(section.targets for section in found), strict=True)
    ]
    return replace(first, rows=rows, figures=figures, targets=targets)


def _merged_row(same: Sequence[Row]) -> Row:
    measured = [row for row in same if row.ratio is not None]
    if not measured:
        return same[0]
    ratios = sorted(row.ratio for row in measured if row.ratio is not None)
    spent = median(row.ns_per_event for row in measured if row.ns_per_event is not None)
    low, high = zip(*(row.quartiles for row in measured if row.quartiles is not None), strict=True)
    return replace(
        same[0],
        ns_per_event=spent,
        events_per_second=1e9 / spent,
        ratio=median(ratios),
        quartiles=(median(low), median(high)),
        by_process=(ratios[0], ratios[-1]),
        rounds=sum(row.rounds for row in measured),
    )
