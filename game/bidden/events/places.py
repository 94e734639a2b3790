"""Events of places: levels and what appears on them, stairs, falls, traps and secrets."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.worldgen.plan import Placement
from eventcore import Action, Change, Component, Entity, Notice, Query, event, role

HARM_OF_A_FALL: Final = 8
"""The maximum damage of a fall, in hit points."""


@event
class MakeLevel(Change):
    """A level is made and filled.

    Fails with ``"made"`` for a level that exists or would leave a gap, and ``"bottom"`` for one
    below the last.

    Attributes:
        things: What will be spawned on it, in order, drawn at APPLY.
    """

    level: int = 1
    things: list[Placement] = attrs.Factory(list)


@event
class HowDeep(Query):
    """How deep does a level count for the strength of its inhabitants?

    Attributes:
        rank: The answer, 1 for the first level.
    """

    level: int
    rank: int


@event
class Spawn(Change):
    """A creature or item appears on a tile or in a pack. Fails with ``"full pack"``.

    Attributes:
        holder: The creature in whose pack it appears; None for a tile.
        what: Its table of content; any name if parts are given.
        delay: The time until it first acts, in hundredths of a turn.
        parts: Its components, made from the table at AIM unless given. They are not recorded.
        gear: The names of the gear that it wears, drawn at APPLY.
        made: The new entity, set at APPLY.
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
        """The components of the new entity."""
        return self._parts

    @parts.setter
    def parts(self, parts: list[Component]) -> None:
        self._parts = parts


@event
class Climb(Change):
    """Use a stair, to the middle of its other end. A step onto the stair ends in this.

    A new level is made first, and whoever is in the way is displaced. If either is refused, the
    climber stays. Fails with ``"blocked"`` if something solid at the other end has nowhere to go.

    Attributes:
        from_level: The level left, set at RESOLVE.
        to_level: The level reached, set at RESOLVE; the same if the stair led nowhere.
    """

    stair: Entity = role()
    from_level: int = 0
    to_level: int = 0


@event
class Follow(Change):
    """A follower or hunter comes along over a stair. The climber enacts it."""

    target: Entity = role()
    x: int = -1
    y: int = -1
    level: int = 1


@event
class StayBehind(Notice):
    """A follower does not come along over a stair. The climber enacts it.

    Attributes:
        why: ``"held"``, ``"bidden"`` to stay, or ``"far"``, also if there is no room.
        held_by: The effect that holds it, or empty.
    """

    target: Entity = role()
    why: str = "far"
    held_by: str = ""


@event
class Fall(Change):
    """Fall into a chasm, to the tile below or the free tile nearest to it, and be hurt.

    Items fall as well. A new level is made first. If it is refused, nobody falls.

    Attributes:
        x, y: The tile of the chasm, set at AIM.
        from_level: The level left, set at AIM.
        to_level: The level reached, set at RESOLVE; the same if the fall led nowhere.
        strength: The maximum damage.
    """

    x: int = -1
    y: int = -1
    from_level: int = 0
    to_level: int = 0
    strength: int = HARM_OF_A_FALL


@event
class Spring(Change):
    """A creature triggers a trap.

    Attributes:
        targets: The creatures that the trap reaches, set at VALIDATE.
    """

    target: Entity = role()
    trap: Entity = role()
    targets: list[Entity] = attrs.Factory(list)


@event
class Search(Action):
    """Search the adjacent tiles for secrets.

    Attributes:
        found: The secrets found, set at APPLY.
    """

    found: list[Entity] = attrs.Factory(list)


@event
class Engrave(Action):
    """Engrave words on the floor, in place of an earlier engraving.

    Fails with ``"no words"`` for empty or unprintable words, ``"many words"``, and ``"no floor"``
    on doors, on stairs and on covered floor.

    Attributes:
        made: The engraving, set at RESOLVE.
    """

    text: str
    made: Entity | None = None


@event
class Find(Change):
    """A hidden trap or door is found."""

    thing: Entity = role()


@event
class Disarm(Action):
    """Try to disarm a known trap on an adjacent tile. Fails with ``"no trap"``.

    Attributes:
        dx, dy: -1, 0 or 1 tiles east and south.
        trap: The trap, set at AIM.
        worked: Whether it succeeds, set at APPLY; if not, the trap is triggered.
    """

    dx: int
    dy: int
    trap: Entity | None = None
    worked: bool = False
