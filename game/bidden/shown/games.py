"""Games that are kept: what is told of each, of how they went, and of moments in them."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import attrs


@attrs.frozen
class KeptGame:
    """A game in the folder.

    Attributes:
        path: Its journal.
        seed: Its seed.
        turn: The turn of its last record.
        written: When it was written to last, in local time, as in ``"23 Nov 22:10"``.
        ended: ``"death"``, ``"victory"``, or empty while it goes on, as far as is known.
        place: Where the player was when it was left; empty where that is not known.
        problem: Why the file is no journal of this game, in a few words; empty where it is one.
    """

    path: Path
    seed: int
    turn: int
    written: str
    ended: str = ""
    place: str = ""
    problem: str = ""


@attrs.frozen
class Standing:
    """A line of the records.

    Attributes:
        text: What it says.
        about: What else there is to tell of it.
        kept: The game it tells of; None where it tells of none.
        heading: Whether it only heads those beneath it.
    """

    text: str
    about: str = ""
    kept: KeptGame | None = None
    heading: bool = False


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
    DIVERGENCE = "divergence"
    """The replay is found to go another way than what was recorded."""


@attrs.frozen
class Mark:
    """A notable moment of a game, to jump to.

    Attributes:
        position: After how many records it has come.
        turn: The turn it came in.
        kind: What it is.
        text: The same in a few words.
    """

    position: int
    turn: int
    kind: MarkKind
    text: str
