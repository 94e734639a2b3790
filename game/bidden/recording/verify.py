"""Verifying journals: headless, at full speed, with a progress bar, many at once if asked."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import attrs
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from bidden.recording import playing
from bidden.recording.notes import changes_since
from eventcore import JournalError
from eventcore.blame import account_of
from eventcore.cli import printable
from eventcore.journal import STDIN, Journal
from eventcore.replay import Keyframes, Segment, Source, verify_segments

SAME = 0
DIVERGED = 1
UNREADABLE = 2

_EVERY = 32
"""The bar is moved on after this many records."""

Progressed = Callable[[int, int], None]
"""Is told how many records are checked, of how many."""


@attrs.frozen
class Verdict:
    """What checking a journal came to.

    Attributes:
        code: The exit code.
        lines: What there is to tell of one that is the same.
        problems: Lines on what is not.
    """

    code: int
    lines: list[str]
    problems: list[str]


def verify_files(paths: Sequence[Path], jobs: int = 1) -> int:
    """Check journals, say of each in the order given what it came to, and return the worst code.

    After those of several there is a line that counts them.

    Args:
        paths: The journals.
        jobs: How many processes check them at the same time.
    """
    with bar() as progress:
        # Standard input is this process's alone.
        alone = jobs == 1 or STDIN in paths
        verdicts = _one_by_one(paths, progress) if alone else _at_once(paths, jobs, progress)
        codes = []
        for verdict in verdicts:
            for line in verdict.lines:
                print(printable(line))
            for line in verdict.problems:
                goes_on = line.startswith("  ")
                print(f"{'' if goes_on else 'bidden: '}{printable(line)}", file=sys.stderr)
            codes.append(verdict.code)
    if len(codes) > 1:
        same, diverged, unreadable = map(codes.count, (SAME, DIVERGED, UNREADABLE))
        total = f"{same} the same, {diverged} diverged, {unreadable} not readable"
        print(f"{len(codes)} journals: {total}")
    return max(codes)


def bar() -> Progress:
    """Make a progress bar on stderr; silent where nobody watches."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # The bar is on stderr; rich would take the results there too, away from a pipe or file.
        redirect_stdout=sys.stdout.isatty(),
        disable=not sys.stderr.isatty(),
    )


def check(path: Path, progressed: Progressed | None = None) -> Verdict:
    """Replay a journal, and say where it differs and on whose account."""
    try:
        with playing.errors_named(path):
            journal = playing.load(path, events=True)
            source = playing.source_for(journal)
            now = playing.session_for(journal).header
            problems = [f"{path}: {change}" for change in changes_since(journal.header, now)]
            start = perf_counter()
            segments = verify_segments(source, journal, progressed)
            seconds = perf_counter() - start
    except JournalError as error:
        return Verdict(UNREADABLE, [], [str(error)])
    code = SAME
    for number, segment in enumerate(segments, 1):
        of = f"segment {number} of {len(segments)}: " if len(segments) > 1 else ""
        found = _complaints(segment, journal, source, path)
        if found:
            code = max(code, UNREADABLE if segment.unreadable else DIVERGED)
            problems += [f"{path}: {of}{found[0]}", *found[1:]]
        elif of:
            problems.append(f"{path}: {of}same, {segment.end - segment.start} records")
    if journal.problem is not None:
        whole = f"the {len(journal.records)} whole records are the same, but "
        problem = f"{path}: {whole if code == SAME else ''}{journal.problem}"
        # Where only the end is torn, that it went another way before that weighs more.
        diverged = code == DIVERGED and journal.problem.torn
        return Verdict(DIVERGED if diverged else UNREADABLE, [], [*problems, problem])
    if code != SAME:
        return Verdict(code, [], problems)
    turns = segments[-1].turn
    rate = turns / seconds if seconds else 0.0
    extent = f"{len(journal.records)} records, {_events(journal)}{turns} turns"
    return Verdict(SAME, [f"{path}: same: {extent}, {rate:,.0f} turns/s"], problems)


def _events(journal: Journal) -> str:
    return f"{sum(map(len, journal.events))} events, " if journal.header.events else ""


def _complaints(segment: Segment, journal: Journal, source: Source, path: Path) -> list[str]:
    """Say in lines what is not the same in a segment."""
    names = playing.session_for(journal).names()
    lines = account_of(segment, journal, source, Keyframes.beside(path, write=False), names)
    if segment.raised is not None:
        lines[0] += "; find the fewest intents that do with: bidden shrink"
    return lines


def _one_by_one(paths: Sequence[Path], progress: Progress) -> Iterator[Verdict]:
    for path in paths:
        task = progress.add_task(escape(printable(path.name)), total=None)

        def progressed(done: int, total: int, task: TaskID = task) -> None:
            if done % _EVERY == 0:
                progress.update(task, completed=done, total=total)

        verdict = check(path, progressed)
        progress.remove_task(task)
        yield verdict


def _at_once(paths: Sequence[Path], jobs: int, progress: Progress) -> Iterator[Verdict]:
    task = progress.add_task("journals", total=len(paths))
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(paths)), mp_context=fresh)
    try:
        with _interrupts_held():
            futures = [pool.submit(check, path) for path in paths]
        for path, future in zip(paths, futures, strict=True):
            yield _result(path, future)
            progress.advance(task)
    finally:
        # Those that work on still, after an interrupt, are not waited for.
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _result(path: Path, future: Future[Verdict]) -> Verdict:
    try:
        return future.result()
    except BrokenProcessPool:
        return Verdict(UNREADABLE, [], [f"{path}: the process that checked it was killed"])


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: this one ends them."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
