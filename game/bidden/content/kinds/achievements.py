"""Achievements, and the deeds that count in the score of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.content.datafiles import Faults, instead
from bidden.content.tables import ACHIEVEMENTS, SCORE

DEEDS: Final = (
    "binding",
    "danger",
    "hunt",
    "seek",
    "bear",
    "late",
    "turn left",
    "faction",
    "again",
    "burn",
    "win",
    "free",
    "bound",
    "feared",
    "level",
    "kill",
    "champion",
    "hunter",
    "burning",
    "blast",
    "push",
    "ally's kill",
    "charm",
    "led",
    "wound",
    "closed",
    "blow",
    "quaff",
    "read",
    "eat",
    "trap",
    "masterwork",
)
"""The deeds that are counted in a run; closed wounds also by kind, as in ``"closed leg"``."""


@attrs.frozen
class Achievement:
    """An achievement of a run.

    Attributes:
        name: The name.
        about: How it is earned, in at most 78 characters.
        of: The required deeds, each as often as ``times`` says.
        did: How the player earned it, as in "killed a champion"; empty to tell ``about`` instead.
        times: How often each deed is required.
        without: The deeds that must not have been done by then.
        within: The turn of the run by which it must be earned; 0 for any.
        points: The points that it adds to the score.
    """

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    about: Annotated[str, Meta(min_length=1, max_length=78)]
    of: Annotated[tuple[str, ...], Meta(min_length=1)]
    did: Annotated[str, Meta(max_length=78)] = ""
    times: Annotated[int, Meta(ge=1)] = 1
    without: tuple[str, ...] = ()
    within: Annotated[int, Meta(ge=0)] = 0
    points: Annotated[int, Meta(ge=0)] = 50

    def is_earned_by(self, tally: Mapping[str, int], turn: int) -> bool:
        """Return whether the deeds until a turn earn it."""
        in_time = not self.within or turn <= self.within
        done = all(tally.get(deed, 0) >= self.times for deed in self.of)
        return in_time and done and not any(tally.get(deed) for deed in self.without)


@attrs.frozen
class Merit:
    """The points for a deed in the score of a run.

    Attributes:
        of: The deed.
        points: The points each time; negative if it costs some.
        each: The number of deeds that earn the points once.
        about: The text in the list of scores.
    """

    of: str
    points: int
    about: Annotated[str, Meta(min_length=1, max_length=40)]
    each: Annotated[int, Meta(ge=1)] = 1


def check_records(
    achievements: Mapping[str, Achievement],
    merits: Mapping[str, Merit],
    wounds: Iterable[str],
    faults: Faults,
) -> None:
    """Check that all named deeds are counted."""
    deeds = (*DEEDS, *(f"closed {kind}" for kind in wounds))
    for name, one in achievements.items():
        for key in ("of", "without"):
            _check(faults, ACHIEVEMENTS, f"{name}.{key}", getattr(one, key), deeds)
    for name, merit in merits.items():
        _check(faults, SCORE, f"{name}.of", (merit.of,), deeds)


def _check(
    faults: Faults, file: str, key: str, named: Iterable[str], deeds: tuple[str, ...]
) -> None:
    for deed in named:
        if deed not in deeds:
            faults.add(file, key, f"there is no deed {deed!r}{instead(deed, deeds)}")
