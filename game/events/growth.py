"""Events of learning: what a kill is worth, and what is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from eventcore import Action, Change, Entity, Query, event, role
from game.intents import Improvable

__all__ = ["IMPROVEMENTS", "Earn", "HowMuchIsItWorth", "Improve"]

IMPROVEMENTS: Final[Mapping[Improvable, int]] = MappingProxyType(
    {
        "hp": 10,
        "attack": 1,
        "defence": 1,
        "sight": 1,
        "regeneration": 5,
        "mana": 5,
        "mana regeneration": 5,
    }
)
"""What can be improved, and by how much at a time.

Hit points and mana grow as the most of them does; the others are stats. Of the sources only
mana and its regeneration have numbers, both 5.
"""


@event
class Earn(Change):
    """Gain experience. Published by who learns from a kill.

    Attributes:
        target: Who learns.
        points: How much; handlers at MODIFY may alter it.
        of: The name of who was killed.
        levels: How many levels are reached by it, set at APPLY.
    """

    target: Entity = role()
    points: int = 0
    of: str = ""
    levels: int = 0


@event
class Improve(Action):
    """Become better at something, as each level allows once; it takes no time.

    Fails with ``"not due"`` where no level is left to use, and with ``"no such option"``.

    Attributes:
        option: At what: one of ``IMPROVEMENTS``.
    """

    option: Improvable = "hp"


@event
class HowMuchIsItWorth(Query):
    """How much is to be learned from the death of a creature, in points of experience?

    Attributes:
        points: The sum of its hit points when unhurt, its attack and its defence by nature.
    """

    points: int = 0
