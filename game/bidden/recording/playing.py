"""A game being played: a session with its journal, as the front end needs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from bidden.components.movement.position import Position
from bidden.content.mods import FIRST
from bidden.intents import Intent
from bidden.modding import usable
from bidden.perception.drawn.glimpses import Glimpses
from bidden.recording.folder.files import new_journal_path
from bidden.recording.told import Told
from bidden.session import GAME, Session
from bidden.state import called
from bidden.text import printable
from bidden.view import Glimpse, View
from eventcore import JournalError
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import EventLog, Keyframes, Recorder, Timeline


class Play(Told):
    """A game that is played and recorded.

    Attributes:
        notice: One line the player should see at the start; may be empty.
        back: The same game from some turns before, if the player went back.
    """

    def __init__(self, session: Session, recorder: Recorder, notice: str = "") -> None:
        self._session = session
        self.notice = notice
        self.back: Play | None = None
        self._recorder = recorder
        self._known = Keyframes()
        self._glimpses = Glimpses(session.world, session.player)

    @property
    def session(self) -> Session:
        """The game."""
        return self._session

    @property
    def path(self) -> Path:
        """Its journal."""
        return self._recorder.writer.path

    def view(self) -> View:
        """Return the present view."""
        return self.session.view(weighs=True)

    def perform(self, intent: Intent) -> None:
        """Record an intent and perform it. On a new level, save the state.

        Raises:
            JournalError: The intent cannot be recorded, for example because the disk is full.
        """
        level = self.session.player[Position].level
        self._recorder.perform(intent)
        if self.session.player[Position].level != level:
            self._recorder.keep_state()

    def happened(self) -> tuple[Glimpse, ...]:
        """Return and forget what the player saw since the last call, in order."""
        return self._glimpses.take()

    def timeline_to_explain(self) -> Timeline:
        """Return the timeline of the journal, with every known state.

        States saved with other rules are included, because the replay notices differences. New
        states are not written beside the journal.
        """
        journal, rules = load(self.path), self.session.header.rules
        for keyframe in self._recorder.keyframes or ():
            self._known.add(attrs.evolve(keyframe, rules=rules))
        source = Session.source(journal, self.session.catalogue)
        return Timeline(journal, source, self._known, rules=rules)

    def go_back(self, turns: int) -> Play:
        """Continue from some turns before, in a new journal. The caller also closes that game.

        Raises:
            JournalError: The journal cannot be read, its replay differs from the recording, or the
                new one cannot be written.
        """
        from bidden.recording.branch import go_back_to

        self.back = go_back_to(self.path, self.session.world.turn - turns)
        return self.back

    def in_order(self) -> Iterator[Play]:
        """Yield this game, then each game that it went back to."""
        game: Play | None = self
        while game is not None:
            yield game
            game = game.back

    def close(self) -> None:
        """Write the last digest and a keyframe, and close the journal.

        Raises:
            JournalError: The end of the journal could not be written.
        """
        self._recorder.close()


def recorder_for(
    session: Session, writer: JournalWriter, log: EventLog | None = None, records: int = 0
) -> Recorder:
    """Return a recorder for a journal with some records; it also saves states beside it.

    Raises:
        JournalError: The events in the log cannot be written.
    """
    keyframes = Keyframes.beside(writer.path)
    return Recorder(session, writer, log, records=records, keyframes=keyframes)


def begin(
    seed: int,
    path: Path | None,
    *,
    debug: bool = False,
    level: str = FIRST,
    events: bool = False,
    mods: Sequence[str] | None = None,
) -> Play:
    """Start a new game and its journal, by default in the user's data folder.

    Args:
        seed: The seed.
        path: The journal.
        debug: Whether to check every dispatch.
        level: The first level.
        events: Whether to record settled events too.
        mods: The names of its mods; None for all installed mods that work.

    Raises:
        JournalError: The journal exists already or cannot be written.
    """
    logs: list[EventLog] = []
    watch = (lambda world: logs.append(EventLog(world, called))) if events else None
    mods = usable().mods if mods is None else mods
    session = Session(seed, debug=debug, level=level, mods=mods, watch=watch)
    names = logs[0].name_all() if logs else {}
    header = attrs.evolve(session.header, events=events, names=names)
    writer = JournalWriter.create(path or new_journal_path(seed), header)
    return Play(session, recorder_for(session, writer, logs[0] if logs else None))


def load(path: Path, *, events: bool = False) -> Journal:
    """Read a journal of this game.

    Raises:
        JournalError: The file cannot be read, or is a journal of another game.
    """
    journal = Journal.read(path, events=events)
    if journal.header.game != GAME:
        game = printable(repr(journal.header.game), 100)
        raise JournalError(f"{path}: is a journal of {game}, not of {GAME}")
    return journal


def timeline_of(path: Path, journal: Journal, *, write: bool = True) -> Timeline:
    """Return the timeline of a journal with the keyframes beside it. It may write more of them.

    Raises:
        JournalError: The journal begins on an unknown level.
    """
    keyframes = Keyframes.beside(path, write=write)
    rules = Session.of_journal(journal, read=False).header.rules
    return Timeline(journal, Session.source(journal), keyframes, rules=rules)
