"""Events of a living body: healing, food, mana, experience and growth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from bidden.intents import Improvable
from eventcore import Action, Change, Entity, Notice, Query, event, role


@event
class Gain(Change):
    """A store of a body, such as its hit points, changes by an amount.

    Attributes:
        gained: The actual change, set at APPLY.
        source: The cause, such as an effect; empty for the body itself.
    """

    target: Entity = role()
    amount: int = 0
    gained: int = 0
    source: str = ""


@event
class Heal(Gain):
    """Regain hit points. Fails with ``"full"`` if none are missing."""


@event
class Refill(Heal):
    """Regain hit points up to half after a wound replaced death. AIM sets the amount."""


@event
class ChangeMana(Gain):
    """Gain or lose mana. Fails with ``"full"`` or ``"empty"`` if it already is."""


@event
class Feed(Gain):
    """Gain or lose food.

    Attributes:
        overate: Whether it was more than the stomach holds, set at APPLY.
    """

    overate: bool = False


@event
class Mend(Gain):
    """Close as many wounds as the amount. Fails with ``"full"`` without wounds.

    Attributes:
        closed: The closed wounds, latest first, set at APPLY.
    """

    closed: list[str] = attrs.Factory(list)


@event
class Live(Notice):
    """A body lives through a turn of the world. Published by the rule of metabolism."""


@event
class HowMuchMore(Query):
    """How much can a store of a body gain?

    Attributes:
        store: ``"health"``, ``"mana"``, ``"food"``, or ``"mending"`` for wounds to close.
        room: The answer; 0 for a body without the store.
        most: The maximum hit points; 0 for the other stores.
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
"""The upgrades, and the amount of each.

Hit points and mana raise their maximum; the others are stats. The sources give numbers only for
mana and its regeneration. The other rate follows them: 20 is half of a player's 40.
"""


@event
class Earn(Change):
    """Gain experience points for a kill.

    Attributes:
        source: The name of the dead creature.
        levels: The number of levels gained, set at APPLY.
    """

    target: Entity = role()
    points: int = 0
    source: str = ""
    levels: int = 0


@event
class Improve(Action):
    """Choose an upgrade: one for each level. It takes no time.

    Fails with ``"not due"`` if no level is left to use, ``"no such option"``, and ``"good enough"``
    for an option that was chosen as often as possible.
    """

    option: Improvable = "hp"


@event
class WhatWounds(Query):
    """Which wounds of a body are open?

    Attributes:
        kinds: Their names in ``wounds.toml``, oldest first.
        can: Whether the body can be wounded at all.
        most: The number of wounds that kills.
    """

    kinds: list[str] = attrs.Factory(list)
    can: bool = False
    most: int = 0


@event
class HowMuchIsItWorth(Query):
    """How many experience points is a kill of this creature worth?

    Attributes:
        points: The sum of its maximum hit points, its natural attack and its natural defence.
    """

    points: int = 0


@event
class Sprout(Change):
    """A creature grows offspring on a free tile beside it, drawn at APPLY.

    Fails with ``"crowded"`` if no tile is free.
    """

    x: int = -1
    y: int = -1
