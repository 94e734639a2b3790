"""Repeat a section in several fresh processes and merge their results by median.

The memory layout of the interpreter's objects is fixed for each process and shifts a
ratio by a few hundredths. More rounds do not average that out, so the whole run is
repeated in new processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import call
from statistics import median

from benchmarks.measure import Row
from benchmarks.results import Section
from eventcore.tools.executors import Processes, work_off

__all__ = ["in_processes", "merged"]


def in_processes(number: int, run: Callable[[], Section]) -> list[Section]:
    """Run a function in several fresh processes and return all results.

    Args:
        number: The number of processes. They run one at a time so they do not interfere.
        run: The function to run; it must be picklable.
    """
    found = []
    for _ in range(number):
        with Processes(1) as pool:
            found += [section for _, section in work_off(pool, call, [run])]
    return found


def merged(found: Sequence[Section]) -> Section:
    """Merge the results of several processes for the same section, using medians."""
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
