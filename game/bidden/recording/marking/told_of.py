"""What was told of: the messages of a whole game that somebody would have kept, from its journal.

A view has the latest few hundred alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from bidden.session import Session
from bidden.view import Line
from eventcore.journal import Journal
from eventcore.replay import Playback

Fits: TypeAlias = Callable[[Line], bool]
"""Says whether a message is to be kept."""


def lines_told(journal: Journal, fits: Fits) -> list[Line]:
    """Give the messages that fit, the oldest first, as far as a replay goes the recorded way.

    What was told several times in a row is one of them. A game of some thousand turns takes
    some seconds.

    Raises:
        JournalError: The journal cannot be played.
    """
    playback = Playback(Session.of_journal(journal), journal, restore=Session.restore)
    found, latest = list[Line](), -1
    while playback.divergence is None and playback.position < playback.length:
        playback.step()
        lines = cast(Session, playback.simulation).messages.lines
        new = [line for line in lines if line.sequence > latest]
        latest = max([latest, *(line.sequence for line in new)])
        if found and lines and lines[0].sequence <= found[-1].sequence and found[-1] not in lines:
            found.pop()  # the same was told once more, and both are one now
        found += filter(fits, new)
    return found
