"""How anything here is timed: in turn with its rivals, round after round, and checked.

In each round every contender runs one short batch, in an order that rotates, with
the collector off and run in between. So whatever else the machine does falls on all
alike, and the ratio of two contenders is the median of the ratios of their batches
*of the same round*. What is counted is the processor's time, which goes on only while
the process runs: on a busy machine the clock tells whose turn it was.
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
"""What a batch should take: long against the timer, short against a time slice."""

_FIRST = 32
"""So many events at the most are run before any is timed, and no more than take..."""
_FIRST_NS = 50 * BATCH_NS
"""...so long, in steps of two."""


MOST_ROUNDS: int | None = None
"""Never more rounds than this; a test that only wants to see a section run sets it."""


class WorkError(AssertionError):
    """A contender did not do the work the others did: its figures would mean nothing."""


@dataclass
class Contender:
    """Something that constructs and publishes events.

    Attributes:
        name: What the table calls it.
        run: Constructs and publishes one event for each step.
        tally: What has come of all that was ever run, in numbers.
        each: What one event adds to the tally, once there and back again.
        priorities: Whether it orders handlers by a priority.
        veto: Whether a handler can stop those after it.
        note: What else should be known of it.
        every: Run in each round, or only in each so-many-th (for the slow).
        against: Whose batches its ratio is to: its own raw loop's.
        batch: How many events one batch has; found out when 0.
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
    """What was measured of a contender, or why nothing was.

    Attributes:
        ratio: To the contender it is measured against, the median of all rounds.
        quartiles: Half of the rounds had a ratio between these two.
        by_process: The lowest and the highest ratio that a process found.
        rounds: In how many rounds it ran.
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
        """Give the row as plain data."""
        row = asdict(self)
        row["iqr"] = None if self.quartiles is None else self.quartiles[1] - self.quartiles[0]
        return row


Times = dict[str, dict[int, float]]
"""Nanoseconds an event, by contender and round."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no cycles meanwhile: it takes long, and falls on whoever happens to be timed."""
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
    """Let collections meanwhile pass over what stands already, but for what nobody holds."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def compare(contenders: Sequence[Contender], rounds: int) -> tuple[list[Row], Times]:
    """Time contenders against each other; each needs the one it is measured against among them."""
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
    """Rotate, and turn round each time: nobody always follows the same one."""
    first = number % len(contenders)
    rotated = (*contenders[first:], *contenders[:first])
    return rotated if number % 2 else rotated[::-1]


def ratio_of(times: Times, name: str, other: str) -> float:
    """Give the median ratio of two contenders over the rounds both ran in."""
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
    """There and back again, so that nobody gets anywhere."""
    return (1, -1) * (events // 2)


def _time(contender: Contender, steps: Sequence[int]) -> int:
    run = contender.run
    start = process_time_ns()
    run(steps)
    return process_time_ns() - start


def _warm_up(contender: Contender) -> int:
    """Find a batch of about the right length; say how many events were run for it."""
    ran, spent, events = 0, 0.0, 2
    while ran < _FIRST and spent < _FIRST_NS:  # the first may compile, sort or cache
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
