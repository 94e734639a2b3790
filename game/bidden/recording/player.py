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
        target: How many records are to be played; the way there may take several moves.
        stopped: Why what comes after the end that is known cannot be played; empty while all
            can, as far as is known.
        game: The game that was taken over, for whoever has opened this to close it.
    """

    def __init__(self, path: Path, journal: Journal, *, write: bool = True) -> None:
        """Begin before the first record.

        Args:
            path: The journal; keyframes are kept beside it.
            journal: What it holds.
            write: Whether to keep more keyframes there on the way.

        Raises:
            JournalError: The journal begins on a level that this version does not have.
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
        """Tell why an event happened, from the journal that is played back."""
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
        """Want to be where so many records have been played."""
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
        """Let the journal end here, before a record that cannot be played."""
        self.stopped = reason
        self._length = self.target = self.position
        self._timeline.seek(self.position)  # away from the record that is half played

    def look_ahead(self) -> None:
        """Find more of the notable moments, for a very short while."""
        self._search.go_on(_GLANCE)

    def turn_of(self, position: int) -> int:
        """Give the turn at a position."""
        return self._timeline.turn_of(position)

    def position_of_turn(self, turn: int) -> int:
        """Give the first position at which a turn has begun; the end for one never reached."""
        return self._timeline.position_of_turn(turn)

    def after_turns(self, position: int, turns: int) -> int:
        """Give the position so many turns after another, or before it where they are negative."""
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
            raise JournalError("the game is over there: go back to where it was not")
        target = free_name(self._path, f"turn-{self._timeline.turn}")
        if not os.access(target.parent, os.W_OK):
            target = new_journal_path(self._timeline.journal.header.seed)
        self.game = branch(self._path, self._timeline, target, sync="always")
        return self.game

    def taken_over(self) -> list[Play]:
        """Give the games that were played on from here, one after the other."""
        return [] if self.game is None else [*self.game.in_order()]
