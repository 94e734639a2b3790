"""Events of a living body: mending, food, mana, experience and growth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from bidden.intents import Improvable
from eventcore import Action, Change, Entity, Notice, Query, event, role


@event
class Gain(Change):
    """A body's store of something grows, or shrinks.

    Attributes:
        target: Whose it is.
        amount: By how much; handlers at MODIFY may alter it.
        gained: By how much it really did, set at APPLY.
        source: What it comes of, such as an effect; empty for the body's own doing.
    """

    target: Entity = role()
    amount: int = 0
    gained: int = 0
    source: str = ""


@event
class Heal(Gain):
    """Regain hit points. Fails with ``"full"`` where none are missing."""


@event
class Refill(Heal):
    """Have half of the hit points again, as a wound stands for a death: what is missing, by AIM."""


@event
class ChangeMana(Gain):
    """Gain or lose mana. Fails with ``"full"`` or ``"empty"`` where there is no more to."""


@event
class Feed(Gain):
    """Gain or lose food.

    Attributes:
        overate: Set at APPLY: whether it was more than the stomach holds.
    """

    overate: bool = False


@event
class Mend(Gain):
    """Let wounds close, as many as the amount. Fails with ``"full"`` where there are none.

    Attributes:
        closed: Which do, the one that was taken last first; set at APPLY.
    """

    closed: list[str] = attrs.Factory(list)


@event
class Live(Notice):
    """A body lives through a turn of the world. Published by the rule of metabolism."""


@event
class HowMuchMore(Query):
    """How much more of something can a body take?

    Attributes:
        store: ``"health"``, ``"mana"``, ``"food"``, or ``"mending"`` for wounds to close.
        room: How much; 0 where it has no such store.
        most: How many hit points it has unhurt, where those are asked for; 0 of other stores.
    """

    store: str
    room: int = 0
    most: int = 0


IMPROVEMENTS: Final[Mapping[Improvable, int]] = MappingProxyType(
    {
        "hp": 10,
        "attack": 1,
        "defence": 1,
        "sight": 1,
        "regeneration": 20,
        "mana": 5,
        "mana regeneration": 5,
    }
)
"""What can be improved, and by how much at a time.

Hit points and mana grow as the most of them does; the others are stats. Of the sources only
mana and its regeneration have numbers, both 5: half of the rate, as 20 are of a player's 40.
"""


@event
class Earn(Change):
    """Gain experience. Published by who learns from a kill.

    Attributes:
        target: Who learns.
        points: How much; handlers at MODIFY may alter it.
        source: The name of who was killed.
        levels: How many levels are reached by it, set at APPLY.
    """

    target: Entity = role()
    points: int = 0
    source: str = ""
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
class WhatWounds(Query):
    """Which wounds of a body are open?

    Attributes:
        kinds: Which, as ``wounds.toml`` names them, in the order they were taken; none of a body
            that cannot be wounded.
        can: Whether it can be wounded.
        most: How many kill.
    """

    kinds: list[str] = attrs.Factory(list)
    can: bool = False
    most: int = 0


@event
class HowMuchIsItWorth(Query):
    """How much is to be learned from the death of a creature, in points of experience?

    Attributes:
        points: The sum of its hit points when unhurt, its attack and its defence by nature.
    """

    points: int = 0


@event
class Sprout(Change):
    """Something grows a young of its own on a free tile beside it.

    Fails with ``"crowded"`` where no tile beside it is free.

    Attributes:
        x: The column of the young, drawn at APPLY.
        y: The row of the young, drawn at APPLY.
    """

    x: int = -1
    y: int = -1
