"""Boons in words: those that a player carries, their warps and their effects."""

from __future__ import annotations

from bidden.components.boons.boons import Boons
from bidden.components.boons.warping import Shard, Source
from bidden.content.kinds.boon_kinds import BoonKind
from bidden.rules.boons.having import HavingBoons
from bidden.view import CarriedBoon
from eventcore import Entity, World


def boons_of(player: Entity, world: World) -> tuple[CarriedBoon, ...]:
    """Return the boons of a player, the active one first."""
    boons = player.get(Boons)
    if boons is None:
        return ()
    kinds = world.root[HavingBoons].kinds
    told = zip(boons.carried, boons.uses, boons.warps, strict=True)
    return tuple([_told(kinds[power], power, uses, warp) for power, uses, warp in told])


def _told(kind: BoonKind, power: str, uses: int, warp: str) -> CarriedBoon:
    warped = kind.warped(warp)
    about = kind.about if warped is None else warped.about
    name = power if warped is None else warped.name
    return CarriedBoon(power, warp, name, uses, about, kind.aimed)


def warping_told(thing: Entity, player: Entity, world: World) -> str:
    """Return the boon that a warping thing would make of the active one, or ""."""
    warping = thing.get(Shard) or thing.get(Source)
    if warping is None:
        return ""
    carried = boons_of(player, world)
    if not carried:
        return "You have no boon to warp."
    active = carried[0]
    if active.warp == warping.warp:
        return f'Your boon "{active.name}" already has this warp.'
    kind = world.root[HavingBoons].kinds[active.power]
    would_be = _told(kind, active.power, active.uses, warping.warp)
    return f'Your boon "{active.name}" would become "{would_be.name}". {would_be.about}'
