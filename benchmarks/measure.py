"""Timing: contenders run alternately, round after round, and their work is checked.

In each round, every contender runs one short batch, in a rotating order. The garbage
collector is off during batches and runs between them. Other load on the machine thus
affects all contenders alike, and the ratio of two contenders is the median of the ratios
of their batches *of the same round*. Times are CPU time, which advances only while the
process runs; on a busy machine, wall-clock time would include waiting for the CPU.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from time import process_time_ns
from typing import Any

__all__ = ["Contender", "Row", "WorkError", "compare", "frozen", "ratio_of", "uncollected"]

BATCH_NS = 2_000_000
"""Intended time of a batch: long compared with the timer, short compared with a time slice."""

_FIRST = 32
"""Number of warm-up events before timing starts, unless they take..."""
_FIRST_NS = 50 * BATCH_NS
"""...longer than this; events run in pairs."""


MOST_ROUNDS: int | None = None
"""Limit on the number of rounds, set by tests that only check that a section runs."""


class WorkError(AssertionError):
    """A contender did not do the same work as the others, so its figures are meaningless."""


@dataclass
class Contender:
    """A program under test that constructs and publishes events.

    Attributes:
        name: The name in the table.
        run: Constructs and publishes one event for each step.
        tally: Returns the results of all events run so far, as numbers.
        each: The amount that one event adds to the tally, averaged over a step and its way back.
        priorities: Whether handlers are ordered by priority.
        veto: Whether a handler can stop later handlers.
        note: A remark for the table.
        every: Run only in every n-th round (for slow contenders); 1 for every round.
        against: The name of the contender its ratio refers to, usually a raw loop.
        batch: The number of events in a batch; 0 to find a suitable number.
    """

    name: str
    run: Callable[[Sequence[int]], None]
    tally: Callable[[], tuple[int, ...]]
    each: tuple[int, ...] = (0, 1)
    priorities: bool = False
    veto: bool = False
    note: str = ""
    every: int = 1
    against: str = "raw"
    batch: int = 0


@dataclass
class Row:
    """The measurements of a contender, or the reason why there are none.

    Attributes:
        ratio: The median ratio to the contender it is compared with, over all rounds.
        quartiles: The first and third quartile of the ratio.
        by_process: The lowest and highest ratio among the processes.
        rounds: The number of rounds it ran in.
    """

    name: str
    has_priorities: bool = False
    has_veto: bool = False
    note: str = ""
    ns_per_event: float | None = None
    events_per_second: float | None = None
    ratio: float | None = None
    quartiles: tuple[float, float] | None = None
    by_process: tuple[float, float] | None = None
    rounds: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the row as JSON-serialisable data."""
        row = asdict(self)
        row["iqr"] = None if self.quartiles is None else self.quartiles[1] - self.quartiles[0]
        return row


Times = dict[str, dict[int, float]]
"""Nanoseconds per event, by contender and round."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Disable garbage collection: it is slow and would hit a random contender."""
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def frozen() -> Iterator[None]:
    """Collect garbage, then make later collections skip all existing objects."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def compare(contenders: Sequence[Contender], rounds: int) -> tuple[list[Row], Times]:
    """Time contenders against each other; each one's `against` must be among them."""
    rounds = min(rounds, MOST_ROUNDS or rounds)
    before = {c.name: c.tally() for c in contenders}
    ran = {c.name: 0 for c in contenders}
    times: Times = {c.name: {} for c in contenders}
    with frozen(), uncollected():
        for contender in contenders:
            ran[contender.name] += _warm_up(contender)
        for number in range(rounds):
            for contender in _order(contenders, number):
                if number % contender.every == 0:
                    steps = _steps(contender.batch)
                    gc.collect()
                    times[contender.name][number] = _time(contender, steps) / len(steps)
                    ran[contender.name] += len(steps)
    for contender in contenders:
        _check(contender, before[contender.name], ran[contender.name])
    return [_row(c, times) for c in contenders], times


def _order(contenders: Sequence[Contender], number: int) -> Sequence[Contender]:
    """Rotate and alternately reverse, so no contender always follows the same other."""
    first = number % len(contenders)
    rotated = (*contenders[first:], *contenders[:first])
    return rotated if number % 2 else rotated[::-1]


def ratio_of(times: Times, name: str, other: str) -> float:
    """Return the median ratio of two contenders over the rounds in which both ran."""
    return median(_ratios(times, name, other))


def _ratios(times: Times, name: str, other: str) -> list[float]:
    return [spent / times[other][r] for r, spent in times[name].items() if r in times[other]]


def _row(contender: Contender, times: Times) -> Row:
    spent = median(times[contender.name].values())
    ratios = _ratios(times, contender.name, contender.against)
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    return Row(
        name=contender.name,
        has_priorities=contender.priorities,
        has_veto=contender.veto,
        note=contender.note,
        ns_per_event=spent,
        events_per_second=1e9 / spent,
        ratio=median(ratios),
        quartiles=(low, high),
        rounds=len(ratios),
    )


def _steps(events: int) -> tuple[int, ...]:
    """Return steps that alternate right and left, so a mover ends where it started."""
    return (1, -1) * (events // 2)


def _time(contender: Contender, steps: Sequence[int]) -> int:
    run = contender.run
    start = process_time_ns()
    run(steps)
    return process_time_ns() - start


def _warm_up(contender: Contender) -> int:
    """Choose a batch size with about the intended time; return the number of events run."""
    ran, spent, events = 0, 0.0, 2
    while ran < _FIRST and spent < _FIRST_NS:  # the first events may compile, sort or cache
        spent += _time(contender, _steps(events))
        ran += events
    spent = _time(contender, _steps(events))
    ran += events
    while spent < BATCH_NS / 2:
        events *= 2
        spent = _time(contender, _steps(events))
        ran += events
    contender.batch = contender.batch or max(2, round(events * BATCH_NS / spent / 2) * 2)
    return ran


def _check(contender: Contender, before: Sequence[int], ran: int) -> None:
    expected = tuple(b + e * ran for b, e in zip(before, contender.each, strict=True))
    if contender.tally() != expected:
        raise WorkError(
            f"{contender.name}: {ran} events should have come to {expected}, "
            f"and came to {contender.tally()}"
        )
