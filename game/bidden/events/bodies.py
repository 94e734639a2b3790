"""Events of bodies of several parts: how these join, where they go, and how they come off."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bidden.events.combat import Die, TakeDamage
from bidden.grid.skeleton import Joint
from eventcore import Change, Entity, Notice, Query, event, role

Tile = tuple[int, int]


@event
class Join(Change):
    """A part becomes one of a body, which enacts it.

    Attributes:
        target: The part.
        joint: The joint that holds it.
    """

    target: Entity = role()
    joint: str = ""


@event
class Pose(Change):
    """The parts of a body go where their joints have them. Enacted by the body.

    Published when it has come to be somewhere, and by what moves it.

    Attributes:
        from_x: The column that its core has left by a step; -1 where it took none.
        from_y: The row that its core has left.
        turns: Whether it is to change ends, its core where its last part is.
        x: The column its core is to come to, set at AIM to where it is; handlers at MODIFY may
            alter it.
        y: The row, in the same way.
        tiles: Where each part is to come to, by its joint, set and altered in the same way.
        angles: The angles of its joints in degrees, set at MODIFY where it keeps any.
        joints: Its joints, set at AIM. They are not recorded.
    """

    from_x: int = -1
    from_y: int = -1
    turns: bool = False
    x: int = -1
    y: int = -1
    tiles: dict[str, Tile] = attrs.Factory(dict)
    angles: dict[str, int] = attrs.Factory(dict)
    _joints: Sequence[Joint] = ()

    @property
    def joints(self) -> Sequence[Joint]:
        """The joints of the body."""
        return self._joints

    @joints.setter
    def joints(self, joints: Sequence[Joint]) -> None:
        self._joints = joints


@event
class Suffer(TakeDamage):
    """A body loses hit points by what one of its parts has lost."""


@event
class Sever(Die):
    """A part comes off its body, and is one no more: what a part does in place of dying.

    All that hangs on it comes off as well, each by an event of its own that the body enacts; so
    do all parts when the body dies.

    Attributes:
        body: The body.
        joint: The joint that held it.
        beyond: How many parts hang on it, set at MODIFY.
    """

    body: Entity | None = role(default=None)
    joint: str = ""
    beyond: int = 0


@event
class LiveOn(Change):
    """What was cut off a body lives on, as a shorter creature. Enacted by the body it was part of.

    Attributes:
        target: The first of the parts that came off together.
        what: What they are from now on, by the name of its table.
        parts: All of them, from the first on.
        joints: What holds them. They are not recorded.
        x: The column of the cut, where the new head is; at VALIDATE, that of the first part where
            there is no room.
        y: The row, in the same way.
        level: The level, 1 at the top.
        hp: How many hit points it has, set at RESOLVE: of those of its kind, by its length.
        come: The new core, set at RESOLVE.
    """

    target: Entity = role()
    what: str = ""
    parts: list[Entity] = attrs.Factory(list)
    _joints: Sequence[Joint] = ()
    x: int = -1
    y: int = -1
    level: int = 1
    hp: int = 0
    come: Entity | None = None

    @property
    def joints(self) -> Sequence[Joint]:
        """The joints of the new body."""
        return self._joints


@event
class Topple(Notice):
    """A body has lost the legs that it stood on, and goes nowhere any more."""


@event
class DoesItStand(Query):
    """Does a body stand on legs? Asked of the body.

    Attributes:
        stands: Whether it does; what has none does not.
    """

    stands: bool = False
