"""The latest states of a game in memory, for fast explanations of recent events."""

from __future__ import annotations

from typing import Final

from bidden.session import Session
from eventcore.replay import Keyframes, Recorder

_EVERY: Final = 25
"""The number of records between two states."""
_MOST: Final = 3
"""The number of states. Each is as large as a saved game."""


class NearStates:
    """Keeps them among the keyframes that are known."""

    def __init__(self, known: Keyframes, records: int) -> None:
        """Create it for a game with this many records."""
        self._known = known
        self._last = records

    def keep(self, session: Session, recorder: Recorder) -> None:
        """Store the present state if it is due, in place of the oldest one."""
        if recorder.records - self._last < _EVERY:
            return
        self._last = recorder.records
        self._known.add(recorder.keyframe(session.save()), recent=_MOST)
