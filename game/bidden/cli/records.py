"""The command that lists the runs that are over, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bidden.content.catalogue import load_catalogue
from bidden.content.mods import installed
from bidden.order import COMPONENTS
from bidden.recording.notes import BIDDEN, warn
from bidden.recording.player import JournalPlayer
from bidden.recording.records import RunRecord, read, record_of, records_path, standing
from eventcore.tools import UsageError, printable

_HEADINGS = ("Score", "Ended", "Bindings", "Turns", "Seed", "Journal")


def records(*journals: Path) -> int:
    """List the runs that are over, the best first, and what was achieved in any of them.

    Each run that was played to its end is kept beside the folder of games. Exit code 2: some
    lines of that file are torn or none, and skipped.

    Parameters
    ----------
    journals:
        Recordings of runs to list instead, whoever played them.
    """
    if journals:
        found, bad = standing(filter(None, map(_record_in, journals))), 0
    else:
        path = records_path()
        try:
            found, bad = read(path)
        except OSError as error:
            raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
        if bad:
            lines = "1 line is" if bad == 1 else f"{bad} lines are"
            warn(f"{lines} torn or no record, and skipped", path)
    _print(found)
    return 2 if bad else 0


def _record_in(path: Path) -> RunRecord | None:
    """Play a journal to its end, and tell how the run went; say why of what is none."""
    recording = BIDDEN.open(path)
    for line in recording.notes("told of"):
        warn(line)
    player = JournalPlayer(path, recording.journal, write=False)
    player.aim(player.length)
    while player.move_on():
        pass
    for problem in filter(None, (player.diverged, player.stopped)):
        warn(problem, path)
    record = record_of(player.session, path, recording.journal)
    if record is None:
        warn("this is no run, and has no score", path)
    return record


def _print(found: Sequence[RunRecord]) -> None:
    if not found:
        print("No run is over yet.")
        return
    rows = [_HEADINGS, *(_row(one) for one in found)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(_HEADINGS))]
    right = (True, False, True, True, True, False)
    for row in rows:
        cells = zip(row, widths, right, strict=True)
        line = "  ".join(c.rjust(width) if to else c.ljust(width) for c, width, to in cells)
        print(line.rstrip())
    kinds = load_catalogue(COMPONENTS, *installed()).achievements
    earned = {name for one in found for name in one.achieved}
    names = [kind.name for name, kind in kinds.items() if name in earned]
    print(f"\nAchieved: {len(names)} of {len(kinds)}")
    for name, kind in kinds.items():
        if name in earned:
            print(f"  {kind.name}: {kind.about}")


def _row(one: RunRecord) -> tuple[str, ...]:
    how = f"{one.how} ({one.note})" if one.note else one.how
    numbers = str(one.bindings), str(one.turns), str(one.seed)
    return str(one.score), printable(how), *numbers, printable(one.journal)
