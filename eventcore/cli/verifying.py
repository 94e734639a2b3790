"""The command verify: check journals, and print each result and the totals."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from eventcore.cli.parameters import Simulated
from eventcore.cli.progress import progress, run_jobs

if TYPE_CHECKING:
    from eventcore.tools import Simulations
    from eventcore.tools.results import Result

_EVERY = 32
"""How many records are checked between two updates of the progress bar."""
_INTERRUPTED = 130


def verify(
    simulation: Simulated,
    /,
    *journals: Path,
    jobs: int | None = None,
    cluster: str | None = None,
    twice: bool = False,
    hash_seeds: int = 0,
) -> int:
    """Replay journals at full speed and compare every digest and every recorded event.

    Exit code 0: all are the same. 1: a replay differs. 2: a journal cannot be read completely.

    Parameters
    ----------
    journals:
        The journals to check, or folders of journals; - is standard input.
    jobs:
        The number of processes that check journals at the same time.
    cluster:
        The address of a Dask scheduler, whose workers check the journals. All machines must see
        the journals under the same paths.
    twice:
        Also run the intents of each journal twice in one process, to find state that handlers keep
        outside the world.
    hash_seeds:
        Also run the intents in this many other processes, each with its own hash seed, to find
        rules that depend on the order of a set, on the time or on chance.
    """
    from eventcore.journal.files import STDIN
    from eventcore.tools import UsageError
    from eventcore.tools.opening import journals_of

    if not journals:
        raise UsageError(f"verify needs a journal: {simulation.call('verify')} JOURNAL…")
    paths = journals_of(journals)
    if STDIN in paths:
        jobs = cluster = None  # other processes cannot read stdin
    call = partial(_check, simulation, twice, hash_seeds, len(paths) == 1)
    found: dict[int, Result] = {}
    codes: list[int] = []
    try:
        with run_jobs(
            call, [*enumerate(paths)], "journals", processes=jobs, cluster=cluster
        ) as checked:
            for (number, _), result in checked:
                found[number] = result
                while len(codes) in found:  # print the results in the order of the journals
                    codes.append(simulation.show(found.pop(len(codes))))
    except KeyboardInterrupt:
        print(f"interrupted: {_totals(codes, len(paths))}")
        return _INTERRUPTED
    except BrokenExecutor:
        totals = _totals(codes, len(paths))
        raise UsageError(f"a process that checks journals was killed: {totals}") from None
    if len(paths) > 1:
        print(_totals(codes, len(paths)))
    return max(codes)


def _check(
    simulation: Simulations, twice: bool, hash_seeds: int, alone: bool, job: tuple[int, Path]
) -> Result:
    from eventcore.tools.verifying import check

    run = partial(check, simulation, job[1], twice=twice, hash_seeds=hash_seeds)
    if not alone:
        return run()
    with progress("records") as show:
        return run(lambda done, total: None if done % _EVERY else show(done, total))


def _totals(codes: list[int], total: int) -> str:
    from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, counted

    of = "" if len(codes) == total else f"{len(codes)} of "
    same, diverged, unreadable = map(codes.count, (SAME, DIVERGED, UNREADABLE))
    journals = counted(total, "journal")
    return f"{of}{journals}: {same} the same, {diverged} diverged, {unreadable} not readable"
