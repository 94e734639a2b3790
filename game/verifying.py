"""Verifying journals: headless, at full speed, with a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from eventcore import JournalError
from eventcore.cli import printable
from eventcore.replay import verify
from game import playing

__all__ = ["DIVERGED", "SAME", "UNREADABLE", "verify_files"]

SAME = 0
DIVERGED = 1
UNREADABLE = 2

_EVERY = 32
"""The bar is moved on after this many records."""


def verify_files(paths: Sequence[Path]) -> int:
    """Check journals one after another, say a line on each, and return the worst code."""
    # Silent where nobody watches: rich draws no bar unless stderr is a terminal.
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # The bar is on stderr; rich would take the results there too, away from a pipe or file.
        redirect_stdout=sys.stdout.isatty(),
        disable=not sys.stderr.isatty(),
    ) as progress:
        return max(_verify_file(path, progress) for path in paths)


def _verify_file(path: Path, progress: Progress) -> int:
    try:
        journal = playing.load(path)
        session = playing.session_for(journal)
        for note in playing.differences(session, journal):
            _complain(f"{path}: {note}")
        task = progress.add_task(escape(path.name), total=len(journal.records))

        def show(done: int, _total: int) -> None:
            if done % _EVERY == 0:
                progress.update(task, completed=done)

        start = perf_counter()
        divergence = verify(session, journal, show)
        seconds = perf_counter() - start
        progress.remove_task(task)
    except JournalError as error:
        _complain(str(error) if str(path) in str(error) else f"{path}: {error}")
        return UNREADABLE
    if divergence is not None:
        _complain(f"{path}: {divergence}")
        return DIVERGED
    if journal.problem is not None:
        _complain(
            f"{path}: the {len(journal.records)} whole records are the same, but {journal.problem}"
        )
        return UNREADABLE
    rate = session.world.turn / seconds if seconds else 0.0
    said = f"{len(journal.records)} records, {session.world.turn} turns, {rate:,.0f} turns/s"
    print(f"{printable(str(path))}: same: {said}")
    return SAME


def _complain(text: str) -> None:
    print(f"bidden: {printable(text)}", file=sys.stderr)
