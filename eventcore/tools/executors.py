"""Who works on much at once: processes of this machine, or the workers of a cluster.

Both are executors as ``concurrent.futures`` has them. What is handed to them goes as a pickle
between processes of one user, never through a file.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from eventcore.tools.results import UsageError

P = ParamSpec("P")
T = TypeVar("T")

_ADDRESS = re.compile(r"(?:(?:tcp|tls|ucx|wss?)://)?[^\s/]*[^\s/:]:\d{1,5}")
"""An address; of what is none the library's client is left half made, and says so at the end."""
_LOGS = ("distributed", "distributed.client", "tornado.application")
_PATIENCE = 10
"""Seconds that a cluster has to answer."""


class _Started(SpawnContext):
    """What a pool starts its processes by, which remembers them: a pool tells nobody of its own."""

    def __init__(self) -> None:
        self._made = list[BaseProcess]()

    def Process(self, *what: Any, **how: Any) -> BaseProcess:  # type: ignore[override]
        self._made.append(super().Process(*what, **how))
        return self._made[-1]

    def terminate(self) -> None:
        """End those that were started."""
        for process in self._made:
            if process.pid is not None:
                process.terminate()


class Processes(ProcessPoolExecutor):
    """Processes that Ctrl-C does not reach: whoever leaves the context ends them at once.

    They also end with this process, however it ends.
    """

    def __init__(self, jobs: int | None = None) -> None:
        """Be ready to start them.

        Args:
            jobs: How many; as many as there are processors by default.
        """
        self._started = _Started()
        super().__init__(jobs, mp_context=self._started, initializer=_end_with_parent)

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have one of them call something; it is started if none is idle."""
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(call, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End them; those that work on still, after an interrupt, are not waited for."""
        self._started.terminate()
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
    """Give the workers of a cluster of Dask; they need what this process has installed.

    Args:
        address: Of its scheduler, as in ``tcp://10.0.0.1:8786``.

    Raises:
        UsageError: distributed is not installed, or nobody answers at the address.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ModuleNotFoundError as error:
        raise UsageError(
            f"a cluster needs {error.name}, which the extra 'cluster' has: pip install '.[cluster]'"
        ) from None
    if not _ADDRESS.fullmatch(address):
        raise UsageError(f"--cluster {address}: name a scheduler as in tcp://10.0.0.1:8786")
    try:
        client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise UsageError(f"--cluster {address}: no scheduler answers: {reason}") from None
    try:
        with _no_tracebacks(), client:
            # Dask is not to keep what a call gave for others of the same arguments.
            yield client.get_executor(pure=False)
    except CancelledError:
        raise UsageError(f"--cluster {address}: the scheduler was lost") from None
    except (KilledWorker, CommClosedError) as error:
        reason = " ".join(str(error).split())
        raise UsageError(f"--cluster {address}: was lost: {reason}") from None


@contextmanager
def _no_tracebacks() -> Iterator[None]:
    """Keep Dask from logging tracebacks when the scheduler is lost; the error says so already."""
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
    """Open the executor for jobs that are independent; None if this process does them alone.

    Args:
        jobs: The number of processes of this machine; None or 1 for no other process.
        cluster: The address of a Dask scheduler, whose workers are used instead.

    Raises:
        UsageError: Both are given, the number is below 1, or the cluster does not answer.
    """
    if cluster is not None:
        if jobs is not None:
            raise UsageError("--jobs is for this machine, --cluster for others: name one of them")
        with cluster_at(cluster) as executor:
            yield executor
    elif jobs is not None and jobs < 1:
        raise UsageError(f"--jobs {jobs}: at least 1 process works")
    elif jobs is None or jobs == 1:
        yield None
    else:
        with Processes(jobs) as executor:
            yield executor
