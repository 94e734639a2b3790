"""Events of the abilities of some kinds of creatures."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, event, role


@event
class UseKnack(Action):
    """Use the special ability of a kind.

    Fails with ``"no knack"`` for a creature that must rest from it, the reasons of
    ``powers.reach_of``, and ``"nothing"`` if it has none or it would do nothing.

    Attributes:
        x, y: The target tile; -1 for none.
        targets: The creatures that it reaches, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    targets: list[Entity] = attrs.Factory(list)


@event
class Erupt(Change):
    """A dead creature bursts. The world enacts it, because the creature is gone by then.

    Attributes:
        who: The dead creature.
        effects: The names of the effects on every creature that it reaches.
        radius: The radius, in tiles; walls shield.
        side: The only side that it reaches; empty for all.
        targets: The creatures that it reaches, set at VALIDATE.
        seen: The verb in the message, as in "The bloater bursts!"
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
    """Steal an item, drawn at APPLY, from the pack of the target.

    Fails with ``"nothing"`` if the target wears everything it holds, or if the thief has no slot.
    """

    target: Entity = role()
    item: Entity | None = None


@event
class Unmask(Change):
    """A creature disguised as an item reveals itself. Fails with ``"known"`` if it already has.

    Attributes:
        seemed: The name of the item, set at APPLY.
    """

    seemed: str = ""


@event
class BecomeChampion(Change):
    """A new creature turns out to be a champion. APPLY draws all fields.

    Attributes:
        title: Its new name.
        trick: The table with its extra ability.
        gear: The name of its gear; empty for none.
        called: The name of its gear, as in a sword named "Biter".
    """

    target: Entity = role()
    title: str = ""
    trick: str = ""
    gear: str = ""
    called: str = ""


@event
class Imitate(Change):
    """Assume the look and the fighting values of the target. Fails with ``"same"``."""

    target: Entity = role()
