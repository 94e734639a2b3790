"""Marks: the notable moments of a journal, for whoever wants to go there."""

from __future__ import annotations

from enum import Enum

import attrs

__all__ = ["Mark", "MarkKind"]


class MarkKind(Enum):
    """What is notable about a moment."""

    DEATH = "death"
    """Somebody other than the player dies."""
    OWN_DEATH = "own death"
    """The player dies."""
    VICTORY = "victory"
    """The player has won."""
    LEVEL = "level"
    """The player comes to another level."""
    RULES = "rules"
    """From here on the journal goes by other rules."""
    PARTING = "comparison"
    """The replay is found to go another way than what was recorded."""


@attrs.frozen
class Mark:
    """A notable moment.

    Attributes:
        position: After how many records it has come.
        turn: The turn it came in.
        kind: What it is.
        said: The same in a few words.
    """

    position: int
    turn: int
    kind: MarkKind
    said: str
