"""The command ``records``: list the finished runs, best first."""

from __future__ import annotations

from pathlib import Path

from bidden.cli.mods import mods_in_use
from bidden.modding import catalogue_of_mods
from bidden.recording.folder.files import records_path
from bidden.recording.folder.records import RunRecord, read, record_of, standing
from bidden.recording.folder.scores import table_of
from bidden.recording.notes import opened, warn
from bidden.recording.player import JournalPlayer
from bidden.text import printable
from eventcore.tools import UsageError


def records(*journals: Path) -> int:
    """List the finished runs, and return the exit code.

    Parameters
    ----------
    journals:
        Journals of runs to list instead of your own records.
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
            lines = "1 line" if bad == 1 else f"{bad} lines"
            warn(f"{lines} skipped: incomplete or not a record", path)
    kinds = catalogue_of_mods(mods_in_use()).achievements
    for line in table_of(found, kinds):
        print(printable(line))
    return 2 if bad else 0


def _record_in(path: Path) -> RunRecord | None:
    """Play a journal to its end and return its record, or warn and return None."""
    journal = opened(path, "used")
    player = JournalPlayer(path, journal, write=False)
    player.play_to_end()
    for problem in player.problems:
        warn(problem, path)
    record = record_of(player.session, path, journal)
    if record is None:
        warn("this game is not a run, so it has no score", path)
    return record
