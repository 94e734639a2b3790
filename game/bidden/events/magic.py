"""Events of magic: casting and learning spells, and what only magic does."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import attrs
from msgspec import Meta

from eventcore import Action, Change, Entity, Query, event, role


@event
class Cast(Action):
    """Cast a spell.

    Fails with ``"no spell"`` for one that is not known, or where none is named, ``"no spells"``
    where none is named by who knows none, ``"no mana"``, the reasons of ``powers.reach_of``, and
    ``"nothing"`` where it would do nothing. Refused, it costs no mana.

    Attributes:
        spell: Its name.
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        mana: What it costs, set at AIM.
        targets: Whom it reaches, set at VALIDATE.
        misspoken: Whether it is spoken wrong, costs its mana and does nothing; set at
            RESOLVE.
    """

    spell: str
    x: int = -1
    y: int = -1
    mana: int = 0
    targets: list[Entity] = attrs.Factory(list)
    misspoken: bool = False


@event
class Speak(Change):
    """Speak magic words aloud, with a voice that may fail.

    Attributes:
        odds: In how many of a hundred cases they come out right.
        right: Whether they do, set at APPLY.
    """

    odds: int = 100
    right: bool = False


@event
class Study(Change):
    """Read on in a book, by a page.

    Attributes:
        target: Who reads.
        item: The book.
        page: Which page was read, from 1; set at APPLY.
    """

    target: Entity = role()
    item: Entity = role()
    page: int = 0


@event
class KnowsSpell(Query):
    """Does a creature know a spell?

    Attributes:
        spell: Its name.
        known: Whether it does; who casts nothing knows none.
    """

    spell: str
    known: bool = False


@event
class LearnSpell(Change):
    """Come to know a spell. Fails with ``"known"`` for one that is known.

    Attributes:
        target: Who learns it.
        spell: Its name.
        mana: What it costs to cast it, set at AIM.
        room: How much more mana who learns it holds from now on, set at APPLY.
    """

    target: Entity = role()
    spell: str = ""
    mana: int = 0
    room: int = 0


@event
class InstantEffect(Change):
    """What an effect does at once, beside giving and taking. Effects name it in data.

    Fails with ``"nothing"`` where it cannot be done.

    Attributes:
        target: Whom it is done to.
    """

    target: Entity = role()


@event
class CanApply(Query):
    """Can an instant effect be done?

    Attributes:
        instant: The instant effect, not published.
        could: Whether it could; so it is unless somebody objects.
    """

    instant: InstantEffect
    could: bool = True


@event
class MayComeTo(Query):
    """Could a creature come to be on a tile, as far as it knows?

    Attributes:
        x: The column.
        y: The row.
        free: Whether it could.
    """

    x: int
    y: int
    free: bool = False


@event
class Blink(InstantEffect):
    """Come to be on a free tile in view: the chosen one, or else one drawn by lot.

    Attributes:
        within: How far away it may be, in tiles each way.
        x: The column come to; -1 for none chosen, and set at APPLY.
        y: The row come to; -1 for none chosen, and set at APPLY.
    """

    within: Annotated[int, Meta(ge=1)] = 5
    x: int = -1
    y: int = -1


@event
class Summon(InstantEffect):
    """Creatures come to be on free neighbouring tiles, and serve whoever summoned them.

    Attributes:
        what: What they are, by the name of their table.
        count: How many come at the most.
        bond: The effect by which they serve.
        come: Those who came, set at RESOLVE.
    """

    what: Annotated[str, Meta(min_length=1)] = ""
    count: Annotated[int, Meta(ge=1)] = 1
    bond: str = "service"
    come: list[Entity] = attrs.Factory(list)


@event
class Transfuse(InstantEffect):
    """Turn blood to mana: as much as is missing, and as leaves one hit point.

    Attributes:
        amount: How much, set at MODIFY.
    """

    amount: int = 0


@event
class Shove(InstantEffect):
    """Be thrown back from whoever does it, or dragged to them, until something is in the way.

    Who comes over an edge by it falls. Fails with ``"nothing"`` where there is no room.

    Attributes:
        tiles: How far, in tiles; negative for towards them.
        x: The column come to, set at MODIFY.
        y: The row come to, set at MODIFY.
    """

    tiles: int = 1
    x: int = -1
    y: int = -1


@event
class RaiseDead(InstantEffect):
    """The nearest corpse in view becomes a creature.

    Attributes:
        what: What it becomes, by the name of its table.
        within: How far away it may be, in tiles.
        come: What rose, set at RESOLVE; None where it was refused.
    """

    what: Annotated[str, Meta(min_length=1)] = ""
    within: Annotated[int, Meta(ge=1)] = 6
    come: Entity | None = None


@event
class Alarm(InstantEffect):
    """Let one's fellows know where the foe is that one sees, and wake those who sleep.

    Attributes:
        within: How far it is heard, in tiles.
        heard: Who went after the foe for it, set at RESOLVE.
    """

    within: Annotated[int, Meta(ge=1)] = 12
    heard: list[Entity] = attrs.Factory(list)


@event
class Sunder(InstantEffect):
    """The weapon that one wields breaks, if it is one that can break."""


@event
class Maim(InstantEffect):
    """Wound outright, whatever hit points are left; of who cannot be wounded, nothing.

    Attributes:
        kind: Which wound it is, as ``wounds.toml`` names them; empty for what a blow gives.
    """

    kind: str = ""


INSTANT_EFFECTS: Final[Mapping[str, type[InstantEffect]]] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (Blink, Summon, Transfuse, Shove, RaiseDead, Alarm, Sunder, Maim)
    }
)
"""The instant effects there are, by the names effects call them by."""
