"""Events of effects, which last for a while on a creature, and of the stats that they change."""

from __future__ import annotations

from eventcore import Action, Change, Entity, Notice, Query, World, event, role
from eventcore.time import TimerFacts


@event
class Affect(Change):
    """Start an effect on a creature.

    Fails with ``"nothing"`` if it would do nothing, like healing for an unhurt creature, and with
    ``"immune"`` if it only deals damage that the target resists completely.

    Attributes:
        turns: The duration; 0 for the usual duration of the effect.
        level: The intensity, from 1.
        x, y: The tile chosen for an effect that moves its target; -1 for none.
        applied: Whether any part of it took effect, set at RESOLVE.
    """

    target: Entity = role()
    effect: str = ""
    turns: int = 0
    level: int = 1
    x: int = -1
    y: int = -1
    applied: bool = False


@event
class EffectMoment(Notice):
    """An effect starts, continues, wanes or ends.

    Attributes:
        moment: ``"start"``, ``"tick"``, ``"half"`` or ``"end"``.
    """

    effect: str = ""
    moment: str = ""
    timer: TimerFacts | None = None


@event
class Stumble(Action):
    """Step in a random direction. The step of a confused creature becomes this."""


@event
class CanAffect(Query):
    """Would an effect do anything to a creature? One that lasts always would."""

    effect: str
    would: bool = False


@event
class WhatIs(Query):
    """What is the value of a creature's stat?

    Attributes:
        stat: Its name, such as ``"attack"`` or ``"sight"``.
        value: The natural value, to which handlers add.
        parts: The source and amount of each addition; None to skip the account.
    """

    stat: str
    value: int = 0
    parts: list[tuple[str, int]] | None = None

    def add(self, amount: int, source: str) -> None:
        """Add to the value, and record the source."""
        self.value += amount
        if amount and self.parts is not None:
            self.parts.append((source, amount))


def what_is(world: World, who: Entity, stat: str, nature: int = 0) -> int:
    """Return a stat of a creature, given its natural value."""
    return world.ask(WhatIs(who, stat, nature)).value
