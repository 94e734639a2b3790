"""Events of things: taking them up, letting them go, and what is done with them."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, Query, event, role


@event
class PickUp(Action):
    """Pick up a thing that lies on one's tile.

    Fails with ``"nothing here"`` where there is none, ``"far"``, ``"held"`` or ``"full pack"``.

    Attributes:
        item: The thing; None where nothing lies.
        slot: The letter of the slot it came into, set at APPLY; empty where it goes on from there.
    """

    item: Entity | None = role(default=None)
    slot: str = ""


@event
class GoesOn(Query):
    """Does a thing go on from the hands of whoever takes it up, and need no room in a pack?

    Enacted by the thing.

    Attributes:
        goes_on: Whether it does.
    """

    goes_on: bool = False


@event
class Drop(Action):
    """Put a thing one holds down on one's tile. Fails with ``"no thing"``.

    Attributes:
        item: The thing; None for an empty slot.
    """

    item: Entity | None = role(default=None)


@event
class LetGo(Change):
    """A thing leaves the hands of its holder, however that comes about, and lies on a tile.

    Attributes:
        target: Who held it.
        item: The thing.
        x: The column it comes to lie in; -1 for its holder's.
        y: The row it comes to lie in; -1 for its holder's.
        count: How many of a stack; 0 for all of it. The others stay in the slot.
    """

    target: Entity = role()
    item: Entity = role()
    x: int = -1
    y: int = -1
    count: int = 0


@event
class Use(Action):
    """Do something with a thing that is held, or lies on one's tile.

    Fails with ``"no thing"`` for an empty slot, ``"far"`` where it is out of reach,
    ``"nothing"`` where it would do nothing.

    Attributes:
        item: The thing; None for an empty slot.
        strangers: Who does not know yet what it is, set at VALIDATE; it may be shown by its use.
    """

    item: Entity | None = role(default=None)
    strangers: list[Entity] = attrs.field(factory=list, kw_only=True)


@event
class Release(Use):
    """Let out what is in a thing.

    Fails with the reasons of ``powers.reach_of``, and with ``"nothing"`` where it would do
    nothing. Who does not know what it is finds out only by trying: it is never refused, and
    is used up.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        targets: Whom it reaches, set at VALIDATE.
        known: Whether whoever uses it knows what it is, set at VALIDATE.
        misspoken: Whether it is read wrong, is used up and does nothing; set at RESOLVE.
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
    """Drink what a thing holds."""


@event
class Read(Release):
    """Read what is written on a thing."""


@event
class Eat(Use):
    """Eat a thing."""


@event
class PutOn(Use):
    """Put on armour, or take up a weapon; what was worn of its kind comes off.

    Fails with ``"worn"`` where it is worn already.
    """


@event
class TakeOff(Use):
    """Take off what is worn. Fails with ``"not worn"``."""


@event
class StartWearing(Change):
    """A thing comes to be worn.

    Attributes:
        target: Who wears it.
        item: The thing.
    """

    target: Entity = role()
    item: Entity = role()


@event
class StopWearing(Change):
    """A thing is worn or wielded no more.

    Attributes:
        target: Who wore it.
        item: The thing.
    """

    target: Entity = role()
    item: Entity = role()


@event
class Crack(Change):
    """A thing cracks: what would crack it again breaks it. Who struck the blow enacts it.

    Attributes:
        target: Who holds it.
        item: The thing.
    """

    target: Entity = role()
    item: Entity = role()


@event
class Break(Change):
    """A thing breaks, and is no more; who broke it enacts it.

    Attributes:
        target: Who held it.
        item: The thing.
    """

    target: Entity = role()
    item: Entity = role()


@event
class Distinguish(Change):
    """A thing that has just come to be turns out to be better than its kind.

    Attributes:
        item: The thing.
        better: By how much, drawn at APPLY.
        called: What it is named, drawn at APPLY.
    """

    item: Entity = role()
    better: int = 0
    called: str = ""


@event
class UseUp(Change):
    """A thing is used up, and is no more; of a stack it is one, and AIM makes that a Lessen.

    Attributes:
        item: The thing.
        whole: Whether all of a stack is used up.
    """

    item: Entity = role()
    whole: bool = False


@event
class Lessen(Change):
    """A stack becomes one thing fewer.

    Attributes:
        item: The stack.
    """

    item: Entity = role()
