"""Player: a journal played back for the front end, to any place, a little at a time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import cast

from bidden.recording.branch import branch
from bidden.recording.folder.files import free_name, new_journal_path
from bidden.recording.marking.marks import MarkSearch
from bidden.recording.playing import Play, timeline_of
from bidden.recording.told import Told
from bidden.session import Session
from bidden.shown.games import Mark
from bidden.view import View
from eventcore import JournalError
from eventcore.journal import Journal

_STRIDE = 0.06
"""Seconds that moving on takes at most, before keys are listened to again."""
_GLANCE = 0.01
"""Seconds that looking ahead takes at a time."""


class JournalPlayer(Told):
    """A journal played back for the front end.

    Attributes:
        all_seeing: Whether the view shows the whole level.
        target: The number of records to play. Getting there may take several moves.
        stopped: Why the records after the known end cannot be played, or "".
        game: The game that was taken over, which the caller must close.
    """

    def __init__(self, path: Path, journal: Journal, *, write: bool = True) -> None:
        """Create a playback before the first record.

        Args:
            path: The journal. Keyframes lie beside it.
            journal: The contents of the journal.
            write: Whether to write more keyframes on the way.

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
        """Show what the player knew, or on the map the whole level."""
        return self.session.view(all_seeing=self.all_seeing, weighs=True)

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        """Explain an event, from the journal that is played back."""
        # Few ask, and it needs a third of the library.
        from bidden.recording.explain import why

        return why(self._timeline.from_start, turn, sequence, brief=brief, plain=plain)

    @property
    def position(self) -> int:
        """How many records were played."""
        return self._timeline.position

    @property
    def length(self) -> int:
        """How many records can be played, as far as is known."""
        return self._length

    @property
    def last_turn(self) -> int:
        """The turn at the end."""
        return self._timeline.turn_of(self.length)

    @property
    def diverged(self) -> str:
        """The first difference from the recording in one line; empty while there is none."""
        return "" if self._timeline.divergence is None else str(self._timeline.divergence)

    @property
    def marks(self) -> Sequence[Mark]:
        """The notable moments known so far, in order."""
        return self._search.marks

    @property
    def surveyed(self) -> int:
        """Of how many records the notable moments are known."""
        return self._search.position

    @property
    def looks_ahead(self) -> bool:
        """Whether looking ahead may find more of them."""
        return not self._search.over

    @property
    def session(self) -> Session:
        """The game, where it is."""
        return cast(Session, self._timeline.simulation)

    def aim(self, position: int) -> None:
        """Set the number of records to play."""
        self.target = min(max(position, 0), self.length)

    def move_on(self) -> bool:
        """Come nearer to the target, for a short while; say False when there already.

        At a record that cannot be played the way ends, and so does the journal from now on.
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
        """End the journal before a record that cannot be played."""
        self.stopped = reason
        self._length = self.target = self.position
        self._timeline.seek(self.position)  # away from the record that is half played

    def look_ahead(self) -> None:
        """Find more of the notable moments, for a very short while."""
        self._search.go_on(_GLANCE)

    def turn_of(self, position: int) -> int:
        """Return the turn at a position."""
        return self._timeline.turn_of(position)

    def position_of_turn(self, turn: int) -> int:
        """Return the first position of a turn, or the end if it is never reached."""
        return self._timeline.position_of_turn(turn)

    def after_turns(self, position: int, turns: int) -> int:
        """Return the position some turns after another, or before it if ``turns`` is negative."""
        return self._timeline.after_turns(position, turns)

    def take_over(self) -> Play:
        """Play on from the target, in a new journal beside this one.

        Raises:
            JournalError: The new journal cannot be written, or the game cannot be played on from
                there.
        """
        while self.move_on():
            pass
        if self.session.ending is not None:
            raise JournalError("the game is already over on that turn: go back further")
        target = free_name(self._path, f"turn-{self._timeline.turn}")
        if not os.access(target.parent, os.W_OK):
            target = new_journal_path(self._timeline.journal.header.seed)
        self.game = branch(self._path, self._timeline, target)
        return self.game

    def taken_over(self) -> list[Play]:
        """Return the games that were continued from here, in order."""
        return [] if self.game is None else [*self.game.in_order()]
