"""Events of bodies of several parts: growing, moving, and losing parts."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bidden.events.combat import Die, TakeDamage
from bidden.grid.skeleton import Joint
from eventcore import Change, Entity, Notice, Query, event, role

Tile = tuple[int, int]


@event
class Join(Change):
    """A part is attached to a body by a joint. The body enacts it."""

    target: Entity = role()
    joint: str = ""


@event
class Pose(Change):
    """The parts of a body move to where its joints put them. The body enacts it.

    Attributes:
        from_x, from_y: The tile that the core left by a step; -1 if it took none.
        turns: Whether the body changes ends: its core moves to the place of its last part.
        x, y: The new tile of the core, set at AIM to its present one.
        tiles: The new tile of each part, by joint, set at AIM to the present ones.
        angles: The angles of the joints in degrees, set at MODIFY if the body has a gait.
        joints: The joints, set at AIM. They are not recorded.
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
    """A body loses hit points because one of its parts did."""


@event
class Sever(Die):
    """A part comes off its body instead of dying.

    Each part attached to it comes off by an event of its own, which the body enacts. When the body
    dies, all parts come off.

    Attributes:
        beyond: The number of parts attached to it, set at MODIFY.
    """

    body: Entity | None = role(default=None)
    joint: str = ""
    beyond: int = 0


@event
class LiveOn(Change):
    """A severed piece lives on as a shorter creature. The old body enacts it.

    Attributes:
        target: The first of the parts that came off together.
        what: The table of the new creature.
        parts: All the parts, from the first on.
        joints: The joints of the new body. They are not recorded.
        x, y: The tile of the new head: the cut, or at VALIDATE the first part if there is no room.
        hp: The hit points, set at RESOLVE: those of its kind, in proportion to its length.
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
    """A body has lost the legs that it stood on, and can no longer walk."""


@event
class DoesItStand(Query):
    """Does a body stand on legs? Enacted by the body; one without legs does not."""

    stands: bool = False
