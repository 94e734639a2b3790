"""Going on with a game from its journal, whatever became of the file or of the rules."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import cast

from bidden.amounts import numbered
from bidden.components.movement.position import Position
from bidden.content.mods import missing_from
from bidden.recording import Forcing
from bidden.recording.branch import carry_waymarks
from bidden.recording.folder.files import free_name
from bidden.recording.folder.kept import led_on, states_of, without_states
from bidden.recording.playing import (
    Play,
    load,
    recorder_for,
    timeline_of,
)
from bidden.session import Session
from bidden.state import called, enumerated
from eventcore import JournalError, RaisedError, SaveError
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.files import is_packed
from eventcore.replay import EventLog, Keyframes, Playback, Recorder
from eventcore.replay.keyframes import keyframe_of

_EVERY = 100
"""On the way to its end a keyframe of a game is kept after so many records."""
_OTHER_VERSION = "it was recorded by another version"


def resume(path: Path, journal: Journal, *, sync: Forcing = "close") -> Play:
    """Go on with a game from its journal.

    A torn end is cut off. A damaged or compressed journal is left as it is: all before the damage
    is copied to another, and the game goes on there. Where it was recorded by other
    rules than this version's it goes on by these, from where it was, or if its replay goes
    another way now, from the newest keyframe; where a handler raises, from before that. The
    journal as it was is kept beside it.

    Raises:
        JournalError: The journal cannot be written, a mod it was recorded with is not installed, or
            no state of it can be restored.
    """
    if is_packed(path) or (journal.problem is not None and not journal.problem.torn):
        return _in_a_copy(path, journal, sync)
    with journal.errors_named():
        play = _go_on(path, journal, sync)
    if journal.problem is not None:
        torn = f"The end of the journal was torn and is cut off: {journal.problem}"
        play.notice = f"{torn}. {play.notice}" if play.notice else torn
    return play


def _in_a_copy(path: Path, journal: Journal, sync: Forcing) -> Play:
    """Go on in a copy of what is whole, with what was marked by then."""
    copy = free_name(path, "saved")
    journal.copy_to(copy)
    with suppress(OSError):  # states are only a cache
        shutil.copyfile(f"{path}.keys", f"{copy}.keys")
    try:
        play = resume(copy, load(copy), sync=sync)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    carry_waymarks(path, play)
    why = journal.problem or "is compressed"
    left = f"{path.name}: {why}; it is left as it is. The game goes on in {copy.name}"
    play.notice = f"{left}. {play.notice}" if play.notice else left
    return play


def _go_on(path: Path, journal: Journal, sync: Forcing) -> Play:
    missing = missing_from(journal.header)
    if missing:
        reason = f"it was recorded with {enumerated([*missing])}, not installed here"
        raise JournalError(f"{path}: cannot be continued: {reason}")
    now = Session.of_journal(journal, read=False).header
    rules = now.rules
    same = journal.last_header.rules == rules
    try:
        session, log = _replayed(path, journal, rules)
    except RaisedError as error:
        return _before_the_error(path, journal, error, sync)
    except (_Diverged, JournalError) as reason:
        why = "it, or this program, was changed since it was recorded" if same else _OTHER_VERSION
        why = f"{why}: {reason}"
        return _from_state(path, journal, why, sync)
    if same:
        writer = JournalWriter.resume(path, journal, sync=sync)
        return Play(session, recorder_for(session, writer, log, len(journal.records)))
    return _by_other_rules(path, journal, session, len(journal.records), _OTHER_VERSION, sync)


class _Diverged(Exception):
    """A replay went another way than its recording."""


def _replayed(path: Path, journal: Journal, rules: str) -> tuple[Session, EventLog | None]:
    """Play a journal to its end; the log holds what its last intent led to.

    It is played from the newest keyframe by these rules, if that leads to its end, else from
    where these rules came into force; then keyframes are kept on the way.

    Raises:
        _Diverged: The replay differs from what was recorded.
        JournalError: The journal cannot be played.
    """
    last = len(journal.records) - 1
    kept = Keyframes.beside(path, write=bool(rules))
    keyframe = kept.before(last, journal, rules)
    if keyframe is not None:
        try:
            session = Session.restore(keyframe.state)
            return _played_on(journal, session, keyframe.position)
        except (SaveError, JournalError, _Diverged):
            pass  # it is only a cache
    for position in range(last, -1, -1):
        upgrade = journal.upgrade(position)
        if upgrade is not None:
            try:
                session = Session.restore(upgrade.saved())
            except SaveError as error:
                raise JournalError(f"line {journal.lines[position]}: {error}") from None
            session.digest.seal()
            return _played_on(journal, session, position + 1, kept)
    return _played_on(journal, Session.of_journal(journal), 0, kept)


def _played_on(
    journal: Journal, session: Session, position: int, kept: Keyframes | None = None
) -> tuple[Session, EventLog | None]:
    playback = Playback(session, journal, position=position, restore=Session.restore)
    last = playback.length - 1
    log: EventLog | None = None
    level = _level(playback)
    while playback.divergence is None and playback.position <= last:
        if playback.position == last and journal.records[last].is_intent:
            log = _log_for(journal, playback)
        playback.step()
        there = _level(playback)
        if kept is not None and ((playback.position - position) % _EVERY == 0 or there != level):
            _keep(kept, journal, playback)
        level = there
    if playback.divergence is not None:
        where = "in its replay" if playback.divergence.field == "state" else "its replay"
        raise _Diverged(f"{where} {playback.divergence}")
    return cast(Session, playback.simulation), log or _log_for(journal, playback)


def _level(playback: Playback) -> int:
    return cast(Session, playback.simulation).player[Position].level


def _keep(kept: Keyframes, journal: Journal, playback: Playback) -> None:
    """Keep a keyframe of where a replay has come to, if it has gone the recorded way."""
    session, position = cast(Session, playback.simulation), playback.position
    if playback.divergence is None:
        rules, turn = session.header.rules, session.world.turn
        checksum = journal.sums[position - 1]
        kept.add(keyframe_of(rules, position, turn, checksum, session.save()))


def _log_for(journal: Journal, playback: Playback) -> EventLog | None:
    return EventLog(playback.simulation.world, called) if journal.header.events else None


def _before_the_error(path: Path, journal: Journal, error: RaisedError, sync: Forcing) -> Play:
    """Go on from before the intent in whose course a handler raised an error.

    Raises:
        JournalError: The records before the error replay differently, and no state of them can be
            restored.
    """
    position = journal.lines.index(error.line)
    timeline = timeline_of(path, journal)
    timeline.seek(position)
    if timeline.diverged_before(position):
        return _from_state(path, journal, str(error), sync)
    session = cast(Session, timeline.simulation)
    return _by_other_rules(path, journal, session, position, str(error), sync)


def _from_state(path: Path, journal: Journal, why: str, sync: Forcing) -> Play:
    """Go on from the newest state that this version can restore, and what it leads to still.

    Where none can be, and no more than the state differs, go on from the end.

    Raises:
        JournalError: No state of the journal can be restored.
    """
    refused = ""
    for position, turn, state in states_of(path, journal):
        try:
            session, position = led_on(journal, state, position)
        except SaveError as error:
            refused = refused or f"that of turn {turn}: {error}"
            continue
        return _by_other_rules(path, journal, session, position, why, sync)
    try:
        session, _ = _replayed(path, without_states(journal), rules="")
    except (JournalError, _Diverged):
        raise JournalError(
            f"{path}: cannot be continued: {why}. No state of it can be restored: "
            f"{refused or 'none is kept beside it'}. {_who_goes_on(journal)}. Watch it with: "
            f"bidden replay {quote(str(path))}; where it is as it was recorded, o plays on from "
            "there"
        ) from None
    return _by_other_rules(path, journal, session, len(journal.records), why, sync)


def _who_goes_on(journal: Journal) -> str:
    """Say which version can go on with a journal that this one cannot."""
    then, now = (
        journal.last_header.written_by,
        Session.of_journal(journal, read=False).header.written_by,
    )
    if then == now:
        return f"It was recorded by {then}, which this is"
    return f"It goes on with what recorded it, {then}; this is {now}"


def _by_other_rules(
    path: Path, journal: Journal, session: Session, position: int, why: str, sync: Forcing
) -> Play:
    """Go on by this version's rules, and record that from here on they hold."""
    kept = _keep_beside(path)
    lost = sum(record.is_intent for record in journal.records[position:])
    turn = session.world.turn
    try:
        writer = JournalWriter.resume(path, journal, sync=sync)
        try:
            log = EventLog(session.world, called) if journal.header.events else None
            recorder = recorder_for(session, writer, log, len(journal.records))
            recorder.mark_upgrade(position, lost)
            _keep_upgraded(recorder, session)
        except JournalError:
            writer.close()
            raise
    except JournalError:
        with suppress(OSError):
            kept.unlink()
        raise
    are = "is" if lost == 1 else "are"
    gone = f"; {numbered('intent', lost)} after it {are} lost" if lost else ""
    notice = (
        f"The game goes on from turn {turn}{gone}, for {why}. "
        f"Its journal as it was is kept in {kept.name}"
    )
    return Play(session, recorder, notice)


def _keep_upgraded(recorder: Recorder, session: Session) -> None:
    """Keep a keyframe where other rules come into force: what led there may be lost to them."""
    rules, turn, checksum = session.header.rules, session.world.turn, recorder.writer.sum
    if recorder.keyframes is not None:
        state = session.save()
        recorder.keyframes.add(keyframe_of(rules, recorder.records, turn, checksum, state))


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
