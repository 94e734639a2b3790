"""Continue a recorded game from an earlier turn, in a new journal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

from bidden.recording.folder.files import BACK, free_name, new_journal_path, told_path
from bidden.recording.playing import Play, load, recorder_for, timeline_of
from bidden.session import Session
from bidden.state import called
from bidden.words import phrase
from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import EventLog, Timeline


def branch(path: Path, timeline: Timeline, target: Path) -> Play:
    """Continue from a timeline's position, in a new journal that begins like the old one.

    The game of the timeline becomes the new game, so the timeline must not be moved afterwards. If
    the rules have changed since, the new journal notes that today's rules apply from here on.

    Raises:
        JournalError: The file exists, the replay differs from the recording, or one of the two
            files cannot be read or written.
    """
    position, journal = timeline.position, timeline.journal
    if str(path) == "-":
        raise JournalError(phrase("branch", "no file"))
    if timeline.diverged_before(position):
        raise JournalError(phrase("branch", "diverged", path=path))
    log = _log_of_last(timeline)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"{target}: cannot be written: {error.strerror or error}") from None
    journal.copy_to(target, position)
    try:
        game = _begin_branch(timeline, target, log)
    except JournalError:
        target.unlink(missing_ok=True)
        raise
    return game


def _begin_branch(timeline: Timeline, target: Path, log: EventLog | None) -> Play:
    position, session = timeline.position, cast(Session, timeline.simulation)
    copied = load(target)
    if copied.problem is not None or copied.sums != timeline.journal.sums[:position]:
        raise JournalError(phrase("branch", "changed", path=target))
    writer = JournalWriter.resume(target, copied)
    try:
        recorder = recorder_for(session, writer, log, position)
        if copied.last_header.rules != session.header.rules:
            recorder.mark_upgrade(position, 0)
    except JournalError:
        writer.close()
        raise
    notice = phrase("branch", "begun", turn=session.world.turn, path=told_path(target))
    return Play(session, recorder, notice)


def _log_of_last(timeline: Timeline) -> EventLog | None:
    """Return the event log of a timeline's game, with the events of its last intent."""
    position, journal = timeline.position, timeline.journal
    if not journal.header.events:
        return None
    if not position or not journal.records[position - 1].is_intent:
        return EventLog(timeline.simulation.world, called)
    timeline.seek(position - 1)
    log = EventLog(timeline.simulation.world, called)
    timeline.step()
    return log


def go_back_to(path: Path, turn: int) -> Play:
    """Continue a journal's game from a turn, at the latest from before its last intent.

    Returns:
        The game in a new journal: ``NAME.back-3-1.jsonl`` went back three times.

    Raises:
        JournalError: The journal cannot be read, its replay differs from the recording, or the new
            one cannot be written.
    """
    journal = load(path)
    timeline = timeline_of(path, journal)
    there = timeline.position_of_turn(max(0, turn))
    timeline.seek(min(there, _before_the_last_intent(journal)))
    if cast(Session, timeline.simulation).ending is not None:
        raise JournalError(phrase("branch", "over"))
    return branch(path, timeline, _name_after(path, journal.header.seed))


def _before_the_last_intent(journal: Journal) -> int:
    """Return the position before the last intent; records after it perform nothing."""
    intents = (n for n, record in enumerate(journal.records) if record.is_intent)
    return max(intents, default=0)


def _name_after(path: Path, seed: int) -> Path:
    """Name the new journal: raise the number in the name, so that names stay short."""
    times = sum(map(int, BACK.findall(path.name))) + 1
    if not os.access(path.parent, os.W_OK):
        path = new_journal_path(seed)
    return free_name(path.with_name(BACK.sub("", path.name)), f"back-{times}")
