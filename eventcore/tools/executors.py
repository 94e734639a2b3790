"""Run independent jobs in several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from queue import SimpleQueue
from typing import TypeVar

from eventcore.text import short_repr

J = TypeVar("J")
R = TypeVar("R")


class Processes(ProcessPoolExecutor):
    """A pool of processes that ignore Ctrl-C, and end with the ``with`` block or the program."""

    def __init__(self, jobs: int | None = None) -> None:
        self._others = {*multiprocessing.active_children()}
        super().__init__(jobs, multiprocessing.get_context("spawn"), _end_with_parent)

    def __exit__(self, *error: object) -> None:
        """End the processes without waiting for unfinished jobs, for example after an interrupt."""
        for process in multiprocessing.active_children():
            if process not in self._others:
                process.terminate()
        self.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def work_off(
    executor: Executor | None, call: Callable[[J], R], jobs: Iterable[J], waiting: int = 1_024
) -> Generator[tuple[J, R]]:
    """Call a function with each job, and yield each job with its result, in any order.

    Without an executor, this process runs the jobs. An executor gets at most ``waiting`` jobs in
    advance, to keep all processes busy. If a job raises an error, a note names the job.
    """
    if executor is None:
        yield from ((job, _result(job, partial(call, job))) for job in jobs)
        return
    todo = iter(jobs)
    running: dict[Future[R], J] = {}
    # Unlike concurrent.futures.wait, a SimpleQueue never leaves a future locked after Ctrl-C.
    finished: SimpleQueue[Future[R]] = SimpleQueue()

    def submit(number: int) -> None:
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # also in new processes
        try:
            for job in islice(todo, number):
                future = executor.submit(call, job)
                running[future] = job
                future.add_done_callback(finished.put)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    submit(waiting)
    while running:
        future = finished.get()
        submit(1)
        job = running.pop(future)
        yield job, _result(job, future.result)


def _result(job: J, get: Callable[[], R]) -> R:
    try:
        return get()
    except Exception as error:
        if not (isinstance(error, BrokenExecutor) or hasattr(error, "__notes__")):
            error.add_note(f"in the job {short_repr(job)}")
        raise
