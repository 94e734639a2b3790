"""Events of places: how levels and what is on them come to be, stairs, traps, what is hidden."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.worldgen.plan import Placement
from eventcore import Action, Change, Component, Entity, Notice, Query, event, role

HARM_OF_A_FALL: Final = 8
"""How many hit points a fall costs at the most."""


@event
class MakeLevel(Change):
    """A level comes to be, with all that is on it.

    Fails with ``"made"`` for one that there is already, and for one below the next, and with
    ``"bottom"`` for one below the last.

    Attributes:
        level: Which one, 1 at the top.
        things: What is to be spawned on it, in order; drawn at APPLY.
    """

    level: int = 1
    things: list[Placement] = attrs.Factory(list)


@event
class HowDeep(Query):
    """As how deep does a level count, for how tough those are who come there?

    Attributes:
        level: Which, 1 at the top.
        rank: The answer, 1 for the first; handlers may name another.
    """

    level: int
    rank: int


@event
class Spawn(Change):
    """A creature or thing comes to be, on a tile or in somebody's pack.

    Fails with ``"full pack"`` where it is to come into one without a free slot.

    Attributes:
        holder: In whose pack it comes to be; None where it is on a tile.
        what: What it is, by the name of its table of content; any name where parts are given.
        x: Its column.
        y: Its row.
        level: Its level.
        delay: When it acts for the first time, if it does, in hundredths of a turn from now.
        parts: What it is made of. Unless given it is made by its table, at AIM; handlers at
            MODIFY may alter it. It is not recorded.
        gear: The names of what it comes with and wears, drawn at APPLY.
        made: What came to be, set at APPLY.
    """

    holder: Entity | None = role(default=None)
    what: str = ""
    x: int = -1
    y: int = -1
    level: int = 1
    delay: int = 0
    _parts: list[Component] = attrs.field(factory=list, alias="parts")
    gear: list[str] = attrs.Factory(list)
    made: Entity | None = None

    @property
    def parts(self) -> list[Component]:
        """What it is made of."""
        return self._parts

    @parts.setter
    def parts(self, parts: list[Component]) -> None:
        self._parts = parts


@event
class Climb(Change):
    """Go where a stair leads: to the middle of its other end. A step onto the stair ends in it.

    Fails with ``"blocked"`` where something solid is at the other end and has nowhere to go.
    The level is made first where it is new, and who is in the way displaced; where either is
    refused, it leads nowhere.

    Attributes:
        stair: This end of it.
        from_level: The level left, set at RESOLVE.
        to_level: The level come to, set at RESOLVE; the same where it led nowhere.
    """

    stair: Entity = role()
    from_level: int = 0
    to_level: int = 0


@event
class Follow(Change):
    """One who serves, or hunts, goes along over a stair. Whoever is followed enacts it.

    Attributes:
        target: Who follows.
        x: The column it comes to.
        y: The row it comes to.
        level: The level it comes to.
    """

    target: Entity = role()
    x: int = -1
    y: int = -1
    level: int = 1


@event
class StayBehind(Notice):
    """One who serves does not follow over a stair. Whoever took the stair enacts it.

    Attributes:
        target: Who stays behind.
        why: ``"held"``, ``"bidden"`` to stay, or too ``"far"`` off, as is who finds no room.
        held_by: The effect that holds them; empty where something else does.
    """

    target: Entity = role()
    why: str = "far"
    held_by: str = ""


@event
class Fall(Change):
    """Fall into a chasm, to the level below, and be hurt by it; things fall as well.

    One comes down below where one fell, or on the free tile nearest to that. The level is made
    first where it is new. Where it
    is refused, nobody falls.

    Attributes:
        x: The column of the chasm, set at AIM.
        y: The row of the chasm, set at AIM.
        from_level: The level left, set at AIM.
        to_level: The level come to, set at RESOLVE; the same where it led nowhere.
        strength: How much harm it does at the most.
    """

    x: int = -1
    y: int = -1
    from_level: int = 0
    to_level: int = 0
    strength: int = HARM_OF_A_FALL


@event
class Spring(Change):
    """A trap is sprung.

    Attributes:
        target: Who stepped into it.
        trap: The trap.
        targets: Whom it reaches, set at VALIDATE.
    """

    target: Entity = role()
    trap: Entity = role()
    targets: list[Entity] = attrs.Factory(list)


@event
class Search(Action):
    """Search the tiles around for what is hidden.

    Attributes:
        found: What was found, set at APPLY.
    """

    found: list[Entity] = attrs.Factory(list)


@event
class Engrave(Action):
    """Engrave words on the floor where one stands, in place of what is engraved there.

    Fails with ``"no words"`` for nothing, or what cannot be printed; with ``"many words"``;
    and with ``"no floor"`` on doors and stairs, and where something covers the floor.

    Attributes:
        text: The words.
        made: The engraving, set at RESOLVE.
    """

    text: str
    made: Entity | None = None


@event
class Find(Change):
    """What was hidden, a trap or a door, is hidden no more.

    Attributes:
        thing: What it is.
    """

    thing: Entity = role()


@event
class Disarm(Action):
    """Take apart a trap on a neighbouring tile that was found. Fails with ``"no trap"``.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
        trap: The trap, set at AIM.
        worked: Whether it came apart, set at APPLY; if not, it springs.
    """

    dx: int
    dy: int
    trap: Entity | None = None
    worked: bool = False
