"""Intents: everything that players, bots, journals and creatures' minds can tell the game to do.

An intent is a frozen value without an actor. ``actions`` turns it into the action of the same name
for an actor. Only intents from outside are recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final, Literal, TypeAlias

import attrs

from bidden.grid.compass import bearing

__all__ = [
    "INTENTS",
    "USES",
    "Bid",
    "Bind",
    "Breathe",
    "Cast",
    "Close",
    "Disarm",
    "Drop",
    "Eat",
    "Engrave",
    "Improvable",
    "Improve",
    "Inhale",
    "Intent",
    "Move",
    "Name",
    "PickUp",
    "PutOn",
    "Quaff",
    "Read",
    "Search",
    "Shoot",
    "SwitchBoon",
    "TakeOff",
    "Throw",
    "Toward",
    "Use",
    "UseAt",
    "UseBoon",
    "UseKnack",
    "Wait",
    "Word",
]

Improvable: TypeAlias = Literal[
    "hp", "attack", "defence", "sight", "regeneration", "mana", "mana regeneration"
]
"""The upgrades that experience allows."""
Word: TypeAlias = Literal["come", "stay", "strike"]
"""The orders to followers."""


@attrs.frozen
class Intent:
    """Something that an actor wants to do."""

    version: ClassVar[int] = 1
    """Raise it when the fields change, so that older journals can still be read."""

    def __str__(self) -> str:
        """Return the intent in words for the inspector, such as "Move east"."""
        fields = attrs.asdict(self, recurse=False)
        way = bearing(fields.pop("dx"), fields.pop("dy")) if {"dx", "dy"} <= {*fields} else None
        values = (str(value) for value in (way, *fields.values()) if value is not None)
        return " ".join([type(self).__name__, *values])


@attrs.frozen
class Toward(Intent):
    """Do something in a direction.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@attrs.frozen
class Move(Toward):
    """Step to an adjacent tile, or bump into what is there."""


@attrs.frozen
class Close(Toward):
    """Close the door on an adjacent tile."""


@attrs.frozen
class Disarm(Toward):
    """Disarm a trap on an adjacent tile."""


@attrs.frozen
class UseBoon(Toward):
    """Use the active boon in a direction."""


@attrs.frozen
class SwitchBoon(Intent):
    """Make the other boon active; takes no time."""


@attrs.frozen
class Wait(Intent):
    """Let a turn pass."""


@attrs.frozen
class PickUp(Intent):
    """Pick up an item on the actor's tile.

    Attributes:
        number: The number of the item, in order of creation; the first is 0.
    """

    number: int = 0


@attrs.frozen
class Drop(Intent):
    """Drop an item from the slot with a letter."""

    slot: str


@attrs.frozen
class Use(Intent):
    """Use an item from the slot with a letter."""

    slot: str


@attrs.frozen
class UseAt(Use):
    """Use an item that may need an aim.

    Attributes:
        x: The target column; -1 for none.
        y: The target row; -1 for none.
    """

    x: int = -1
    y: int = -1


@attrs.frozen
class Quaff(UseAt):
    """Drink a potion."""


@attrs.frozen
class Read(UseAt):
    """Read a scroll, a book or another text."""


@attrs.frozen
class Throw(UseAt):
    """Throw an item."""


@attrs.frozen
class Eat(Use):
    """Eat an item."""


@attrs.frozen
class PutOn(Use):
    """Wear armour, or wield a weapon."""


@attrs.frozen
class TakeOff(Use):
    """Remove worn gear."""


@attrs.frozen
class Shoot(Intent):
    """Shoot at a creature on a tile with the wielded weapon."""

    x: int
    y: int


@attrs.frozen
class Search(Intent):
    """Search the adjacent tiles for secrets."""


@attrs.frozen
class Engrave(Intent):
    """Engrave words on the floor underfoot."""

    text: str


@attrs.frozen
class Cast(Intent):
    """Cast a spell.

    Attributes:
        x: The target column; -1 for none.
        y: The target row; -1 for none.
    """

    spell: str
    x: int = -1
    y: int = -1


@attrs.frozen
class Inhale(Intent):
    """Draw breath, as dragons do."""


@attrs.frozen
class Breathe(Intent):
    """Breathe at a tile, once the breath is drawn."""

    x: int
    y: int


@attrs.frozen
class Name(Intent):
    """Name an item in the pack; takes no time.

    Attributes:
        name: The name; at most 24 characters, empty to remove it.
        alike: Whether to name all items that look like it.
    """

    slot: str
    name: str
    alike: bool = False


@attrs.frozen
class Improve(Intent):
    """Choose an upgrade, if experience allows it."""

    option: Improvable


@attrs.frozen
class UseKnack(Intent):
    """Use the special ability of a kind. Only minds do: no intent from outside does.

    Attributes:
        x: The target column; -1 for none.
        y: The target row; -1 for none.
    """

    x: int = -1
    y: int = -1


@attrs.frozen
class Bid(Intent):
    """Call an order to followers."""

    word: Word


@attrs.frozen
class Bind(Intent):
    """Accept the offer of a summoner, by its number in the view; the first is 0."""

    number: int


USES: Final[Mapping[str, type[Use]]] = MappingProxyType(
    {"quaff": Quaff, "eat": Eat, "read": Read, "throw": Throw, "put on": PutOn, "take off": TakeOff}
)
"""The uses of an item, by the words offered to the player."""

INTENTS: Final[Mapping[str, type[Intent]]] = MappingProxyType(
    {
        cls.__name__: cls
        for cls in (
            *(Move, Close, Wait, PickUp, Drop, *USES.values(), Shoot, Cast, Name, Search, Disarm),
            *(Improve, Inhale, Breathe, Bid, Bind, UseBoon, SwitchBoon, Engrave),
        )
    }
)
"""All recorded kinds of intents, by name."""
