"""Events of magic: casting and learning spells, and instant effects."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import attrs
from msgspec import Meta

from eventcore import Action, Change, Entity, Query, event, role


@event
class Cast(Action):
    """Cast a spell. A refused spell costs no mana.

    Fails with ``"no spell"`` for an unknown or missing name, ``"no spells"`` without a name by a
    creature that knows no spells, ``"no mana"``, the reasons of ``powers.reach_of``, and
    ``"nothing"`` if it would do nothing.

    Attributes:
        x, y: The target tile; -1 for none.
        mana: The cost, set at AIM.
        targets: The creatures that it reaches, set at VALIDATE.
        misspoken: Whether the spell fails and costs its mana anyway, set at RESOLVE.
    """

    spell: str
    x: int = -1
    y: int = -1
    mana: int = 0
    targets: list[Entity] = attrs.Factory(list)
    misspoken: bool = False


@event
class Speak(Change):
    """Speak magic words with a voice that may fail.

    Attributes:
        odds: The chance in percent to succeed.
        right: Whether it succeeds, set at APPLY.
    """

    odds: int = 100
    right: bool = False


@event
class Study(Change):
    """Read the next page of a book.

    Attributes:
        page: The number of the page, from 1, set at APPLY.
    """

    target: Entity = role()
    item: Entity = role()
    page: int = 0


@event
class KnowsSpell(Query):
    """Does a creature know a spell?"""

    spell: str
    known: bool = False


@event
class LearnSpell(Change):
    """Learn a spell. Fails with ``"known"`` for a known one.

    Attributes:
        mana: The cost of casting it, set at AIM.
        room: The gain in maximum mana, set at APPLY.
    """

    target: Entity = role()
    spell: str = ""
    mana: int = 0
    room: int = 0


@event
class InstantEffect(Change):
    """An effect that acts at once and is more than a gain or loss. Effects name it in data.

    Fails with ``"nothing"`` if it is impossible.

    Attributes:
        target: The creature that it affects.
    """

    target: Entity = role()


@event
class CanApply(Query):
    """Is an instant effect possible?

    Attributes:
        instant: The effect, unpublished.
        could: The answer, unless a handler objects.
    """

    instant: InstantEffect
    could: bool = True


@event
class MayComeTo(Query):
    """Could a creature move to a tile, as far as it knows?"""

    x: int
    y: int
    free: bool = False


@event
class Blink(InstantEffect):
    """Teleport to a free tile in view: the chosen one, or else a random one.

    Attributes:
        within: The maximum distance, in tiles each way.
        x: The chosen column; -1 for none. Set at APPLY to the actual one.
        y: The chosen row; -1 for none. Set at APPLY to the actual one.
    """

    within: Annotated[int, Meta(ge=1)] = 5
    x: int = -1
    y: int = -1


@event
class Summon(InstantEffect):
    """Creatures appear on free adjacent tiles, and serve their summoner.

    Attributes:
        what: The table of the creatures.
        count: The maximum number of creatures.
        bond: The effect by which they serve.
        come: The creatures that came, set at RESOLVE.
    """

    what: Annotated[str, Meta(min_length=1)] = ""
    count: Annotated[int, Meta(ge=1)] = 1
    bond: str = "service"
    come: list[Entity] = attrs.Factory(list)


@event
class Transfuse(InstantEffect):
    """Turn hit points into the missing mana. At least one hit point stays.

    Attributes:
        amount: The number of hit points, set at MODIFY.
    """

    amount: int = 0


@event
class Shove(InstantEffect):
    """Knock a creature back, or drag it closer, until something is in the way.

    It falls if it ends above a chasm. Fails with ``"nothing"`` without room.

    Attributes:
        tiles: The distance in tiles; negative to drag it closer.
        x: The column where it ends, set at MODIFY.
        y: The row where it ends, set at MODIFY.
    """

    tiles: int = 1
    x: int = -1
    y: int = -1


@event
class RaiseDead(InstantEffect):
    """Turn the nearest visible corpse into a creature.

    Attributes:
        what: The table of the creature.
        within: The maximum distance, in tiles.
        come: The creature, set at RESOLVE; None if it was refused.
    """

    what: Annotated[str, Meta(min_length=1)] = ""
    within: Annotated[int, Meta(ge=1)] = 6
    come: Entity | None = None


@event
class Alarm(InstantEffect):
    """Wake allies, and tell them where the visible enemy is.

    Attributes:
        within: The distance at which it is heard, in tiles.
        heard: The allies that went after the enemy, set at RESOLVE.
    """

    within: Annotated[int, Meta(ge=1)] = 12
    heard: list[Entity] = attrs.Factory(list)


@event
class Sunder(InstantEffect):
    """Break the wielded weapon, if it can break."""


@event
class Maim(InstantEffect):
    """Wound a creature, whatever hit points are left, if it can be wounded.

    Attributes:
        kind: The wound, by its name in wounds.toml; empty for a usual wound of a blow.
    """

    kind: str = ""


INSTANT_EFFECTS: Final[Mapping[str, type[InstantEffect]]] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (Blink, Summon, Transfuse, Shove, RaiseDead, Alarm, Sunder, Maim)
    }
)
"""The instant effects, by their names in effects."""
