"""Continue a game from its journal, even if the file is damaged or the rules have changed."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import cast

from bidden.content.mods import missing_from
from bidden.recording.folder.files import free_name
from bidden.recording.playing import Play, load
from bidden.session import Session
from bidden.state import enumerated
from bidden.text import numbered
from bidden.words import phrase
from eventcore import JournalError
from eventcore.journal import Journal
from eventcore.replay import Continuation, Keyframes


def resume(path: Path, journal: Journal) -> Play:
    """Continue a game from its journal.

    A torn end is cut off. A damaged journal stays as it is, and the game continues in
    a copy of the intact part. If the rules have changed, the game continues with today's rules from
    its end. If its replay differs now, it continues from the newest keyframe, and if a handler
    raises an error, from before that. The old journal is kept beside it.

    Raises:
        JournalError: The journal cannot be written, one of its mods is not installed, or no state
            of it can be restored.
    """
    if journal.problem is not None and not journal.problem.torn:
        return _in_a_copy(path, journal)
    with journal.errors_named():
        play = _go_on(path, journal)
    if journal.problem is not None:
        torn = phrase("resume", "torn", problem=journal.problem)
        play.notice = f"{torn}. {play.notice}" if play.notice else torn
    return play


def _in_a_copy(path: Path, journal: Journal) -> Play:
    copy = free_name(path, "saved")
    journal.copy_to(copy)
    with suppress(OSError):  # states are only a cache
        shutil.copyfile(f"{path}.keys", f"{copy}.keys")
    try:
        play = resume(copy, load(copy))
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    left = phrase("resume", "copied", path=path.name, problem=journal.problem, copy=copy.name)
    play.notice = f"{left}. {play.notice}" if play.notice else left
    return play


def _go_on(path: Path, journal: Journal) -> Play:
    missing = missing_from(journal.header)
    if missing:
        raise JournalError(phrase("resume", "no mods", path=path, mods=enumerated([*missing])))
    rules = Session.of_journal(journal, read=False).header.rules
    keyframes = Keyframes.beside(path)
    try:
        found = Continuation.find(journal, Session.source(journal), keyframes, rules, quick=True)
    except JournalError as error:
        hint = _who_goes_on(journal, quote(str(path)))
        raise JournalError(phrase("resume", "failed", path=path, error=error, hint=hint)) from None
    session = cast(Session, found.simulation)
    if not found.reason:
        return Play(session, found.recorder(path, keyframes))
    kept = _keep_beside(path)
    try:
        recorder = found.recorder(path, keyframes)
    except JournalError:
        with suppress(OSError):
            kept.unlink()
        raise
    lost = found.lost
    notice = phrase(
        "resume",
        "kept" if not lost else "one lost" if lost == 1 else "some lost",
        turn=session.world.turn,
        lost=numbered("action", lost),
        reason=found.reason,
        kept=kept.name,
    )
    return Play(session, recorder, notice)


def _who_goes_on(journal: Journal, path: str) -> str:
    """Name the version that can continue a journal that this one cannot."""
    then = journal.last_header.written_by
    now = Session.of_journal(journal, read=False).header.written_by
    return phrase(
        "resume", "this version" if then == now else "other version", then=then, now=now, path=path
    )


def _keep_beside(path: Path) -> Path:
    """Copy a journal to an unused name beside it.

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
