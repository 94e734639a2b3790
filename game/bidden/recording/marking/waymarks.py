"""Waymarks: what a player marks on the map for the keys to heed, kept in a file beside the journal.

No rule knows of them, and no record: points are gone to by a digit, and ground that is excluded is
kept off by whatever moves on by itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import attrs
import msgspec
from msgspec import Meta

from bidden.files import read_file
from bidden.recording.folder.files import stem_of
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Spot

DIGITS: Final = "1234567890"
"""What points are called by, in the order in which they are told of."""
LONGEST: Final = 60
"""A note has so many characters at the most."""
FARTHEST: Final = 20
"""So many tiles around a spot are excluded at the most."""

_Digit = Annotated[str, Meta(pattern="^[0-9]$")]
_Column = Annotated[int, Meta(ge=0, lt=MAP_WIDTH)]
_Row = Annotated[int, Meta(ge=0, lt=MAP_HEIGHT)]


@attrs.frozen
class Waypoint:
    """A tile to be gone to.

    Attributes:
        digit: What it is called by, a character.
        level: On which level.
        at: Which tile, as (column, row).
        turn: In which turn it was marked.
    """

    digit: _Digit
    level: int
    at: tuple[_Column, _Row]
    turn: int


@attrs.frozen
class Exclusion:
    """Ground to be kept off: what can be seen from a tile, so far.

    Attributes:
        level: On which level.
        at: Which tile, as (column, row).
        radius: How many tiles far; 0 for that tile alone.
        turn: In which turn it was marked.
        itself: Whether it was marked by itself, for a foe that stayed there.
    """

    level: int
    at: tuple[_Column, _Row]
    radius: Annotated[int, Meta(ge=0, le=FARTHEST)]
    turn: int
    itself: bool = False

    @property
    def far(self) -> str:
        """How far it is, as in "8 tiles"."""
        return "1 tile" if self.radius == 1 else f"{self.radius} tiles"


@attrs.frozen
class LevelNote:
    """Words that a level is to be remembered by.

    Attributes:
        level: Which level.
        text: The words.
        turn: In which turn they were written.
    """

    level: int
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    turn: int


@attrs.frozen
class Waymarks:
    """All that is marked in a game.

    Attributes:
        points: The points, one a digit.
        exclusions: What is excluded, one a tile.
        notes: The notes, one a level.
    """

    points: tuple[Waypoint, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    notes: tuple[LevelNote, ...] = ()

    def point(self, digit: str) -> Waypoint | None:
        """Give the point of a digit; None for none."""
        return next((one for one in self.points if one.digit == digit), None)

    def note_on(self, level: int) -> str:
        """Give what is noted of a level; empty for nothing."""
        return next((one.text for one in self.notes if one.level == level), "")

    def with_note(self, level: int, text: str, turn: int) -> Waymarks:
        """Note words of a level, in place of what was noted; with none nothing is."""
        others = tuple(one for one in self.notes if one.level != level)
        new = (LevelNote(level, text, turn),) if text else ()
        return attrs.evolve(self, notes=(*others, *new))

    def signs_on(self, level: int) -> dict[Spot, str]:
        """Give the digits of each tile of a level that has any."""
        signs = dict[Spot, str]()
        for one in self.points:
            if one.level == level:
                signs[one.at] = signs.get(one.at, "") + one.digit
        return signs

    def exclusion_at(self, level: int, at: Spot) -> Exclusion | None:
        """Give what is excluded around a tile; None for nothing."""
        return next((one for one in self.exclusions if (one.level, one.at) == (level, at)), None)

    def with_point(self, point: Waypoint) -> Waymarks:
        """Mark a point, in place of the one that its digit meant; on that very tile none then."""
        now = self.point(point.digit)
        others = [one for one in self.points if one is not now]
        if now is None or (now.level, now.at) != (point.level, point.at):
            others.append(point)
        others.sort(key=lambda one: DIGITS.index(one.digit))
        return attrs.evolve(self, points=tuple(others))

    def with_exclusion(self, exclusion: Exclusion) -> Waymarks:
        """Exclude what is around a tile, in place of what was excluded around it."""
        kept = self.without_exclusion(exclusion.level, exclusion.at)
        return attrs.evolve(kept, exclusions=(*kept.exclusions, exclusion))

    def excluding(self, level: int, at: Spot, radius: int, turn: int) -> Waymarks:
        """Exclude what is around a tile; where it is already, that tile alone; then nothing."""
        now = self.exclusion_at(level, at)
        if now is not None and not now.radius:
            return self.without_exclusion(level, at)
        return self.with_exclusion(Exclusion(level, at, radius if now is None else 0, turn))

    def without_exclusion(self, level: int, at: Spot | None = None) -> Waymarks:
        """Exclude nothing around a tile any more, or nothing on the whole level."""
        return attrs.evolve(
            self,
            exclusions=tuple(
                one
                for one in self.exclusions
                if one.level != level or (at is not None and one.at != at)
            ),
        )

    def until(self, turn: int) -> Waymarks:
        """Give what was marked by a turn: what was marked later is of levels that may differ."""
        return Waymarks(
            tuple(one for one in self.points if one.turn <= turn),
            tuple(one for one in self.exclusions if one.turn <= turn),
            tuple(one for one in self.notes if one.turn <= turn),
        )


def waymarks_path(journal: Path) -> Path:
    """Name the file of what is marked in the game of a journal."""
    return journal.with_name(f"{stem_of(journal)}.marks.json")


def read_waymarks(journal: Path) -> Waymarks:
    """Read what is marked in the game of a journal; a file that does not fit has nothing."""
    try:
        return msgspec.json.decode(read_file(waymarks_path(journal)), type=Waymarks)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Waymarks()


def write_waymarks(journal: Path, waymarks: Waymarks) -> str:
    """Keep what is marked in the game of a journal, whole or not at all.

    Returns:
        Why it cannot be kept, in a line; empty where it is.
    """
    path = waymarks_path(journal)
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_bytes(msgspec.json.encode(waymarks))
        os.replace(new, path)
    except OSError as error:
        return f"{path}: what you mark cannot be kept there: {error.strerror or error}"
    return ""
