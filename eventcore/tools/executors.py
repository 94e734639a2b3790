"""Independent jobs on processes of this machine, or on the workers of a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, ParamSpec, TypeVar

from eventcore.tools.results import UsageError, one_line

P = ParamSpec("P")
J = TypeVar("J")
R = TypeVar("R")

WAITING: Final = 1_024
"""The number of jobs that are handed over before the first is done: it keeps a cluster busy."""
_ADDRESS = re.compile(r"(?:(?:tcp|tls|ucx|wss?)://)?[^\s/]*[^\s/:]:\d{1,5}")
_LOGS = ("distributed", "distributed.client", "tornado.application")
_PATIENCE = 10
"""The seconds that a cluster has to answer."""


class Processes(ProcessPoolExecutor):
    """Processes that Ctrl-C does not reach, and that end when the context is left.

    They also end with this process, however it ends.
    """

    def __init__(self, jobs: int | None = None) -> None:
        self._others = {*multiprocessing.active_children()}
        super().__init__(jobs, multiprocessing.get_context("spawn"), _end_with_parent)

    def submit(self, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Call a function in one of them. A new process inherits that Ctrl-C is blocked."""
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(call, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def __exit__(self, *error: object) -> None:
        """End the processes; do not wait for jobs that still run, as after an interrupt."""
        for process in multiprocessing.active_children():
            if process not in self._others:
                process.terminate()
        self.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Start a thread that ends this process as soon as its parent is gone.

    A killed parent cannot tell its workers, and they would wait for work forever.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def cluster_at(address: str) -> Iterator[Executor]:
    """Yield the workers of a Dask cluster; they need the same packages as this process.

    Raises:
        UsageError: distributed is not installed, no scheduler answers, or it is lost.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ModuleNotFoundError as error:
        raise UsageError(
            f"a cluster needs {error.name}, which the extra 'cluster' installs: "
            "pip install '.[cluster]'"
        ) from None
    if not _ADDRESS.fullmatch(address):  # a client of anything else reports errors at exit
        raise UsageError(f"--cluster {address}: name a scheduler, as in tcp://10.0.0.1:8786")
    try:
        client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        said = f"no scheduler answers: {one_line(error)}"
        raise UsageError(f"--cluster {address}: {said}") from None
    try:
        with _no_tracebacks(), client:
            yield client.get_executor(pure=False)  # pure: equal calls would share a result
    except CancelledError:
        raise UsageError(f"--cluster {address}: the scheduler was lost") from None
    except (KilledWorker, CommClosedError) as error:
        raise UsageError(f"--cluster {address}: was lost: {one_line(error)}") from None


@contextmanager
def _no_tracebacks() -> Iterator[None]:
    """Keep Dask from logging tracebacks when the scheduler is lost; the error is enough."""
    logs = [logging.getLogger(name) for name in _LOGS]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


@contextmanager
def workers(jobs: int | None, cluster: str | None) -> Iterator[Executor | None]:
    """Yield an executor for independent jobs; None if this process does them alone.

    Raises:
        UsageError: Both are given, the number is below 1, or the cluster does not answer.
    """
    if cluster is not None:
        if jobs is not None:
            raise UsageError("--jobs is for this machine, --cluster for others: name one of them")
        with cluster_at(cluster) as executor:
            yield executor
    elif jobs is not None and jobs < 1:
        raise UsageError(f"--jobs {jobs}: at least 1 process must work")
    elif jobs is None or jobs == 1:
        yield None
    else:
        with Processes(jobs) as executor:
            yield executor


def work_off(
    executor: Executor | None, call: Callable[[J], R], jobs: Iterable[J], waiting: int = WAITING
) -> Generator[tuple[J, R]]:
    """Call a function with each job; yield each job with its result, in any order.

    The executor has at most ``waiting`` jobs at a time. Without one, this process does them.
    """
    todo = iter(jobs)
    if executor is None:
        yield from ((job, call(job)) for job in todo)
        return
    running = {executor.submit(call, job): job for job in islice(todo, waiting)}
    try:
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            running |= {executor.submit(call, job): job for job in islice(todo, len(done))}
            for future in done:
                yield running.pop(future), future.result()
    finally:
        for future in running:
            future.cancel()
