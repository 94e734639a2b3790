"""Player: a journal played back for the front end, to any position, a little at a time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import cast

from bidden.recording.branch import branch
from bidden.recording.folder.files import free_name, new_journal_path
from bidden.recording.marks import MarkSearch
from bidden.recording.playing import Play, timeline_of
from bidden.recording.told import Told
from bidden.session import Session
from bidden.shown.games import Mark
from bidden.view import View
from bidden.words import phrase
from eventcore import JournalError
from eventcore.journal import Journal
from eventcore.replay import Timeline

_STRIDE = 0.06
"""The maximum number of seconds to play records before keys are read again."""
_GLANCE = 0.01
"""The number of seconds to look ahead at a time."""


class JournalPlayer(Told):
    """A journal played back for the front end.

    Attributes:
        all_seeing: Whether the view shows the whole level.
        target: The number of records to play. Getting there may take several moves.
        stopped: Why the records after the known end cannot be played, or "".
        game: The game that was taken over, which the caller must close.
    """

    def __init__(self, path: Path, journal: Journal, *, write: bool = True) -> None:
        """Create a playback before the first record; it may write more keyframes.

        Raises:
            JournalError: The journal begins on an unknown level.
        """
        self.all_seeing = False
        self.target = 0
        self.stopped = ""
        self.game: Play | None = None
        self._path = path
        self._timeline = timeline_of(path, journal, write=write)
        self._search = MarkSearch(self._timeline.from_start())
        self._length = self._timeline.length

    def view(self) -> View:
        """Return what the player knew; with ``all_seeing``, the map shows the whole level."""
        return self.session.view(all_seeing=self.all_seeing, weighs=True)

    def timeline_to_explain(self) -> Timeline:
        """Return a timeline that may be moved."""
        return self._timeline.from_start()

    @property
    def position(self) -> int:
        """The number of records played."""
        return self._timeline.position

    @property
    def length(self) -> int:
        """The number of records that can be played; a later error may lower it."""
        return self._length

    @property
    def last_turn(self) -> int:
        """The turn at the end."""
        return self._timeline.turn_of(self.length)

    @property
    def diverged(self) -> str:
        """The first difference from the recording in one line, or ""."""
        return "" if self._timeline.divergence is None else str(self._timeline.divergence)

    @property
    def marks(self) -> Sequence[Mark]:
        """The known notable moments, in order."""
        return self._search.marks

    @property
    def surveyed(self) -> int:
        """The number of records whose notable moments are known."""
        return self._search.position

    @property
    def looks_ahead(self) -> bool:
        """Whether ``look_ahead`` may find more of them."""
        return not self._search.over

    @property
    def session(self) -> Session:
        """The game at this position."""
        return cast(Session, self._timeline.simulation)

    def aim(self, position: int) -> None:
        """Set the number of records to play."""
        self.target = min(max(position, 0), self.length)

    def play_to_end(self) -> None:
        """Play all records that can be played."""
        self.aim(self.length)
        while self.move_on():
            pass

    @property
    def problems(self) -> tuple[str, ...]:
        """The first difference from the recording, and why the rest cannot be played, if any."""
        return tuple(filter(None, (self.diverged, self.stopped)))

    def move_on(self) -> bool:
        """Play towards the target for a short while. Return False if it was already reached.

        A record that cannot be played becomes the end of the journal.
        """
        if self.position == self.target:
            return False
        until = perf_counter() + _STRIDE
        self._timeline.approach(self.target)
        try:
            while self.position < self.target and perf_counter() < until:
                self._timeline.step()
        except JournalError as error:
            self._stop(str(error))
        return True

    def _stop(self, reason: str) -> None:
        self.stopped = reason
        self._length = self.target = self.position
        self._timeline.seek(self.position)  # leave the half-played record

    def look_ahead(self) -> None:
        """Search for notable moments for a very short while."""
        self._search.go_on(_GLANCE)

    def turn_of(self, position: int) -> int:
        """Return the turn at a position."""
        return self._timeline.turn_of(position)

    def position_of_turn(self, turn: int) -> int:
        """Return the first position of a turn, or the end if it is never reached."""
        return self._timeline.position_of_turn(turn)

    def after_turns(self, position: int, turns: int) -> int:
        """Return the position some turns after another, or before it if ``turns`` is negative.

        If that turn has no records, use the next turn in the same direction that has records.
        """
        timeline = self._timeline
        turn = timeline.turn_of(position) + turns
        if turns < 0:
            turn = timeline.turn_of(max(timeline.end_of_turn(turn) - 1, 0))
        return timeline.position_of_turn(turn)

    def take_over(self) -> Play:
        """Continue from the target, in a new journal beside this one.

        Raises:
            JournalError: The new journal cannot be written, or the game cannot be continued there.
        """
        while self.move_on():
            pass
        if self.session.ending is not None:
            raise JournalError(phrase("branch", "over by then"))
        target = free_name(self._path, f"turn-{self._timeline.turn}")
        if not os.access(target.parent, os.W_OK):
            target = new_journal_path(self._timeline.journal.header.seed)
        self.game = branch(self._path, self._timeline, target)
        return self.game

    def taken_over(self) -> list[Play]:
        """Return the games that were continued from here, in order."""
        return [] if self.game is None else [*self.game.in_order()]
