"""Items and spells of the player, and how they are aimed."""

from __future__ import annotations

from enum import Enum

import attrs

from bidden.kinds import GEAR
from bidden.shown.tiles import Spot
from bidden.state import a_thing, several


class Shape(Enum):
    """The kind of a target."""

    CREATURE = "creature"  # in view
    TILE = "tile"  # in view
    DIRECTION = "direction"  # any tile but the player's own, even out of view


@attrs.frozen
class Aiming:
    """How something is aimed."""

    shape: Shape
    range: int = 0  # in tiles, Euclidean; 0 for the range of sight
    radius: int = 0  # of the effect around the target


@attrs.frozen
class Castable:
    """A spell that the player knows."""

    name: str
    mana: int  # its cost
    aiming: Aiming | None = None  # None if it needs no target


@attrs.frozen
class Held:
    """An item in the pack."""

    slot: str  # a letter
    name: str  # with the number, as in "a ration" and "12 arrows"
    uses: tuple[str, ...]  # "drop", and those of intents.USES such as "quaff" and "put on"
    glyph: str
    look: str  # the name of its colour in the palette
    worn: bool = False  # or wielded
    kind: str = ""  # a name in bidden.kinds
    worth: int = 0  # what it adds if equipped; of a bow without arrows, only in melee
    adds: tuple[int, int, int] = (0, 0, 0)  # to Attack, Defence and ranged damage
    traits: tuple[str, ...] = ()  # what else it does if equipped, as in "sweep"
    brand: int = 0  # the average extra damage of its hits, rounded up
    reach: int = 0  # how many tiles farther than the adjacent ones it strikes
    lacks_missiles: bool = False  # whether it shoots missiles, and the player has none for it
    aimed: tuple[tuple[str, Aiming], ...] = ()  # the uses that need a target
    known: bool = True  # whether it is identified
    spells: tuple[str, ...] = ()  # spells of a known book, which reading casts
    each: str = ""  # the name of one, as in "arrow"
    count: int = 1
    two_handed: bool = False  # excludes a shield
    about: str = ""  # in a line, only known facts
    tried: bool = False  # whether one was used and stayed unidentified
    barred: str = ""  # why it cannot be equipped now, as in "takes two sound hands"
    opens_on: int = 0  # the level whose locks it opens, if it is a key
    opens: tuple[Spot, ...] = ()  # the known locked doors of this level that it opens
    stacks: bool = False  # whether more of its kind share the slot

    def is_called(self, name: str) -> bool:
        """Return whether a name, as in "a ration" or "2 rations", means items of this kind."""
        return name == self.name or name.partition(" ")[2] in (self.each, several(self.each))

    @property
    def is_gear(self) -> bool:
        """Whether it can be worn or wielded."""
        return self.kind in GEAR

    @property
    def borne(self) -> str:
        """``"wielded"``, ``"worn"``, or "" if it is only carried."""
        return "" if not self.worn else "wielded" if self.kind == "weapon" else "worn"

    @property
    def one(self) -> str:
        """The singular name, as in "an arrow"."""
        return a_thing(self.each) if self.count > 1 else self.name

    def aiming(self, how: str) -> Aiming | None:
        """Return how a use is aimed, or None if it needs no target."""
        return dict(self.aimed).get(how)


@attrs.frozen
class Spilling:
    """The effect of an item's spilled contents, thrown at a foe in view."""

    slot: str
    at: tuple[int, int]  # the foe
    harms: tuple[tuple[int, int], ...] = ()  # foes that it would harm, besides the hit
    backfires: bool = False  # whether it may harm the player's own side
