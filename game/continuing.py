"""Going on with a game from its journal, whatever became of the file or of the rules."""

from __future__ import annotations

import shutil
from base64 import b64encode
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import cast
from zlib import compress

from eventcore import JournalError, RaisedError, SaveError
from eventcore.journal import Header, Journal, JournalWriter, Sync, Upgrade, copy_journal
from eventcore.journal.files import STDIN
from eventcore.journal.format import INTENT, UPGRADE, decode_upgrade, encode_upgrade
from eventcore.replay import EventLog, Keyframes, Playback, Recorder, Timeline, rules_of
from eventcore.replay.playback import unpack
from game.playing import Play, load, session_for, timeline_of
from game.session import Session

__all__ = ["branch", "continue_from", "free_name", "take_over"]

_OTHER_VERSION = "it was recorded by another version"


def continue_from(path: Path, journal: Journal, *, sync: Sync = Sync.CLOSE) -> Play:
    """Go on with a game from its journal.

    A torn end is cut off. Of a damaged journal, which is left as it is, all before the
    damage is copied to another, and the game goes on there. Where it was recorded by other
    rules than this version's it goes on by these, from where it was, or if its replay goes
    another way now, from the newest keyframe; where a handler raises, from before that. The
    journal as it was is kept beside it.

    Raises:
        JournalError: It cannot be written, or no state of it can be restored.
    """
    notice = ""
    if journal.problem is not None and journal.problem.torn:
        notice = f"The end of the journal was torn and is cut off: {journal.problem}"
    elif journal.problem is not None:
        damaged, path = path, free_name(path, "saved")
        copy_journal(damaged, journal.size, path)
        left = f"{damaged.name}: {journal.problem}; it is left as it is."
        notice = f"{left} The game goes on in {path.name}"
        journal = load(path)
    now = session_for(journal).header
    rules = rules_of(now)
    same = rules_of(_rules_in_force(journal)) == rules
    try:
        session, log = _replayed(path, journal, rules)
    except RaisedError as error:
        return _before_the_error(path, journal, error, sync)
    except (_Parted, JournalError) as reason:
        why = "it, or this program, was changed since it was recorded" if same else _OTHER_VERSION
        why = f"{why}: {reason}"
        return _from_keyframe(path, journal, why, sync)
    if same:
        writer = JournalWriter.resume(path, journal, sync=sync)
        return Play(session, Recorder(session, writer, log), len(journal.records), notice)
    return _by_other_rules(path, journal, session, len(journal.records), _OTHER_VERSION, sync)


def take_over(
    path: Path, journal: Journal, position: int, target: Path, *, sync: Sync = Sync.CLOSE
) -> Play:
    """Go on from the middle of a recorded game, in a new journal that begins as it did.

    Args:
        path: The recorded game.
        journal: What it holds.
        position: After how many of its records.
        target: The new journal.
        sync: When it is forced to the disk.

    Raises:
        JournalError: The file exists already, or the game cannot be gone on with from there.
    """
    timeline = timeline_of(path, journal)
    timeline.seek(position)
    return branch(path, timeline, target, sync=sync)


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
    if timeline.parted_before(position):
        raise JournalError(f"{path}: cannot be gone on with from here: its replay goes another way")
    log = _log_of_last(timeline)
    size = journal.ends[position - 1] if position else journal.start
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"{target}: cannot be written: {error.strerror or error}") from None
    copy_journal(path, size, target)
    try:
        return _begin_branch(timeline, target, log, sync)
    except JournalError:
        target.unlink(missing_ok=True)
        raise


def _begin_branch(timeline: Timeline, target: Path, log: EventLog | None, sync: Sync) -> Play:
    position, session = timeline.position, cast(Session, timeline.simulation)
    copied = load(target)
    if copied.problem is not None or copied.sums != timeline.journal.sums[:position]:
        raise JournalError(f"{target}: the journal it begins with has changed since it was read")
    writer = JournalWriter.resume(target, copied, sync=sync)
    try:
        recorder = Recorder(session, writer, log)
        if rules_of(_rules_in_force(copied)) != rules_of(session.header):
            _mark_upgrade(recorder, session, position, 0)
            position += 1
    except JournalError:
        writer.close()
        raise
    notice = f"You play on from turn {session.world.turn}. It is recorded in {target}"
    return Play(session, recorder, position, notice)


def _log_of_last(timeline: Timeline) -> EventLog | None:
    """Give the log of the game a timeline has come to, with what its last intent led to."""
    position, journal = timeline.position, timeline.journal
    if not journal.header.events:
        return None
    if not position or journal.records[position - 1].kind != INTENT:
        return EventLog(timeline.simulation.world)
    timeline.seek(position - 1)
    log = EventLog(timeline.simulation.world)
    timeline.step()
    return log


class _Parted(Exception):
    """A replay went another way than its recording."""


def _replayed(path: Path, journal: Journal, rules: str) -> tuple[Session, EventLog | None]:
    """Play a journal to its end; the log holds what its last intent led to.

    It is played from the newest keyframe by these rules, if that leads to its end, else from
    where these rules came into force.

    Raises:
        _Parted: It goes another way now.
        JournalError: It cannot be played.
    """
    last = len(journal.records) - 1
    keyframe = Keyframes.beside(path).before(last, journal, rules)
    if keyframe is not None:
        try:
            session = Session.restore(unpack(keyframe.state))
            return _played_on(journal, session, keyframe.position)
        except (SaveError, JournalError, _Parted):
            pass  # it is only a cache
    for position in range(last, -1, -1):
        record = journal.records[position]
        if record.type == UPGRADE:
            upgrade = decode_upgrade(record, journal.lines[position])
            try:
                session = Session.restore(unpack(upgrade.state))
            except SaveError as error:
                raise JournalError(f"line {journal.lines[position]}: {error}") from None
            session.digest.seal()
            return _played_on(journal, session, position + 1)
    return _played_on(journal, session_for(journal), 0)


def _played_on(
    journal: Journal, session: Session, position: int
) -> tuple[Session, EventLog | None]:
    playback = Playback(session, journal, position=position, restore=Session.restore)
    last = playback.length - 1
    log: EventLog | None = None
    while playback.divergence is None and playback.position <= last:
        if playback.position == last and journal.records[last].kind == INTENT:
            log = _log_for(journal, playback)
        playback.step()
    if playback.divergence is not None:
        raise _Parted(f"its replay {playback.divergence}")
    return cast(Session, playback.simulation), log or _log_for(journal, playback)


def _log_for(journal: Journal, playback: Playback) -> EventLog | None:
    return EventLog(playback.simulation.world) if journal.header.events else None


def _rules_in_force(journal: Journal) -> Header:
    """Give the header whose rules a journal goes by at its end."""
    for record, line in zip(reversed(journal.records), reversed(journal.lines), strict=True):
        if record.type == UPGRADE:
            return decode_upgrade(record, line).header
    return journal.header


def _before_the_error(path: Path, journal: Journal, error: RaisedError, sync: Sync) -> Play:
    """Go on from before the intent in whose course a handler raised an error.

    Raises:
        JournalError: What led there differs from what was recorded, and no state of it can
            be restored.
    """
    position = journal.lines.index(error.line)
    timeline = timeline_of(path, journal)
    timeline.seek(position)
    if timeline.parted_before(position):
        return _from_keyframe(path, journal, str(error), sync)
    session = cast(Session, timeline.simulation)
    return _by_other_rules(path, journal, session, position, str(error), sync)


def _from_keyframe(path: Path, journal: Journal, why: str, sync: Sync) -> Play:
    """Go on from the newest state that this version can restore.

    Raises:
        JournalError: There is none.
    """
    for keyframe in Keyframes.beside(path).newest(journal):
        try:
            session = Session.restore(unpack(keyframe.state))
        except SaveError:
            continue
        return _by_other_rules(path, journal, session, keyframe.position, why, sync)
    raise JournalError(
        f"{path}: cannot be continued, and no state of it can be restored: {why}. Watch it with: "
        f"bidden replay {path}; where it is as it was recorded, o plays on from there"
    )


def _by_other_rules(
    path: Path, journal: Journal, session: Session, position: int, why: str, sync: Sync
) -> Play:
    """Go on by this version's rules, and record that from here on they hold."""
    kept = _keep_beside(path)
    lost = sum(record.kind == INTENT for record in journal.records[position:])
    turn = session.world.turn
    try:
        writer = JournalWriter.resume(path, journal, sync=sync)
        try:
            log = EventLog(session.world) if journal.header.events else None
            recorder = Recorder(session, writer, log)
            _mark_upgrade(recorder, session, position, lost)
        except JournalError:
            writer.close()
            raise
    except JournalError:
        with suppress(OSError):
            kept.unlink()
        raise
    gone = f"; {lost} intents after it are lost" if lost else ""
    notice = (
        f"The game goes on from turn {turn}{gone}, for {why}. "
        f"Its journal as it was is kept in {kept.name}"
    )
    return Play(session, recorder, len(journal.records) + 1, notice)


def _keep_beside(path: Path) -> Path:
    """Copy a journal as it is to a name beside it that nothing has.

    Raises:
        JournalError: The copy cannot be written; nothing is left of it.
    """
    kept = free_name(path, "before")
    try:
        shutil.copy2(path, kept)
    except OSError as error:
        with suppress(OSError):
            kept.unlink()
        raise JournalError(f"{kept}: cannot be written: {error.strerror or error}") from None
    return kept


def _mark_upgrade(recorder: Recorder, session: Session, position: int, lost: int) -> None:
    """Record that from here on this version's rules hold."""
    packed = b64encode(compress(session.save())).decode()
    upgrade = Upgrade(session.header, position, session.world.turn, lost, packed)
    recorder.mark(UPGRADE, 1, encode_upgrade(upgrade))


def free_name(path: Path, word: str) -> Path:
    """Find a name beside a file that nothing has."""
    stem, dot, rest = path.name.partition(".")
    for number in count(1):
        free = path.with_name(f"{stem}.{word}-{number}{dot}{rest}")
        if not free.exists():
            return free
    raise AssertionError
