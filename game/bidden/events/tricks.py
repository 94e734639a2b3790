"""Events of tricks: what only some kinds of creature can do."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, event, role


@event
class UseKnack(Action):
    """Do what only one's kind can.

    Fails with ``"no knack"`` for who has to rest from it, the reasons of ``powers.reach_of``, and
    ``"nothing"`` where it would do nothing and for who has none.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        targets: Whom it reaches, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    targets: list[Entity] = attrs.Factory(list)


@event
class Erupt(Change):
    """What has died bursts; enacted by the world, for by then it is gone.

    Attributes:
        who: What it was.
        x: The column it died in.
        y: The row it died in.
        level: The level, 1 at the top.
        effects: The names of the effects on all it reaches.
        radius: How far it reaches, in tiles; walls shield.
        side: The only side it reaches; empty for all sides.
        targets: Whom it reaches, set at VALIDATE.
        seen: What it does, as in "The bloater bursts!"
    """

    who: Entity
    x: int = -1
    y: int = -1
    level: int = 1
    effects: list[str] = attrs.Factory(list)
    radius: int = 1
    side: str = ""
    targets: list[Entity] = attrs.Factory(list)
    seen: str = "bursts"


@event
class Steal(Change):
    """Take a thing out of somebody's pack.

    Fails with ``"nothing"`` where all that is held is worn, or the thief has no room for more.

    Attributes:
        target: Who is robbed.
        item: What is taken, drawn at APPLY.
    """

    target: Entity = role()
    item: Entity | None = None


@event
class Unmask(Change):
    """What looked like a thing shows that it is a creature. Fails with ``"known"`` where it has.

    Attributes:
        seemed: What it seemed to be, set at APPLY.
    """

    seemed: str = ""


@event
class BecomeChampion(Change):
    """A creature that has just come to be turns out to be a champion.

    Attributes:
        target: Who it is.
        title: What it is called from now on, drawn at APPLY.
        trick: The name of the table with what it can do besides, drawn at APPLY.
        gear: The name of what it wears, drawn at APPLY; empty for nothing.
        called: What that is named, drawn at APPLY.
    """

    target: Entity = role()
    title: str = ""
    trick: str = ""
    gear: str = ""
    called: str = ""


@event
class Imitate(Change):
    """Take on the shape of another, and how well they fight. Fails with ``"same"``.

    Attributes:
        target: Who is imitated.
    """

    target: Entity = role()
