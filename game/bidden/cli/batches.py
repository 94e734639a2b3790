"""The commands on batches: bots play many runs, and a page reports the results."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Final

from bidden.batches.row import RunJob, RunRow
from bidden.batches.rows import RowFile, rows_and_torn
from bidden.batches.runs import maker_of, play_run, present_rules
from bidden.files import atomic_write
from bidden.recording.notes import BIDDEN
from bidden.text import printable
from eventcore import EventcoreError
from eventcore.cli import run_jobs
from eventcore.tools import UsageError

_SUFFIX: Final = ".jsonl"
_SEEDS: Final = re.compile(r"(\d{1,18})(?::(\d{1,18}))?")
_INTERRUPTED: Final = 130


def simulate(
    *,
    seeds: str,
    to: Path,
    bot: tuple[str, ...] = ("explorer",),
    most: int = 9_000,
    jobs: int | None = None,
) -> int:
    """Play runs with bots, write a row for each, and return the exit code.

    Parameters
    ----------
    seeds:
        One seed, or a range: 0:1000 is 0 to 999.
    to:
        The file of rows; its name ends in .jsonl.
    bot:
        explorer, fighter, monkey, or a callable of your own that takes a seed and returns a bot,
        as package.module:callable. May be given more than once; each bot plays all seeds.
    most:
        Stop a run after this many intents.
    jobs:
        The number of processes that play at the same time.
    """
    for name in bot:
        maker_of(name)
    wanted = [RunJob(name, seed, most) for name in dict.fromkeys(bot) for seed in _seeds(seeds)]
    if to.suffix != _SUFFIX:
        raise UsageError(f"{to}: the file name must end in {_SUFFIX}")
    if most < 1:
        raise UsageError(f"--most {most}: must be at least 1")
    kept = RowFile(to, present_rules(), most)
    _tell_torn(kept.path, kept.torn)
    there = {row.job for row in kept.rows}
    todo = [job for job in wanted if job not in there]
    try:
        before = len(wanted) - len(todo)
        with (
            run_jobs(play_run, todo, "runs", done=before, processes=jobs) as played,
            kept.appending() as keep,
        ):
            for _, row in played:
                keep(row)
    except KeyboardInterrupt:
        print(f"interrupted: {_so_far(kept, wanted)}; run the same command again to continue")
        return _INTERRUPTED
    except BrokenExecutor:
        raise UsageError(
            f"a worker process was killed: {_so_far(kept, wanted)}; run the same command "
            "again to continue"
        ) from None
    except (OSError, EventcoreError, UsageError) as error:  # raised by a bot, for example
        raise UsageError("; ".join([str(error), *getattr(error, "__notes__", ())])) from error
    kept.settle()
    print(printable(f"{to}: {_so_far(kept, wanted)}"))
    return 0


def report(*files: Path, to: Path, force: bool = False) -> int:
    """Write a page about the runs in files, and return the exit code.

    Parameters
    ----------
    files:
        Files that simulate wrote; several are compared side by side.
    to:
        The page to write; it needs no other files.
    force:
        Replace the page if it exists.
    """
    if not files:
        raise UsageError(f"report needs a runs file: {BIDDEN.call('report')} FILE… --to PAGE")
    is_read = to.exists() and any(path.exists() and to.samefile(path) for path in files)
    if to.suffix == _SUFFIX or is_read:
        raise UsageError(f"{to} is a runs file; pass the name of a page, such as report.html")
    with atomic_write(to, force=force) as part:
        runs = _write_page(files, part)
    print(printable(f"{to}: {runs:,} {'run' if runs == 1 else 'runs'}"))
    return 0


def _write_page(files: Sequence[Path], page: Path) -> int:
    batches = list[tuple[str, list[RunRow]]]()
    for path in files:
        rows, torn = rows_and_torn(path)
        _tell_torn(path, torn)
        batches.append((path.name, rows))
    try:
        from bidden.batches.report.page import page_of
    except ModuleNotFoundError as error:
        raise UsageError(
            f"report needs {error.name}; install it with: pip install './game[report]'"
        ) from None
    if not any(rows for _, rows in batches):
        raise UsageError(f"{files[0]} has no runs; make some with: {BIDDEN.call('simulate')}")
    page.write_text(page_of(batches), "utf-8")
    return sum(len(rows) for _, rows in batches)


def _so_far(kept: RowFile, wanted: Sequence[RunJob]) -> str:
    done = len({row.job for row in kept.rows}.intersection(wanted))
    runs = "run is" if len(wanted) == 1 else "runs are"
    return f"{done:,} of {len(wanted):,} {runs} in {kept.path}"


def _seeds(text: str) -> range:
    """Read one seed, or a range of seeds as in ``0:1000``."""
    found = _SEEDS.fullmatch(text)
    if found is None:
        raise UsageError(f"--seeds {text!r}: expected one seed, or a range such as 0:1000")
    first = int(found[1])
    seeds = range(first, first + 1 if found[2] is None else int(found[2]))
    if not seeds:
        raise UsageError(f"--seeds {text}: this range is empty; put the smaller number first")
    return seeds


def _tell_torn(path: Path, torn: int) -> None:
    """Print a warning if a file has torn lines; a killed process leaves one."""
    if torn:
        lines = "1 incomplete line is" if torn == 1 else f"{torn:,} incomplete lines are"
        print(printable(f"{path}: {lines} ignored"), file=sys.stderr)
