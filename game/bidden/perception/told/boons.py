"""Boons as they are told: what one carries, how it is warped, and what it does."""

from __future__ import annotations

from collections.abc import Mapping

from bidden.components.boons.boons import Boons
from bidden.components.boons.shard import Shard
from bidden.components.boons.source import Source
from bidden.content.kinds.boon_kinds import BoonKind
from bidden.rules.boons.having import HavingBoons
from bidden.view import CarriedBoon
from eventcore import Entity, World


def boons_of(player: Entity, world: World) -> tuple[CarriedBoon, ...]:
    """Tell of the boons of a player, the active one first; of who carries none, nothing."""
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
    """Say what a thing or place that warps would make of the active boon; empty for any other."""
    warping = thing.get(Shard) or thing.get(Source)
    if warping is None:
        return ""
    carried = boons_of(player, world)
    if not carried:
        return "You have no boon to warp."
    active = carried[0]
    if active.warp == warping.warp:
        return f"Your {active.name} already has this warp."
    kind = world.root[HavingBoons].kinds[active.power]
    would_be = _told(kind, active.power, active.uses, warping.warp)
    return f"Your {active.name} would become {would_be.name}: {would_be.about}"


class Carrying:
    """The boons of one player, as they were told last."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kinds: Mapping[str, BoonKind] | None = None
        self._carried: tuple[list[str], list[int], list[str]] = [], [], []
        self._told: tuple[CarriedBoon, ...] = ()

    def of(self, player: Entity, world: World) -> tuple[CarriedBoon, ...]:
        """Tell of the boons of the player, as ``boons_of`` does."""
        boons = player.get(Boons)
        if boons is None:
            return ()
        kinds, carried = world.root[HavingBoons].kinds, (boons.carried, boons.uses, boons.warps)
        if carried != self._carried or kinds is not self._kinds:
            self._kinds, self._carried = kinds, ([*carried[0]], [*carried[1]], [*carried[2]])
            self._told = boons_of(player, world)
        return self._told
