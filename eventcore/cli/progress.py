"""Show the progress of long commands on stderr: a bar in a terminal, or lines in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import Final, Protocol, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from eventcore.tools.executors import work_off, workers

J = TypeVar("J")
R = TypeVar("R")

SECONDS: Final = 30
"""The minimum time between two lines in a log."""


class Shown(Protocol):
    """A function that shows how much is done."""

    def __call__(self, done: int, total: int | None = None, *, label: str | None = None) -> None:
        """Show how much is done; ``total`` and ``label`` replace the earlier total and label."""


@contextmanager
def progress(label: str, total: int | None = None, done: int = 0) -> Iterator[Shown]:
    """Yield a function that shows the progress.

    Args:
        label: The name of the things that are counted, such as "runs".
        total: The number of things; None if it is not known.
        done: The number of things that were already done at the start.
    """
    if not sys.stderr.isatty():
        yield _log(label, total)
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # The bar is on stderr. Redirect stdout only in a terminal, so that pipes get the results.
        redirect_stdout=sys.stdout.isatty(),
    )
    with bar:
        task = bar.add_task(escape(label), total=total, completed=done)

        def show(done: int, total: int | None = None, *, label: str | None = None) -> None:
            text = None if label is None else escape(label)
            bar.update(task, completed=done, total=total, description=text)

        yield show


def _log(label: str, total: int | None) -> Shown:
    last, known_label, known_total = monotonic(), label, total

    def show(done: int, total: int | None = None, *, label: str | None = None) -> None:
        nonlocal last
        if monotonic() - last >= SECONDS:
            last = monotonic()
            of = total or known_total
            count = f"{done:,}" if of is None else f"{done:,} of {of:,}"
            print(f"{label or known_label}: {count}", file=sys.stderr, flush=True)

    return show


@contextmanager
def run_jobs(
    call: Callable[[J], R],
    jobs: Collection[J],
    label: str,
    *,
    done: int = 0,
    processes: int | None = None,
    cluster: str | None = None,
) -> Iterator[Iterator[tuple[J, R]]]:
    """Yield an iterator that calls a function with each job, and show the progress on stderr.

    The iterator yields each job with its result, in any order. Leave the context to stop early.

    Args:
        call: The function; other processes must be able to import it by its name.
        jobs: The arguments, one for each call.
        label: What to call the jobs in the progress display, such as "runs".
        done: How many jobs were already done at the start.
        processes: How many processes run the jobs; by default, only this process does.
        cluster: The address of a Dask scheduler, whose workers run the jobs instead.

    Raises:
        UsageError: ``processes`` is below 1, or the cluster does not answer.
        BrokenExecutor: A process was killed.
    """
    with (
        workers(processes, cluster) as executor,
        progress(label, done + len(jobs), done) as shown,
        closing(work_off(executor, call, jobs)) as finished,
    ):

        def counted() -> Iterator[tuple[J, R]]:
            for number, pair in enumerate(finished, done + 1):
                yield pair
                shown(number)

        yield counted()
