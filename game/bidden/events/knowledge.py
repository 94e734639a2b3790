"""Events of identifying and naming items."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, Notice, Query, event, role


@event
class Knows(Query):
    """Has a creature identified a kind of item? One that never learns has not."""

    what: str
    known: bool = False


@event
class Show(Notice):
    """An item has visibly done something to the creatures in ``on``."""

    item: Entity = role()
    on: list[Entity] = attrs.Factory(list)


@event
class Learn(Change):
    """Identify a kind of item. Fails with ``"known"`` for an identified one."""

    target: Entity = role()
    what: str = ""


@event
class Tell(Change):
    """Tell allies what an item is. Fails with ``"nobody hears"``.

    Attributes:
        heard: The allies who hear or see it and do not know the kind, set at VALIDATE.
    """

    item: Entity = role()
    heard: list[Entity] = attrs.Factory(list)


@event
class Name(Action):
    """Name an item in the pack, or all that look like it; takes no time.

    Fails with ``"no thing"`` for an empty slot, ``"known"`` for the name of an identified kind,
    ``"long"`` for a name that is too long, and ``"no name"`` for one that cannot be printed, or
    begins or ends with a space.

    Attributes:
        item: The item; None for an empty slot.
        name: The name; at most 24 characters, empty to remove it.
        alike: Whether to name all items that look like it.
    """

    item: Entity | None = role(default=None)
    name: str = ""
    alike: bool = False
