"""Events of combat: attacks, missiles, breath, wounds and death, and the kinds of damage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from bidden.events.things import Use
from eventcore import Action, Change, Entity, Notice, Query, event, role

HARMS: Final = (
    "blow",
    "missile",
    "fire",
    "cold",
    "lightning",
    "poison",
    "magic",
    "hunger",
    "overeating",
)
"""The kinds of damage. Defence reduces blows and missiles, and resistance its own kind."""


def check_harms(kinds: Iterable[str]) -> None:
    """Check the names of kinds of damage.

    Raises:
        ValueError: A kind is unknown.
    """
    for kind in kinds:
        if kind not in HARMS:
            raise ValueError(f"there is no damage kind {kind!r}; choose from {', '.join(HARMS)}")


def resistance_to(kind: str) -> str:
    """Return the stat with the percentage of a kind of damage that a creature resists."""
    return f"{kind} resistance"


@event
class Attack(Action):
    """Attack an adjacent creature. Fails with ``"far"`` for one out of reach.

    Attributes:
        strength: Raised at MODIFY by the attacker's handlers, and lowered by the target's.
        least: The part of the strength that defence cannot take away.
    """

    target: Entity = role()
    strength: int = 0
    least: int = 0


@event
class Impact(Change):
    """A missile hits a creature.

    Attributes:
        item: The thrown item; None for a shot.
        strength: Lowered at MODIFY by the target's handlers.
    """

    target: Entity = role()
    item: Entity | None = role(default=None)
    strength: int = 0


@event
class Hit(Notice):
    """A blow or shot has landed, and may have killed its target. Weapons then add their effects.

    Attributes:
        dealt: The damage of the blow itself, in hit points.
    """

    target: Entity = role()
    dealt: int = 0


@event
class Block(Change):
    """Try to stop a blow or a missile with a shield. The attacker enacts it.

    Attributes:
        odds: The chance in percent.
        stopped: Whether it succeeds, set at APPLY.
    """

    target: Entity = role()
    odds: int = 0
    stopped: bool = False


@event
class TakeDamage(Change):
    """Lose hit points. The enactor gets the credit, and may be gone by now.

    Fails with ``"immune"`` if the target resists all of it.

    Attributes:
        strength: The maximum loss, which is drawn from 1 to that.
        sure: Whether the loss is exactly the strength.
        source: The cause, such as ``"poison"``; empty for a blow.
        dealt: The hit points lost, set at APPLY.
        kind: The kind of damage, one of ``HARMS``.
        outright: Whether it takes all hit points, and no wound can replace death.
    """

    target: Entity = role()
    strength: int = 1
    sure: bool = False
    source: str = ""
    dealt: int = 0
    kind: str = "blow"
    outright: bool = False


@event
class WhatHarmFollows(Query):
    """What would follow from damage to a creature?

    Attributes:
        harm: The damage.
        dealt: The hit points that it would take.
        struck: Whether a blow or a shot would deal it.
        kills: Whether the creature would die.
        found: The events that would harm others or the attacker, with certain damage.
    """

    harm: TakeDamage
    dealt: int = 0
    struck: bool = False
    kills: bool = False
    found: list[Change] = attrs.Factory(list)


@event
class Die(Change):
    """Die. The killer enacts it. A Wound may replace it at AIM.

    Attributes:
        source: The cause, such as ``"poison"``; empty for a blow.
        outright: Whether no wound can replace it.
        harm: The kind of damage, one of ``HARMS``.
    """

    target: Entity = role()
    source: str = ""
    outright: bool = False
    harm: str = "blow"


@event
class Wound(Change):
    """Take a wound, and die of one too many. Only creatures with Wounds can.

    Fails with ``"nothing"`` for a creature without Wounds, or if this wound would kill it while it
    has hit points, and with ``"wounded"`` if the same blow has just taken all hit points.

    Attributes:
        source: As in ``Die``.
        emptied: Whether it replaces a death, and half of the hit points come back.
        harm: The kind of damage, one of ``HARMS``.
        kind: The wound, by its name in ``wounds.toml``. APPLY draws one if it is empty or if the
            target already has it.
        wounds: The number of wounds that the target has now, set at APPLY.
        deadly: Whether it kills, set at APPLY.
    """

    target: Entity = role()
    source: str = ""
    emptied: bool = False
    harm: str = "blow"
    kind: str = ""
    wounds: int = 0
    deadly: bool = False


@event
class Throw(Use):
    """Throw an item from the pack. It flies to its target tile, or to what stops it.

    Fails with ``"no aim"`` without another tile, and ``"no thing"`` for an item that is not held.

    Attributes:
        x, y: The target tile; -1 for none.
        strength: The strength of the impact, set at MODIFY without the wielded weapon.
        struck: The creature in its way, set at VALIDATE.
        to_x, to_y: The tile where it lands, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    strength: int = 0
    struck: Entity | None = None
    to_x: int = -1
    to_y: int = -1


@event
class Shoot(Action):
    """Shoot at a creature with the wielded weapon.

    Fails with ``"no bow"`` for a weapon that does not shoot, ``"no missile"`` without ammunition,
    ``"no aim"`` without a tile, ``"out of sight"``, or ``"nobody there"``.

    Attributes:
        x, y: The target tile; -1 for none.
        strength: The strength of the impact, set at MODIFY.
        struck: The creature there, set at VALIDATE.
        missile: The missile, set at VALIDATE; None for creatures that never run out.
    """

    x: int = -1
    y: int = -1
    strength: int = 0
    struck: Entity | None = None
    missile: Entity | None = None


@event
class Inhale(Action):
    """Draw breath. Fails with ``"no breath"`` for a creature that cannot, or is out of breath.

    Attributes:
        drawn: The number of turns it was drawn for by now, set at APPLY.
    """

    drawn: int = 0


@event
class Breathe(Action):
    """Breathe at a tile and around it.

    Fails with ``"no breath"`` before it is drawn, and the reasons of ``powers.reach_of``.

    Attributes:
        x, y: The target tile; -1 for none.
        targets: The creatures that it reaches, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    targets: list[Entity] = attrs.Factory(list)
