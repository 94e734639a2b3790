"""Working off a batch: its runs go to whatever executor there is, and come back when over."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice

from bidden.batches.row import RunJob, RunRow
from bidden.batches.runs import play_run

WAITING = 1_024
"""So many runs are handed over before the first of them is back: enough to keep a cluster busy."""


def run_all(
    jobs: Iterable[RunJob],
    executor: Executor,
    *,
    waiting: int = WAITING,
    play: Callable[[RunJob], RunRow] = play_run,
) -> Generator[RunRow]:
    """Play runs, each once, in any order; whoever stops asking stops the batch.

    Args:
        jobs: The runs.
        executor: Whatever calls a function elsewhere: a pool of processes, or of a cluster.
        waiting: How many runs it has at a time, at most.
        play: What plays one of them; it goes to the executor, which has to know it by its name.
    """
    todo = iter(jobs)
    under_way = {executor.submit(play, job) for job in islice(todo, waiting)}
    try:
        while under_way:
            over, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {executor.submit(play, job) for job in islice(todo, len(over))}
            for future in over:
                yield future.result()
    finally:
        _cancel(under_way)


def _cancel(futures: Iterable[Future[RunRow]]) -> None:
    for future in futures:
        future.cancel()
