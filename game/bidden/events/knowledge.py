"""Events of knowing what things are, and of naming them."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, Notice, Query, event, role


@event
class Knows(Query):
    """Does a creature know a kind of thing?

    Attributes:
        what: The name of the kind.
        known: Whether it does; who learns nothing knows nothing.
    """

    what: str
    known: bool = False


@event
class Show(Notice):
    """A thing has done something, for all to see.

    Attributes:
        item: The thing.
        on: Those it did something to.
    """

    item: Entity = role()
    on: list[Entity] = attrs.Factory(list)


@event
class Learn(Change):
    """Come to know a kind of thing. Fails with ``"known"`` for one that is known.

    Attributes:
        target: Who learns.
        what: The name of the kind.
    """

    target: Entity = role()
    what: str = ""


@event
class Tell(Change):
    """Point at what a thing has done, and cry out what it is. Fails with ``"nobody hears"``.

    Attributes:
        item: The thing.
        heard: The fellows who hear or see it and do not know the kind, set at VALIDATE.
    """

    item: Entity = role()
    heard: list[Entity] = attrs.Factory(list)


@event
class Name(Action):
    """Name a thing one holds, or all that look like it; takes no time.

    Fails with ``"no thing"`` for an empty slot, ``"known"`` where all of a kind that is known
    already are to be named, ``"long"`` for a name of more than 24 characters or an inscription of
    more than 40, ``"no name"`` for one that cannot be printed, or begins or ends with a space.

    Attributes:
        item: The thing; None for an empty slot.
        name: What to call it; empty to take the name away. That of a single thing may end in an
            inscription, as ``labels`` has it.
        alike: Whether all that look like it are meant.
    """

    item: Entity | None = role(default=None)
    name: str = ""
    alike: bool = False
