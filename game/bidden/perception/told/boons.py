"""Boons in words: those that a player carries, their warps and their effects."""

from __future__ import annotations

from bidden.components.boons.boons import Boons, Shard, Source
from bidden.content.kinds.boon_kinds import BoonKind
from bidden.rules.boons.having import HavingBoons
from bidden.view import CarriedBoon
from bidden.words import phrase
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
    name, about = (power, kind.about) if warped is None else (warped.name, warped.about)
    return CarriedBoon(power, warp, name, uses, about, kind.aimed)


def warpings_told(thing: Entity, player: Entity, world: World) -> list[str]:
    """Return what a warping thing would make of each boon, the active one first."""
    warping = thing.get(Shard) or thing.get(Source)
    if warping is None:
        return []
    told = [_warping_told(boon, warping.warp, world) for boon in boons_of(player, world)]
    texts = (f"{text[:1].lower()}{text[1:]}" for text in told[1:])
    others = (phrase("boon_warps", "other", text=text) for text in texts)
    return [*told[:1], *others] or [phrase("boon_warps", "none")]


def _warping_told(active: CarriedBoon, warp: str, world: World) -> str:
    if active.warp == warp:
        return phrase("boon_warps", "has", name=active.name, warp=warp)
    kind = world.root[HavingBoons].kinds[active.power]
    would_be = _told(kind, active.power, active.uses, warp)
    becomes = phrase("boon_warps", "becomes", name=active.name, new_name=would_be.name)
    return f"{becomes} {would_be.about}"
