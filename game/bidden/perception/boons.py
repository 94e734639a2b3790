"""Boons as they are told: what one carries, how it is warped, and what it does."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bidden.components.boons.boons import Boons
from bidden.rules.boons.having import HavingBoons
from bidden.view import CarriedBoon
from eventcore import Entity, World

_carried: Final = lru_cache(maxsize=256)(CarriedBoon)  # mostly they are as they were


def boons_of(player: Entity, world: World) -> tuple[CarriedBoon, ...]:
    """Tell of the boons of a player, the active one first; of who carries none, nothing."""
    boons = player.get(Boons)
    if boons is None:
        return ()
    kinds, found = world.root[HavingBoons].kinds, list[CarriedBoon]()
    for power, uses, warp in zip(boons.carried, boons.uses, boons.warps, strict=True):
        kind = kinds[power]
        warped = kind.warped(warp)
        about = kind.about if warped is None else warped.about
        name = power if warped is None else warped.name
        found.append(_carried(power, warp, name, uses, about, kind.aimed))
    return tuple(found)
