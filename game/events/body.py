"""Events of a living body: mending, food, mana, and the time it lives through."""

from __future__ import annotations

from eventcore import Change, Entity, Notice, Query, event, role

__all__ = ["ChangeMana", "Feed", "Gain", "Heal", "HowMuchMore", "Live", "Mend"]


@event
class Gain(Change):
    """A body's store of something grows, or shrinks.

    Attributes:
        target: Whose it is.
        amount: By how much; handlers at MODIFY may alter it.
        gained: By how much it really did, set at APPLY.
        of: What it comes of, such as an effect; empty for the body's own doing.
    """

    target: Entity = role()
    amount: int = 0
    gained: int = 0
    of: str = ""


@event
class Heal(Gain):
    """Regain hit points. Fails with ``"full"`` where none are missing."""


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
    """Let wounds close, as many as the amount. Fails with ``"full"`` where there are none."""


@event
class Live(Notice):
    """A body lives through a turn of the world. Published by the rule of metabolism."""


@event
class HowMuchMore(Query):
    """How much more of something can a body take?

    Attributes:
        store: ``"health"``, ``"mana"``, ``"food"``, or ``"mending"`` for wounds to close.
        room: How much; 0 where it has no such store.
    """

    store: str
    room: int = 0
