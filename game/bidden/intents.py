"""Intents: all that a player, a bot, a journal or a creature's mind may say to the game.

An intent is a frozen value: what an actor means to do, not yet who that is.
``actions`` turns it into the action of the same name. Only intents from outside are recorded.
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
    "Use",
    "UseAt",
    "UseBoon",
    "UseKnack",
    "Wait",
    "Word",
]


@attrs.frozen
class Intent:
    """What an actor means to do."""

    version: ClassVar[int] = 1
    """Goes up when the fields change, so that older journals can be read still."""

    def __str__(self) -> str:
        """Return the intent in words for the inspector, such as "Move east"."""
        fields = attrs.asdict(self, recurse=False)
        way = bearing(fields.pop("dx"), fields.pop("dy")) if {"dx", "dy"} <= {*fields} else None
        values = (str(value) for value in (way, *fields.values()) if value is not None)
        return " ".join([type(self).__name__, *values])


@attrs.frozen
class Move(Intent):
    """Step to a neighbouring tile, or bump into what stands there.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@attrs.frozen
class Close(Intent):
    """Close the door on a neighbouring tile.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@attrs.frozen
class Wait(Intent):
    """Let a turn pass."""


@attrs.frozen
class PickUp(Intent):
    """Pick up a thing that lies on one's tile.

    Attributes:
        number: Which of them, in the order they came to be; the first is 0.
    """

    number: int = 0


@attrs.frozen
class Drop(Intent):
    """Drop a thing one holds.

    Attributes:
        slot: The letter of its slot.
    """

    slot: str


@attrs.frozen
class Use(Intent):
    """Do something with a thing one holds.

    Attributes:
        slot: The letter of its slot.
    """

    slot: str


@attrs.frozen
class UseAt(Use):
    """Do something with a thing one holds that may have to be aimed.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
    """

    x: int = -1
    y: int = -1


@attrs.frozen
class Quaff(UseAt):
    """Drink what a thing holds."""


@attrs.frozen
class Read(UseAt):
    """Read what is written on a thing."""


@attrs.frozen
class Throw(UseAt):
    """Throw a thing."""


@attrs.frozen
class Eat(Use):
    """Eat a thing."""


@attrs.frozen
class PutOn(Use):
    """Put on armour, or take up a weapon."""


@attrs.frozen
class TakeOff(Use):
    """Take off what one wears."""


@attrs.frozen
class Shoot(Intent):
    """Shoot at a creature with what one wields.

    Attributes:
        x: The column aimed at.
        y: The row aimed at.
    """

    x: int
    y: int


@attrs.frozen
class Search(Intent):
    """Search the tiles around for what is hidden."""


@attrs.frozen
class Disarm(Intent):
    """Take apart a trap on a neighbouring tile.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@attrs.frozen
class Engrave(Intent):
    """Engrave words on the floor where one stands.

    Attributes:
        text: The words.
    """

    text: str


@attrs.frozen
class Cast(Intent):
    """Cast a spell.

    Attributes:
        spell: Its name.
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
    """

    spell: str
    x: int = -1
    y: int = -1


@attrs.frozen
class Inhale(Intent):
    """Draw breath, as dragons do."""


@attrs.frozen
class Breathe(Intent):
    """Let out the breath that was drawn.

    Attributes:
        x: The column aimed at.
        y: The row aimed at.
    """

    x: int
    y: int


@attrs.frozen
class Name(Intent):
    """Name a thing one holds; takes no time.

    Attributes:
        slot: The letter of its slot.
        name: What to call it; empty to take the name away. That of a single thing may end in an
            inscription, as ``labels`` has it.
        alike: Whether all that look like it are meant.
    """

    slot: str
    name: str
    alike: bool = False


Improvable: TypeAlias = Literal[
    "hp", "attack", "defence", "sight", "regeneration", "mana", "mana regeneration"
]
"""What a creature can become better at."""


@attrs.frozen
class Improve(Intent):
    """Become better at something, where experience allows it.

    Attributes:
        option: At what.
    """

    option: Literal["hp", "attack", "defence", "sight", "regeneration", "mana", "mana regeneration"]


@attrs.frozen
class UseKnack(Intent):
    """Do what only one's kind can; of minds alone: no intent from outside says so.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
    """

    x: int = -1
    y: int = -1


Word: TypeAlias = Literal["come", "stay", "strike"]
"""What one can bid those who serve."""


@attrs.frozen
class Bid(Intent):
    """Call a word to those who serve.

    Attributes:
        word: The word.
    """

    word: Literal["come", "stay", "strike"]


@attrs.frozen
class Bind(Intent):
    """Be bound by what a summoner offers.

    Attributes:
        number: Which offer, in the order of the view; the first is 0.
    """

    number: int


@attrs.frozen
class UseBoon(Intent):
    """Use the active boon in a direction.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@attrs.frozen
class SwitchBoon(Intent):
    """Make the other boon the active one; takes no time."""


USES: Final[Mapping[str, type[Use]]] = MappingProxyType(
    {"quaff": Quaff, "eat": Eat, "read": Read, "throw": Throw, "put on": PutOn, "take off": TakeOff}
)
"""What can be done with a thing, by the words a player is offered it in."""

INTENTS: Final[Mapping[str, type[Intent]]] = MappingProxyType(
    {
        cls.__name__: cls
        for cls in (
            *(Move, Close, Wait, PickUp, Drop, *USES.values(), Shoot, Cast, Name, Search, Disarm),
            *(Improve, Inhale, Breathe, Bid, Bind, UseBoon, SwitchBoon, Engrave),
        )
    }
)
"""Every kind of intent by the name it is recorded under."""
