"""Kinds of boon, as the tables of ``boons.toml`` have them, and how many a player begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, TypeAlias

import attrs
from msgspec import Meta

from bidden.content.datafiles import Faults, instead
from bidden.content.references import Things, check_names
from bidden.content.tables import BOONS, CREATURES, EFFECTS, GROUND, LEVELS
from bidden.rules.ground.kinds import GroundKind
from bidden.rules.magic.effect_kinds import EffectKind
from eventcore import Component

About: TypeAlias = Annotated[str, Meta(min_length=1, max_length=78)]
Natural: TypeAlias = Annotated[int, Meta(ge=0)]

POWERS: Final = ("strike", "lash", "ward", "leap", "pass", "rush")
"""The powers of which the game has rules."""

WARPS: Final = ("ember", "hollow")
"""How a boon can be warped."""


@attrs.frozen
class WarpKind:
    """What a warp makes of a boon.

    Attributes:
        name: What the boon is called then.
        about: What it does besides, or instead, in 78 characters at the most.
        told: What who uses it is told, besides what comes of it.
        ground: What comes to lie there, by the names of ``ground.toml``; empty for nothing.
        radius: How far around, in tiles.
        effect: What is brought upon whom it reaches, by the names of ``effects.toml``.
        turns: How long that lasts; 0 for as long as such an effect does.
        drains: Hit points that it takes from who is struck, for who strikes.
        leaves: Who is left behind, by the names of ``creatures.toml``; empty for nobody.
    """

    name: Annotated[str, Meta(min_length=1)]
    about: About
    told: Annotated[str, Meta(min_length=1)]
    ground: str = ""
    radius: Natural = 0
    effect: str = ""
    turns: Natural = 0
    drains: Natural = 0
    leaves: str = ""


@attrs.frozen
class BoonKind:
    """A kind of boon.

    Attributes:
        about: What it does, in 78 characters at the most.
        told: What who uses it is told, besides what comes of it.
        ember: What it is once it is warped by fire.
        hollow: What it is once it is warped by the dead and the deep.
        reach: How far it reaches, or leads, in tiles.
        blows: How many blows it strikes.
        throws: How far it throws who is struck, in tiles.
        effect: What it brings upon who uses it, by the names of ``effects.toml``.
        turns: How long that lasts; 0 for as long as such an effect does.
        aimed: Whether it wants a direction.
    """

    about: About
    told: Annotated[str, Meta(min_length=1)]
    ember: WarpKind
    hollow: WarpKind
    reach: Natural = 1
    blows: Natural = 0
    throws: Natural = 0
    effect: str = ""
    turns: Natural = 0
    aimed: bool = True

    def warped(self, warp: str) -> WarpKind | None:
        """Give what a warp makes of it; None without one."""
        return {"ember": self.ember, "hollow": self.hollow}.get(warp)

    def effect_of(self, warp: str) -> tuple[str, int]:
        """Give what it brings upon who uses it, and for how long, warped or not."""
        warped = self.warped(warp)
        if warped is not None and warped.effect:
            return warped.effect, warped.turns
        return self.effect, self.turns


@attrs.frozen
class BoonLots:
    """The boons with which who is played begins.

    Attributes:
        count: How many, two at the most.
        uses: How often each can be used at first.
        of: Out of which they are drawn; where they are as many as that, in this order.
        warps: How they are warped, in the same order; for the rest not at all.
        victories: Of a hundred champions that are put to rest, how many warp the active boon.
    """

    count: Annotated[int, Meta(ge=0, le=2)] = 0
    uses: Natural = 3
    of: list[str] = attrs.field(factory=lambda: list(POWERS))
    warps: list[str] = attrs.field(factory=list)
    victories: Annotated[int, Meta(ge=0, le=100)] = 0

    def __attrs_post_init__(self) -> None:
        if self.count > len(set(self.of)) or len(set(self.of)) < len(self.of):
            raise ValueError(f"there are {self.count}, of as many different ones at the least")
        for warp in self.warps:
            if warp and warp not in WARPS:
                raise ValueError(f"there is no warp {warp!r}, only {', '.join(WARPS)}")


def powers_of(components: Iterable[type[Component]]) -> list[str]:
    """Name the powers of which there are rules.

    A component that a mod adds says by its attribute ``powers`` of which boons it is the rule.
    """
    of_mods = (name for cls in components for name in getattr(cls, "powers", ()))
    return [*dict.fromkeys([*POWERS, *of_mods])]


def check_lots(levels: Mapping[str, BoonLots], powers: Sequence[str], faults: Faults) -> None:
    """Check that those who are played begin with what is a power.

    Args:
        levels: With which boons one begins, by the name of the level.
        powers: All there are.
        faults: Takes what is wrong.
    """
    for level, lots in levels.items():
        for name in lots.of:
            if name not in powers:
                reason = f"there is no boon {name!r}{instead(name, powers)}"
                faults.add(LEVELS, f"{level}.boons", reason, names=(BOONS, name))


def check_boons(
    boons: Mapping[str, BoonKind],
    effects: Mapping[str, EffectKind],
    ground: Mapping[str, GroundKind],
    creatures: Things,
    powers: Sequence[str],
    faults: Faults,
) -> None:
    """Check that there is a rule for each boon, and that all that they name is there."""
    for name, boon in boons.items():
        if name not in powers:
            faults.add(BOONS, name, f"there is no such power{instead(name, powers)}")
        _check(faults, f"{name}.effect", boon.effect, EFFECTS, effects)
        for warp, kind in (("ember", boon.ember), ("hollow", boon.hollow)):
            _check(faults, f"{name}.{warp}.effect", kind.effect, EFFECTS, effects)
            _check(faults, f"{name}.{warp}.ground", kind.ground, GROUND, ground)
            _check(faults, f"{name}.{warp}.leaves", kind.leaves, CREATURES, creatures)


def _check(faults: Faults, key: str, named: str, file: str, there: Mapping[str, object]) -> None:
    if named:
        check_names(faults, BOONS, key, [named], file, there)
