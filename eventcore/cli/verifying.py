"""The command verify: check journals, and print each result and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

from eventcore import JournalError
from eventcore.cli.progress import progress, run_jobs
from eventcore.journal.files import STDIN
from eventcore.tools import Simulations, UsageError
from eventcore.tools.results import SAME, Result
from eventcore.tools.tally import Results, Tally, journals_of
from eventcore.tools.verifying import check

_EVERY = 32
"""How many records are checked between two updates of the progress bar."""
_INTERRUPTED = 130


def verify(
    simulation: Simulations,
    paths: Sequence[Path],
    *,
    jobs: int | None,
    cluster: str | None,
    results: Path | None,
    twice: bool,
    hash_seeds: int,
) -> int:
    """Check journals, and return the highest exit code.

    Raises:
        UsageError: No journal is given, or a process that checked journals was killed.
    """
    if not paths:
        raise UsageError(f"verify needs a journal: {simulation.call('verify')} JOURNAL…")
    journals = journals_of(paths)
    known = None
    if results is not None:
        more = f" {twice} {hash_seeds}" if twice or hash_seeds else ""
        known = Results(results, f"{_rules(simulation, journals)}{more}")
    tally = Tally(len(journals))
    found: dict[int, Result | None] = {}
    todo = list[tuple[int, Path]]()
    for number, path in enumerate(journals):
        if known is not None and path != STDIN and known.has(path):
            found[number] = None
        else:
            todo.append((number, path))
    _show(simulation, found, tally)
    if STDIN in journals:
        jobs = cluster = None  # other processes cannot read stdin
    call = partial(_check, simulation, twice, hash_seeds, len(journals) == 1)
    try:
        with run_jobs(call, todo, "journals", done=len(found), processes=jobs, cluster=cluster) as (
            checked
        ):
            for (number, path), result in checked:
                if known is not None and result.code == SAME and path != STDIN:
                    known.add(path)
                found[number] = result
                _show(simulation, found, tally)
    except KeyboardInterrupt:
        print(f"interrupted: {tally}")
        return _INTERRUPTED
    except BrokenExecutor:
        raise UsageError(f"a process that checked journals was killed: {tally}") from None
    if len(journals) > 1:
        print(tally)
    return tally.code


def _show(simulation: Simulations, found: dict[int, Result | None], tally: Tally) -> None:
    """Print and count the available results, in the order of the journals."""
    while len(tally.codes) in found:
        result = found.pop(len(tally.codes))
        tally.add(result)
        if result is not None:
            simulation.show(result)


def _check(
    simulation: Simulations, twice: bool, hash_seeds: int, alone: bool, job: tuple[int, Path]
) -> Result:
    _, path = job
    if not alone:
        return check(simulation, path, twice=twice, hash_seeds=hash_seeds)
    with progress("records") as shown:
        return check(
            simulation,
            path,
            lambda done, total: None if done % _EVERY else shown(done, total),
            twice=twice,
            hash_seeds=hash_seeds,
        )


def _rules(simulation: Simulations, journals: Sequence[Path]) -> str:
    """Return the hashes of the present rules, with the first journal that can be opened."""
    for path in journals:
        try:
            return simulation.open(path).header.rules
        except JournalError:
            continue
    return ""
