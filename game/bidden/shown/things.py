"""Things and spells that the player has, and what it takes to aim them."""

from __future__ import annotations

from enum import Enum

import attrs

from bidden.kinds import GEAR
from bidden.state import a_thing, several


class Shape(Enum):
    """What has to be aimed at."""

    CREATURE = "creature"
    """A creature in view."""
    TILE = "tile"
    """A tile in view."""
    DIRECTION = "direction"
    """Any tile but one's own, whether in view or not."""


@attrs.frozen
class Aiming:
    """What it takes to aim something.

    Attributes:
        shape: What has to be aimed at.
        range: How far it reaches, in tiles, Euclidean; 0 for as far as one sees.
        radius: How far around the tile it works.
    """

    shape: Shape
    range: int = 0
    radius: int = 0


@attrs.frozen
class Castable:
    """A spell that is known.

    Attributes:
        name: Its name.
        mana: What it costs.
        aiming: What it takes to aim it; None where it needs no aim.
    """

    name: str
    mana: int
    aiming: Aiming | None = None


@attrs.frozen
class Held:
    """A thing in the pack.

    Attributes:
        slot: The letter of its slot.
        name: What it is called, with how many there are, as in "a ration" and "12 arrows".
        uses: What can be done with it, as ``intents.USES`` has it, such as ``"quaff"`` and
            ``"put on"``, and ``"drop"``.
        glyph: How it is drawn.
        look: The name of its colour in the palette.
        worn: Whether it is worn or wielded.
        kind: What it is, by the names of ``bidden.kinds``.
        worth: What it adds where it is worn; of what shoots, with nothing to shoot, only its blow.
        adds: What it adds to Attack, Defence and ranged damage if it is equipped.
        aimed: What it takes to aim each use that needs it.
        known: Whether it is known what it is.
        spells: The names of the spells that reading it offers to cast, in place of reading: those
            of a book that is known by heart.
        each: What one of them is called, as in "arrow"; empty for the same as ``name``.
        count: How many there are.
        two_handed: Whether it takes both hands, and goes with no shield.
        about: What there is to tell of it, in a line; empty where nothing of it is known.
        tried: Whether such a thing was drunk or read before, and showed nothing of what it is.
        label: What was written on it alone, as ``labels`` has it; empty for nothing.
        barred: Why it cannot be put on or wielded now, as in "takes two sound hands"; empty for
            what can, and for what never could.
        opens_on: Of a key, the level whose locks it opens; 0 of anything else.
        stacks: Whether more of its kind would be held with it.
    """

    slot: str
    name: str
    uses: tuple[str, ...]
    glyph: str
    look: str
    worn: bool = False
    kind: str = ""
    worth: int = 0
    adds: tuple[int, int, int] = (0, 0, 0)
    aimed: tuple[tuple[str, Aiming], ...] = ()
    known: bool = True
    spells: tuple[str, ...] = ()
    each: str = ""
    count: int = 1
    two_handed: bool = False
    about: str = ""
    tried: bool = False
    label: str = ""
    barred: str = ""
    opens_on: int = 0
    stacks: bool = False

    def is_called(self, name: str) -> bool:
        """Say whether so many of it would be called by a name, as in "a ration" and "2 rations"."""
        return name == self.name or name.partition(" ")[2] in (self.each, several(self.each))

    @property
    def is_gear(self) -> bool:
        """Whether it is worn or wielded when it is put on."""
        return self.kind in GEAR

    @property
    def borne(self) -> str:
        """How it is borne, ``"wielded"`` or ``"worn"``; empty for what is only carried."""
        return "" if not self.worn else "wielded" if self.kind == "weapon" else "worn"

    @property
    def one(self) -> str:
        """What one of it is called, as in "an arrow", however many there are."""
        return a_thing(self.each) if self.count > 1 else self.name

    def aiming(self, how: str) -> Aiming | None:
        """Give what it takes to aim a use; None where it needs no aim."""
        return dict(self.aimed).get(how)


@attrs.frozen
class Spilling:
    """What a thing that is held would do by what is in it, thrown at a foe in view.

    Attributes:
        slot: The letter of its slot.
        at: Where the foe is, as (column, row).
        harms: Where foes in view are whom it would harm, besides the blow.
        backfires: Whether it would harm the player or who is on their side, or might.
    """

    slot: str
    at: tuple[int, int]
    harms: tuple[tuple[int, int], ...] = ()
    backfires: bool = False
