"""What the command ``verify`` does: journals are checked, told of one by one, and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.progress import Progress

from eventcore import JournalError
from eventcore.cli.progress import bar
from eventcore.text import printable
from eventcore.tools import Simulations, UsageError, workers
from eventcore.tools.results import Result
from eventcore.tools.tally import Results, Tally, journals_of, verify_many
from eventcore.tools.verifying import check

_EVERY = 32
"""The bar is moved on after this many records."""
_INTERRUPTED = 130


def verify(
    simulation: Simulations,
    /,
    *paths: Path,
    jobs: int | None,
    cluster: str | None,
    results: Path | None,
    twice: bool = False,
    hash_seeds: int = 0,
) -> int:
    """Check journals."""
    if not paths:
        raise UsageError(f"verify needs a journal: {simulation.call('verify')} JOURNAL…")
    journals = journals_of(paths)
    more: dict[str, Any] = {"twice": twice, "hash_seeds": hash_seeds}
    known = None
    if results is not None:
        checked_more = f" {more}" if twice or hash_seeds else ""
        known = Results(results, f"{_rules(simulation, journals)}{checked_more}")
    tally = Tally(len(journals))
    with bar() as progress, workers(jobs, cluster) as executor:
        checked = verify_many(
            simulation,
            journals,
            executor=executor,
            results=known,
            one=lambda path: _with_a_bar(simulation, path, progress, more),
            **more,
        )
        try:
            with closing(checked):
                for result in checked:
                    tally.add(result)
                    if result is not None:
                        simulation.show(result)
        except KeyboardInterrupt:
            print(f"interrupted: {tally}")
            return _INTERRUPTED
    if len(journals) > 1:
        print(tally)
    return tally.code


def _rules(simulations: Simulations, journals: Sequence[Path]) -> str:
    """Name the present rules, by the first journal that can be opened."""
    for path in journals:
        try:
            return simulations.open(path).header.rules
        except JournalError:
            continue
    return ""


def _with_a_bar(
    simulations: Simulations, path: Path, progress: Progress, more: Mapping[str, Any]
) -> Result:
    task = progress.add_task(escape(printable(path.name)), total=None)

    def progressed(done: int, total: int) -> None:
        if done % _EVERY == 0:
            progress.update(task, completed=done, total=total)

    try:
        return check(simulations, path, progressed, **more)
    finally:
        progress.remove_task(task)
