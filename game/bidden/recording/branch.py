"""Branching: playing on from the middle of a recorded game, in a journal of its own."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import cast
from zlib import compress

from bidden.recording.folder.paths import told_path
from bidden.recording.marking.waymarks import Waymarks, read_waymarks
from bidden.recording.playing import Play, load, recorder_for
from bidden.session import Session
from bidden.state import called
from eventcore import JournalError
from eventcore.journal import (
    INTENT,
    STDIN,
    UPGRADE,
    Header,
    Journal,
    JournalWriter,
    Sync,
    Upgrade,
    copy_journal,
    decode_upgrade,
    encode_upgrade,
)
from eventcore.replay import EventLog, Recorder, Timeline, rules_of


def branch(path: Path, timeline: Timeline, target: Path, *, sync: Sync = Sync.CLOSE) -> Play:
    """Go on from where a timeline is, in a new journal that begins as its journal did.

    The game the timeline has come to is the one that is played on: once this has been
    done the timeline must not be moved.

    Args:
        path: The recorded game.
        timeline: Of it.
        target: The new journal; of what was recorded by other rules than this version's, it
            says that from here on these hold.
        sync: When the new journal is forced to the disk.

    Raises:
        JournalError: The file exists already, what leads there differs from what was
            recorded, or one of the two cannot be read or written.
    """
    position, journal = timeline.position, timeline.journal
    if path == STDIN:
        raise JournalError("what came by standard input cannot be gone on with: save it first")
    if timeline.diverged_before(position):
        raise JournalError(f"{path}: cannot be gone on with from here: its replay goes another way")
    log = _log_of_last(timeline)
    size = journal.ends[position - 1] if position else journal.start
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"{target}: cannot be written: {error.strerror or error}") from None
    copy_journal(path, size, target)
    try:
        game = _begin_branch(timeline, target, log, sync)
    except JournalError:
        target.unlink(missing_ok=True)
        raise
    carry_waymarks(path, game)
    return game


def carry_waymarks(path: Path, game: Play) -> None:
    """Have marked in a game what was marked, by the turn it is in, in that of another journal."""
    marked = read_waymarks(path).until(game.session.world.turn)
    if marked != Waymarks():
        game.mark(marked)


def _begin_branch(timeline: Timeline, target: Path, log: EventLog | None, sync: Sync) -> Play:
    position, session = timeline.position, cast(Session, timeline.simulation)
    copied = load(target)
    if copied.problem is not None or copied.sums != timeline.journal.sums[:position]:
        raise JournalError(f"{target}: the journal it begins with has changed since it was read")
    writer = JournalWriter.resume(target, copied, sync=sync)
    try:
        recorder = recorder_for(session, writer, log, position)
        if rules_of(rules_in_force(copied)) != rules_of(session.header):
            mark_upgrade(recorder, session, position, 0)
    except JournalError:
        writer.close()
        raise
    notice = f"You play on from turn {session.world.turn}. It is recorded in {told_path(target)}"
    return Play(session, recorder, notice)


def _log_of_last(timeline: Timeline) -> EventLog | None:
    """Give the log of the game a timeline has come to, with what its last intent led to."""
    position, journal = timeline.position, timeline.journal
    if not journal.header.events:
        return None
    if not position or journal.records[position - 1].kind != INTENT:
        return EventLog(timeline.simulation.world, called)
    timeline.seek(position - 1)
    log = EventLog(timeline.simulation.world, called)
    timeline.step()
    return log


def rules_in_force(journal: Journal) -> Header:
    """Give the header whose rules a journal goes by at its end."""
    for record, line in zip(reversed(journal.records), reversed(journal.lines), strict=True):
        if record.type == UPGRADE:
            return decode_upgrade(record, line).header
    return journal.header


def mark_upgrade(recorder: Recorder, session: Session, position: int, lost: int) -> None:
    """Record that from here on this version's rules hold."""
    packed = b64encode(compress(session.save())).decode()
    upgrade = Upgrade(session.header, position, session.world.turn, lost, packed)
    recorder.mark(UPGRADE, 1, encode_upgrade(upgrade))
