"""The latest few states of a game, kept in memory: one asks why of what has just happened."""

from __future__ import annotations

from typing import Final

from bidden.session import Session
from eventcore.replay import Keyframes, Recorder

_EVERY: Final = 25
"""After so many records a state is kept: fewer than that are to be played once more."""
_MOST: Final = 3
"""So many are kept. Each is as large as a saved game."""


class NearStates:
    """Keeps them among the keyframes that are known."""

    def __init__(self, known: Keyframes, records: int) -> None:
        """Begin with none, where so many records were made."""
        self._known = known
        self._last = records

    def keep(self, session: Session, recorder: Recorder) -> None:
        """Keep the state of a game as it is now, if that is due; in place of the oldest one."""
        if recorder.records - self._last < _EVERY:
            return
        self._last = recorder.records
        self._known.add(recorder.keyframe(session.save()), recent=_MOST)
