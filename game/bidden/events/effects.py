"""Events of what lasts for a while on a creature."""

from __future__ import annotations

from eventcore import Action, Change, Entity, Notice, Query, World, event, role
from eventcore.time import TimerFacts


@event
class Affect(Change):
    """Bring an effect upon a creature.

    Fails with ``"nothing"`` where it would do nothing, as healing would to the unhurt, and
    with ``"immune"`` where all it does is harm of a kind that the target resists wholly.

    Attributes:
        target: Who is affected.
        effect: The effect's name.
        turns: How long it lasts; 0 for as long as such an effect does.
        level: How intense it is, from 1.
        x: The column that was chosen, of an effect that takes one somewhere; -1 for none.
        y: The row that was chosen; -1 for none.
        applied: Set at RESOLVE: whether any part of it took effect.
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
    """An effect starts, goes on, wanes or ends, and its owner feels it.

    Attributes:
        effect: Its name.
        moment: ``"start"``, ``"tick"``, ``"half"`` or ``"end"``.
        timer: What is to be known of it.
    """

    effect: str = ""
    moment: str = ""
    timer: TimerFacts | None = None


@event
class Stumble(Action):
    """Take a step in whatever direction: what a confused creature's step becomes."""


@event
class CanAffect(Query):
    """Can an effect do anything to a creature?

    Attributes:
        effect: The effect's name.
        would: Whether it would; one that lasts for a while always does.
    """

    effect: str
    would: bool = False


@event
class WhatIs(Query):
    """What does a stat of a creature come to?

    Attributes:
        stat: Its name, such as ``"attack"`` or ``"sight"``.
        value: What it is by nature; handlers add to it.
        parts: What was added, and of what; None where nobody wants to know.
    """

    stat: str
    value: int = 0
    parts: list[tuple[str, int]] | None = None

    def add(self, amount: int, source: str) -> None:
        """Add to the value, and note of what that comes."""
        self.value += amount
        if amount and self.parts is not None:
            self.parts.append((source, amount))


def what_is(world: World, who: Entity, stat: str, nature: int = 0) -> int:
    """Return a stat of a creature, given its natural value."""
    return world.ask(WhatIs(who, stat, nature)).value
