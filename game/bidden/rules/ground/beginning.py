"""Lay something on the ground. The first time, add the rules of ground to the world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from bidden.events.ground import Lay, Tile
from bidden.rules.ground.dangers import GettingOut
from bidden.rules.ground.darkness import Darkness
from bidden.rules.ground.fire import Doors, Fire
from bidden.rules.ground.gas import Gas
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.hiding import Hiding
from bidden.rules.ground.kindling import Embers, Kindling
from bidden.rules.ground.kinds import GroundKind
from bidden.rules.ground.torches import Torches
from bidden.rules.ground.water import Water
from eventcore import Component, Entity, Fixed, World

_ACTING: Final[tuple[type[Component], ...]] = (
    Fire,
    Water,
    Gas,
    Kindling,
    GettingOut,
    Darkness,
    Torches,
    Hiding,
    Doors,
    Embers,
)


def lay(
    who: Entity,
    level: int,
    kind: str,
    tiles: Sequence[Tile],
    kinds: Mapping[str, GroundKind],
    world: World,
    amount: int = 0,
) -> None:
    """Publish that something is laid on tiles, in a world that may not have rules of ground yet.

    Call it only from APPLY on, because rules may join the world. ``amount`` is the amount of gas
    for each tile.
    """
    if Ground not in world.root:
        # Descriptions are content, not state of the world.
        plain = {name: attrs.evolve(described, about="") for name, described in kinds.items()}
        world.attach(world.root, Ground(Fixed(plain)))
        for rule in _ACTING:
            world.attach(world.root, rule())
    world.publish(Lay(who, level, kind, [*tiles], amount))
