"""Show the progress of long commands on stderr: a bar in a terminal, or lines in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import Final, TypeAlias, TypeVar

J = TypeVar("J")
R = TypeVar("R")

SECONDS: Final = 30  # the minimum number of seconds between two lines in a log
Show: TypeAlias = Callable[[int, int | None], None]  # takes the amount done, and the total if known


@contextmanager
def progress(label: str) -> Iterator[Show]:
    """Yield a function that shows the progress; the label names the items, such as "runs"."""
    if not sys.stderr.isatty():
        yield _log(label)
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    columns = [*Progress.get_default_columns(), MofNCompleteColumn()]
    console, on_screen = Console(stderr=True), sys.stdout.isatty()
    # Redirect stdout only if it is a terminal, because a pipe must receive only the results.
    with Progress(*columns, console=console, transient=True, redirect_stdout=on_screen) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _log(label: str) -> Show:
    last = monotonic()

    def show(done: int, total: int | None) -> None:
        nonlocal last
        if monotonic() - last >= SECONDS:
            last = monotonic()
            count = f"{done:,}" if total is None else f"{done:,} of {total:,}"
            print(f"{label}: {count}", file=sys.stderr, flush=True)

    return show


@contextmanager
def run_jobs(
    call: Callable[[J], R],
    jobs: Collection[J],
    label: str,
    *,
    done: int = 0,
    processes: int | None = None,
) -> Iterator[Iterator[tuple[J, R]]]:
    """Yield an iterator that calls a function with each job, and show the progress on stderr.

    The iterator yields each job with its result, in any order. Leave the ``with`` block to stop.

    Args:
        call: The function to call; other processes must be able to import it by its name.
        jobs: The arguments, one for each call.
        label: The label of the progress display, such as "runs".
        done: The number of jobs that were already done at the start.
        processes: The number of processes that run the jobs; by default, this process runs them.

    Raises:
        UsageError: ``processes`` is less than 1.
        BrokenExecutor: A process was killed. Other errors have a note that names the job.
    """
    from eventcore.tools.executors import Processes, work_off
    from eventcore.tools.results import UsageError

    if processes is not None and processes < 1:
        raise UsageError(f"--jobs {processes}: the number of processes must be at least 1")
    executors = nullcontext() if processes in (None, 1) else Processes(processes)
    with executors as executor, progress(label) as show:

        def counted() -> Iterator[tuple[J, R]]:
            for number, pair in enumerate(work_off(executor, call, jobs), done + 1):
                yield pair
                show(number, done + len(jobs))

        yield counted()
