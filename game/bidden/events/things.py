"""Events of items: picking up, dropping, using, wearing, breaking and using up."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, Query, event, role


@event
class PickUp(Action):
    """Pick up an item on the actor's tile.

    Fails with ``"nothing here"``, ``"far"``, ``"held"`` or ``"full pack"``.

    Attributes:
        slot: The letter of its slot, set at APPLY; empty if it is handed over at once.
    """

    item: Entity | None = role(default=None)
    slot: str = ""


@event
class GoesOn(Query):
    """Is an item handed over at once, so that it needs no slot? Enacted by the item."""

    goes_on: bool = False


@event
class Drop(Action):
    """Drop an item from the pack. Fails with ``"no thing"`` for an empty slot."""

    item: Entity | None = role(default=None)


@event
class LetGo(Change):
    """An item leaves its holder's hands in any way, and lies on a tile.

    Attributes:
        target: The holder.
        x, y: The tile where it lands; -1 for the holder's.
        count: The number of items of a stack; 0 for all. The others stay in the slot.
    """

    target: Entity = role()
    item: Entity = role()
    x: int = -1
    y: int = -1
    count: int = 0


@event
class Use(Action):
    """Use an item that the actor holds, or that lies on its tile.

    Fails with ``"no thing"`` for an empty slot, ``"far"``, or ``"nothing"`` if it would do nothing.

    Attributes:
        strangers: The witnesses that have not identified it, set at VALIDATE.
    """

    item: Entity | None = role(default=None)
    strangers: list[Entity] = attrs.field(factory=list, kw_only=True)


@event
class Release(Use):
    """Release the power of an item.

    Fails with the reasons of ``powers.reach_of``, and with ``"nothing"`` if it would do nothing. An
    unidentified item is never refused, and used up anyway.

    Attributes:
        x, y: The target tile; -1 for none.
        targets: The creatures that it reaches, set at VALIDATE.
        known: Whether its user has identified it, set at VALIDATE.
        misspoken: Whether it is misread, used up and does nothing, set at RESOLVE.
        worked: Whether it did anything, set at RESOLVE.
    """

    x: int = -1
    y: int = -1
    targets: list[Entity] = attrs.Factory(list)
    known: bool = False
    misspoken: bool = False
    worked: bool = False


@event
class Quaff(Release):
    """Drink a potion."""


@event
class Read(Release):
    """Read a scroll, a book or another text."""


@event
class Eat(Use):
    """Eat an item."""


@event
class PutOn(Use):
    """Wear armour or wield a weapon, in place of gear of its kind. Fails with ``"worn"``."""


@event
class TakeOff(Use):
    """Remove worn gear. Fails with ``"not worn"``."""


@event
class StartWearing(Change):
    """A creature now wears or wields an item."""

    target: Entity = role()
    item: Entity = role()


@event
class StopWearing(Change):
    """A creature no longer wears or wields an item."""

    target: Entity = role()
    item: Entity = role()


@event
class Crack(Change):
    """Gear of the target cracks, and breaks the next time. The attacker enacts it."""

    target: Entity = role()
    item: Entity = role()


@event
class Break(Change):
    """Gear of the target breaks, and is gone. Whoever broke it enacts it."""

    target: Entity = role()
    item: Entity = role()


@event
class Distinguish(Change):
    """A new item turns out to be better than its kind.

    Attributes:
        better: The bonus, drawn at APPLY.
        called: Its name, drawn at APPLY.
    """

    item: Entity = role()
    better: int = 0
    called: str = ""


@event
class UseUp(Change):
    """An item is used up, and is gone. For one item of a stack, AIM replaces this with a Lessen.

    Attributes:
        whole: Whether a stack is used up completely.
    """

    item: Entity = role()
    whole: bool = False


@event
class Lessen(Change):
    """A stack loses one item."""

    item: Entity = role()
