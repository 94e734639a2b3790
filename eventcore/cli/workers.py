"""Who works on much at once, as the options ``--jobs`` and ``--cluster`` say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


@contextmanager
def workers(jobs: int | None, cluster: str | None) -> Iterator[Executor | None]:
    """Give who works on what is handed over; None where that is this process alone.

    Args:
        jobs: How many processes of this machine; one is none but this.
        cluster: Where a cluster is to be had instead.

    Raises:
        UsageError: Both are named, no such number of processes can be, or nobody answers.
    """
    from eventcore.tools import Processes, UsageError, cluster_at

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
