"""A game being played: a session with its journal, as the front end needs it."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter, read_journal
from eventcore.replay import Playback, Recorder
from game.datafiles import ContentError
from game.intents import Intent
from game.session import FIRST, GAME, Session
from game.view import View

__all__ = [
    "Play",
    "Show",
    "begin",
    "continue_from",
    "differences",
    "load",
    "new_journal_path",
    "session_for",
]


class Play:
    """A game that is played and recorded.

    Attributes:
        session: The game.
        path: Its journal.
        notice: One line the player should see at the start; may be empty.
    """

    def __init__(self, session: Session, writer: JournalWriter, notice: str = "") -> None:
        self.session = session
        self.path = writer.path
        self.notice = notice
        self._recorder = Recorder(session, writer)

    def view(self) -> View:
        """Show what the player knows."""
        return self.session.view()

    def perform(self, intent: Intent) -> None:
        """Record an intent and perform it.

        Raises:
            JournalError: It could not be recorded.
        """
        self._recorder.perform(intent)

    def close(self) -> None:
        """Write the last digest and close the journal."""
        self._recorder.close()


class Show:
    """A journal played back for the front end."""

    def __init__(self, playback: Playback, session: Session) -> None:
        self._playback = playback
        self._session = session

    def view(self) -> View:
        """Show what the player knew."""
        return self._session.view()

    def step(self) -> bool:
        """Play the next record; say False at the end."""
        return self._playback.step()

    @property
    def position(self) -> int:
        """How many records were played."""
        return self._playback.position

    @property
    def length(self) -> int:
        """How many records there are."""
        return self._playback.length

    @property
    def diverged(self) -> str:
        """The first difference from the recording in one line; empty while there is none."""
        return "" if self._playback.divergence is None else str(self._playback.divergence)


def begin(seed: int, path: Path | None, *, debug: bool = False, level: str = FIRST) -> Play:
    """Begin a new game and its journal, in the user's data folder if none is named.

    Raises:
        JournalError: The journal exists already or cannot be written.
    """
    session = Session(seed, debug=debug, level=level)
    writer = JournalWriter.create(path or new_journal_path(seed), session.header)
    return Play(session, writer)


def load(path: Path) -> Journal:
    """Read a journal of this game.

    Raises:
        JournalError: It cannot be read, or is of another game.
    """
    journal = read_journal(path)
    if journal.header.game != GAME:
        raise JournalError(f"{path}: is a journal of {journal.header.game!r}, not of {GAME}")
    return journal


def session_for(journal: Journal) -> Session:
    """Make the session that a journal begins with.

    Raises:
        JournalError: It begins on a level that this version does not have.
    """
    level = journal.header.mods[0] if journal.header.mods else FIRST
    try:
        return Session(journal.header.seed, level=level)
    except ContentError as error:
        raise JournalError(f"the journal begins on another game's level: {error}") from None


def differences(session: Session, journal: Journal) -> list[str]:
    """Say in a line each what a journal was recorded with that is another now."""
    now, then = session.header, journal.header
    notes = []
    if now.chains != then.chains:
        notes.append("recorded with other handlers than this version's")
    if now.content != then.content:
        notes.append("recorded with other content than this version's")
    if now.mods != then.mods:
        notes.append(f"recorded with {', '.join(then.mods)}, which this version does not have")
    return notes


def continue_from(path: Path, journal: Journal) -> Play:
    """Go on with a game from its journal.

    Raises:
        JournalError: The journal is damaged, does not replay the same, or cannot
            be written.
    """
    if journal.problem is not None and not journal.problem.torn:
        raise JournalError(f"{path}: {journal.problem}; it cannot be continued")
    session = session_for(journal)
    playback = Playback(session, journal)
    while playback.step():
        pass
    if playback.divergence is not None:
        raise JournalError(
            f"{path}: cannot be continued, its replay {playback.divergence}; "
            "it was recorded by another version of the game, or changed since"
        )
    notice = f"The end of the journal was torn and is cut off: {journal.problem}"
    return Play(session, JournalWriter.resume(path, journal), notice if journal.problem else "")


def new_journal_path(seed: int) -> Path:
    """Name a new journal in the user's data folder."""
    # The clock names the file and nothing else; no simulation sees it.
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = user_data_path("bidden", appauthor=False) / "journals"
    return folder / f"{now}-seed{seed}-{os.getpid()}.jsonl"
