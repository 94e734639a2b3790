"""The command diff: compare two recordings, and find the first difference."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.replay.comparison import Comparison, compare
from eventcore.text import short_value, shorten
from eventcore.tools.naming import Names
from eventcore.tools.opening import Simulations
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, counted, first_lines


def diff(simulations: Simulations, one: Path, other: Path) -> Result:
    """Find the first difference; the exit code is 0 if there is none, or 2 if a file is damaged."""
    paths = one, other
    journals = simulations.read(one, events=True), simulations.read(other, events=True)
    comparison = compare(*journals)
    events = f" and {counted(comparison.events, 'event')}" if comparison.events else ""
    extent = f"{counted(comparison.records, 'record')}{events}, up to turn {comparison.turn}"
    same = "the same:" if comparison.same else "the same for"
    lines = [f"{one} and {other}: {same} {extent}"]
    if comparison.lines is not None:
        lines += _divergence(simulations, paths, journals, comparison)
    problems = [
        f"{path}: {journal.problem}"
        for path, journal in zip(paths, journals, strict=True)
        if journal.problem is not None
    ]
    code = SAME if comparison.lines is None else DIVERGED
    return Result(UNREADABLE if problems else code, lines, problems)


def _divergence(
    simulations: Simulations,
    paths: Sequence[Path],
    journals: Sequence[Journal],
    comparison: Comparison,
) -> list[str]:
    lines = [f"they first differ on turn {comparison.turn}, at {comparison.what}:"]
    names: list[Names | None] = []
    for path, journal, line in zip(paths, journals, comparison.lines or (), strict=True):
        ended = "has ended" if journal.problem is None else "cannot be read any further"
        lines.append(f"  {path}: " + (f"line {line}" if line else ended))
        try:
            names.append(Names.recorded(simulations.opened(path, journal)))
        except JournalError:
            names.append(None)  # show ids
    event = comparison.what if "#" in comparison.what else ""
    found = []
    for field, *pair in comparison.fields:
        one, other = (
            short_value(value if there is None else there.value(event, field, value))
            for there, value in zip(names, pair, strict=True)
        )
        found.append(f"{shorten(field)} {one} | {other}")
    return [*lines, *first_lines(found, 10)]
