"""What a behaviour is given to decide on: who thinks, and what it knows."""

from __future__ import annotations

import attrs

from eventcore import Entity, World


@attrs.define
class Situation:
    """One look at the world through a creature's eyes.

    Attributes:
        world: The world, to ask.
        who: Whose situation it is.
        goal: Where it last saw a foe, as (column, row); None where it saw none or has been
            there since.
        ruler: Who brought about that it thinks so; None while its mind is its own.
    """

    world: World
    who: Entity
    goal: tuple[int, int] | None
    ruler: Entity | None
