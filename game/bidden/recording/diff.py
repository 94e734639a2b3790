"""Comparing two recordings of the game: where they part, and what is the same before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from bidden.recording import playing
from bidden.recording.notes import warn
from bidden.recording.verify import DIVERGED, SAME, UNREADABLE
from eventcore import SaveError
from eventcore.cli import printable
from eventcore.journal import Journal
from eventcore.replay import (
    ABSENT,
    Comparison,
    Keyframe,
    Keyframes,
    belongs,
    compare,
    divergent_paths,
    shorten,
    unpack,
)

_MOST_FIELDS = 10


def diff(one: Path, other: Path) -> int:
    """Say where two recordings part; 0 where they do not, 1 where they do, 2 if one is damaged.

    Raises:
        JournalError: A file is not a journal of this game.
    """
    journals = playing.load(one, events=True), playing.load(other, events=True)
    comparison = compare(*journals)
    print(printable(f"{one} and {other}: {_how_far(comparison)}"))
    if comparison.lines is not None:
        _print_divergence((one, other), journals, comparison)
    problems = False
    for path, journal in zip((one, other), journals, strict=True):
        if journal.problem is not None:
            warn(journal.problem, path)
            problems = True
    if problems:
        return UNREADABLE
    return SAME if comparison.lines is None else DIVERGED


def _print_divergence(
    paths: tuple[Path, Path], journals: tuple[Journal, Journal], comparison: Comparison
) -> None:
    print(printable(f"they part on turn {comparison.turn} at {comparison.what}:"))
    for path, journal, line in zip(paths, journals, comparison.lines or (), strict=True):
        ended = "has ended" if journal.problem is None else "cannot be read any further"
        print(printable(f"  {path}: " + (f"line {line}" if line else ended)))
    _print_some([f"  {name} {_text_of(a)} | {_text_of(b)}" for name, a, b in comparison.fields])
    _print_states(paths, journals, comparison)


def _how_far(comparison: Comparison) -> str:
    events = f" and {comparison.events} events" if comparison.events else ""
    extent = f"{comparison.records} records{events}, up to turn {comparison.turn}"
    return f"the same: {extent}" if comparison.same else f"the same for {extent}"


def _text_of(value: Any) -> str:
    return shorten(str(value) if value is ABSENT else msgspec.json.encode(value).decode())


def _print_some(lines: list[str]) -> None:
    for line in lines[:_MOST_FIELDS]:
        print(printable(line))
    if len(lines) > _MOST_FIELDS:
        print(f"  and {len(lines) - _MOST_FIELDS} more")


def _print_states(
    paths: tuple[Path, Path], journals: tuple[Journal, Journal], comparison: Comparison
) -> None:
    """Compare the states kept beside both at the next position that both have one of."""
    kept = [
        _states_from(Keyframes.beside(path), journal, comparison.records)
        for path, journal in zip(paths, journals, strict=True)
    ]
    shared = sorted(kept[0].keys() & kept[1].keys())
    if not shared:
        return
    one, other = kept[0][shared[0]], kept[1][shared[0]]
    try:
        differences = divergent_paths(unpack(one.state), unpack(other.state))
    except SaveError:
        return
    if differences:
        print(f"the states kept after {shared[0]} records, on turns {one.turn} and {other.turn}:")
        _print_some([f"  {d.path} {d.recorded or '-'} | {d.replayed or '-'}" for d in differences])


def _states_from(keyframes: Keyframes, journal: Journal, position: int) -> dict[int, Keyframe]:
    return {
        keyframe.position: keyframe
        for keyframe in keyframes
        if keyframe.position >= position and belongs(keyframe, journal)
    }
