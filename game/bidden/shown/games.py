"""Saved games, the records, and notable moments of a game."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import attrs


@attrs.frozen
class KeptGame:
    """A game in the folder."""

    path: Path  # of its journal
    seed: int
    turn: int  # of its last record
    written: str  # in local time, as in "23 Nov 22:10"
    ended: str = ""  # "death", "victory", or empty if unfinished or unknown
    place: str = ""  # of the player, if known
    practice: str = ""  # the name of its scenario, if it is no run
    problem: str = ""  # why the file is not a journal of this game, in a few words


@attrs.frozen
class Standing:
    """A line of the records."""

    text: str
    about: str = ""  # its description
    kept: KeptGame | None = None  # its game, if any
    heading: bool = False  # whether it is the heading of the lines beneath it


class MarkKind(Enum):
    """The kind of a notable moment."""

    DEATH = "death"  # of any other creature
    OWN_DEATH = "own death"
    VICTORY = "victory"
    LEVEL = "level"  # the player arrives on another level
    RULES = "rules"  # the rules of the journal change
    DIVERGENCE = "divergence"  # the replay differs from the recording


@attrs.frozen
class Mark:
    """A notable moment of a game, to jump to."""

    position: int  # records before it
    turn: int
    kind: MarkKind
    text: str  # in a few words
