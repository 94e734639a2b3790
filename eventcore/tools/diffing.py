"""The command ``diff``, which compares two recordings and finds the first difference."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eventcore.replay.comparison import Comparison, compare
from eventcore.text import short_value, shorten
from eventcore.tools.naming import Names
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, counted, first_lines


def diff(simulations: Simulations, one: Path, other: Path) -> Result:
    """Compare two recordings. The exit code is 0 (same), 1 (different) or 2 (damaged file)."""
    recordings = [simulations.open(path, events=True) for path in (one, other)]
    comparison = compare(*(recording.journal for recording in recordings))
    events = f" and {counted(comparison.events, 'event')}" if comparison.events else ""
    extent = f"{counted(comparison.records, 'record')}{events}, up to turn {comparison.turn}"
    same = "the same:" if comparison.same else "the same for"
    lines = [f"{one} and {other}: {same} {extent}"]
    if comparison.rules:
        names = ", ".join(name for name, *_ in comparison.rules)
        lines.append(f"they were recorded under different rules (header: {names})")
    if comparison.lines is not None:
        lines += _divergence(recordings, comparison.lines, comparison)
    problems = [
        f"{recording.path}: {recording.journal.problem}"
        for recording in recordings
        if recording.journal.problem is not None
    ]
    code = SAME if comparison.lines is None else DIVERGED
    return Result(UNREADABLE if problems else code, lines, problems)


def _divergence(
    recordings: Sequence[Recording], numbers: Sequence[int], comparison: Comparison
) -> list[str]:
    lines = [f"they first differ on turn {comparison.turn}, at {comparison.what}:"]
    for recording, line in zip(recordings, numbers, strict=True):
        ended = "cannot be read any further" if recording.journal.problem else "has ended"
        lines.append(f"  {recording.path}: " + (f"line {line}" if line else ended))
    names = [Names.recorded(recording) for recording in recordings]
    event = comparison.what if "#" in comparison.what else ""
    found = []
    for field, *pair in comparison.fields:
        values = zip(names, pair, strict=True)
        one, other = (short_value(there.value(event, field, value)) for there, value in values)
        found.append(f"{shorten(field)} {one} | {other}")
    return [*lines, *first_lines(found, 10)]
