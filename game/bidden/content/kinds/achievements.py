"""Achievements and merits: what is worth keeping of a run, and what it counts for."""

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
"""What is counted in a run; closed wounds also by their kind, as in ``"closed leg"``."""


@attrs.frozen
class Achievement:
    """Something to achieve in a run.

    Attributes:
        name: What it is called.
        about: What it is earned by, in 78 characters at the most.
        of: The deeds that it takes, each as often as ``times`` says.
        times: How often.
        without: What must not have been done by then.
        within: By which turn of the run; 0 for any.
        points: What it adds to the score.
    """

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    about: Annotated[str, Meta(min_length=1, max_length=78)]
    of: Annotated[tuple[str, ...], Meta(min_length=1)]
    times: Annotated[int, Meta(ge=1)] = 1
    without: tuple[str, ...] = ()
    within: Annotated[int, Meta(ge=0)] = 0
    points: Annotated[int, Meta(ge=0)] = 50

    def is_earned_by(self, tally: Mapping[str, int], turn: int) -> bool:
        """Say whether what was done until a turn earns it."""
        in_time = not self.within or turn <= self.within
        done = all(tally.get(deed, 0) >= self.times for deed in self.of)
        return in_time and done and not any(tally.get(deed) for deed in self.without)


@attrs.frozen
class Merit:
    """What a deed counts for in the score of a run.

    Attributes:
        of: The deed.
        points: How many points it is worth each time; negative where it costs some.
        each: For how many of it one gets the points.
        about: What it is for, as the score is told.
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
    """Check that all deeds that are named are counted."""
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
