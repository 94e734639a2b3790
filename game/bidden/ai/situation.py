"""The situation of a creature that a behaviour decides on."""

from __future__ import annotations

import attrs

from eventcore import Entity, World


@attrs.define
class Situation:
    """A creature's view of the world.

    Attributes:
        world: The world, for queries.
        goal: Where it last saw a foe, as (column, row); None if nowhere, or if it has been there.
        ruler: The creature that controls its mind, or None.
    """

    world: World
    who: Entity
    goal: tuple[int, int] | None
    ruler: Entity | None
