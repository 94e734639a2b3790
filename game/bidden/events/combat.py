"""Events of combat: blows, missiles, breath, wounding and dying, and the kinds of harm."""

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
"""The kinds of harm. Defence lessens blows and missiles, and resistance its own kind."""


def check_harms(kinds: Iterable[str]) -> None:
    """Refuse what is no kind of harm.

    Raises:
        ValueError: A name is no kind of harm.
    """
    for kind in kinds:
        if kind not in HARMS:
            raise ValueError(f"there is no harm of kind {kind!r}, only {', '.join(HARMS)}")


def resistance_to(kind: str) -> str:
    """Name the stat that says how many percent of a kind of harm a creature is spared."""
    return f"{kind} resistance"


@event
class Attack(Action):
    """Strike a neighbour. Fails with ``"far"`` where it is none.

    Attributes:
        target: Who is struck.
        strength: How hard; the attacker's handlers add to it, the target's take
            from it at MODIFY.
        least: How much of that no defence takes away.
    """

    target: Entity = role()
    strength: int = 0
    least: int = 0


@event
class Impact(Change):
    """A missile hits a creature.

    Attributes:
        target: Who is hit.
        item: What was thrown; None for what is shot, and is not found again.
        strength: How hard; the target's handlers take from it at MODIFY.
    """

    target: Entity = role()
    item: Entity | None = role(default=None)
    strength: int = 0


@event
class Hit(Notice):
    """A blow has landed; what a weapon does besides follows. Published by who strikes.

    Attributes:
        target: Who was struck; it may be dead by now.
        dealt: Hit points that the blow itself cost.
    """

    target: Entity = role()
    dealt: int = 0


@event
class Block(Change):
    """Ward off a blow or a missile with a shield. Whoever strikes or shoots enacts it.

    Attributes:
        target: Who wards it off.
        odds: In how many of a hundred cases it is stopped.
        stopped: Whether it is, set at APPLY.
    """

    target: Entity = role()
    odds: int = 0
    stopped: bool = False


@event
class TakeDamage(Change):
    """Lose hit points. The enactor, to whom the credit goes, may be gone by now.

    Fails with ``"immune"`` where the target resists all of it.

    Attributes:
        target: Who is hurt.
        strength: The most it can cost; the loss is drawn from 1 to that. Handlers at
            MODIFY may alter it.
        sure: Whether it costs just that, and chance has no say.
        source: What it comes of, such as ``"poison"``; empty for a blow.
        dealt: Hit points lost, set at APPLY.
        kind: Of what kind it is, one of ``HARMS``.
        outright: Whether it costs all hit points there are, and no wound can stand for death.
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
    """What harm would come of a harm to a creature, if that cost it so much?

    Attributes:
        harm: The harm, as it would be done.
        dealt: How many hit points it would cost.
        struck: Whether a blow or a shot would do it.
        kills: Whether the creature would die of it.
        found: What would be done to others, or to whoever did it; handlers add to it: harm that
            costs just its strength, for chance has no say in it, or what would lead to such.
    """

    harm: TakeDamage
    dealt: int = 0
    struck: bool = False
    kills: bool = False
    found: list[Change] = attrs.Factory(list)


@event
class Die(Change):
    """Cease to be. Whoever brought it about enacts it. AIM may turn it into a Wound.

    Attributes:
        target: Who dies.
        source: What it dies of, such as ``"poison"``; empty for a blow.
        outright: Whether no wound can stand for it.
        harm: Of which kind the harm was, one of ``HARMS``.
    """

    target: Entity = role()
    source: str = ""
    outright: bool = False
    harm: str = "blow"


@event
class Wound(Change):
    """Take a wound, and die of the last one. Only who has Wounds can.

    Fails with ``"nothing"`` for who has none, or has four and would not have died, and with
    ``"wounded"`` where what wounds outright has taken all hit points just now.

    Attributes:
        target: Who is wounded.
        source: What it comes of, as in ``Die``.
        emptied: Whether it stands for a death, and half of the hit points come back.
        harm: Of which kind the harm is, one of ``HARMS``.
        kind: Which it is, as ``wounds.toml`` names them: drawn at APPLY where none is given, and
            where the target has that one already.
        wounds: How many the target has now, set at APPLY.
        deadly: Whether it was one too many, set at APPLY.
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
    """Throw a thing that is held. It flies to its aim, or to what stops it.

    Fails with ``"no aim"`` where no other tile is given, ``"no thing"`` for what is not held.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        strength: How hard it hits, set at MODIFY: as it leaves the hand, whatever is wielded.
        struck: Who is in its way, set at VALIDATE.
        to_x: The column it lands in, set at VALIDATE.
        to_y: The row it lands in, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    strength: int = 0
    struck: Entity | None = None
    to_x: int = -1
    to_y: int = -1


@event
class Shoot(Action):
    """Shoot at a creature with what is wielded.

    Fails with ``"no bow"`` where that shoots nothing, ``"no missile"`` where nothing is held that
    it could shoot, ``"no aim"`` where no tile is given, ``"out of sight"``, or ``"nobody there"``.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        strength: How hard it hits, set at MODIFY.
        struck: Who is there, set at VALIDATE.
        missile: What is shot, set at VALIDATE; None for who never runs out of it.
    """

    x: int = -1
    y: int = -1
    strength: int = 0
    struck: Entity | None = None
    missile: Entity | None = None


@event
class Inhale(Action):
    """Draw breath. Fails with ``"no breath"`` for who has none to draw, or is out of it.

    Attributes:
        drawn: How many turns it was drawn for by now, set at APPLY.
    """

    drawn: int = 0


@event
class Breathe(Action):
    """Let out the breath that was drawn, over a tile and around it.

    Fails with ``"no breath"`` before it is drawn, and the reasons of ``powers.reach_of``.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        targets: Whom it reaches, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    targets: list[Entity] = attrs.Factory(list)
