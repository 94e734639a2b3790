"""Kinds of boon, and the boons with which a player begins."""

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
"""The powers for which the game has rules."""

WARPS: Final = ("ember", "hollow")
"""The warps of boons."""


@attrs.frozen
class WarpKind:
    """A warped boon.

    Attributes:
        name: The name of the boon.
        about: Its effect, in at most 78 characters.
        told: The message to its user.
        ground: The ground that it leaves, as in ``ground.toml``; empty for none.
        radius: The radius of that ground, in tiles.
        effect: The effect on its targets, as in ``effects.toml``.
        turns: The duration of that effect; 0 for the usual one.
        drains: The hit points that it takes from a target for its user.
        leaves: The creature that it leaves behind, as in ``creatures.toml``; empty for none.
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
        about: Its effect, in at most 78 characters.
        told: The message to its user.
        ember: The boon after it was warped by fire.
        hollow: The boon after it was warped by the dead and the deep.
        reach: Its reach, in tiles.
        blows: The number of attacks.
        throws: How far it knocks its target back, in tiles.
        effect: Its effect on its user, as in ``effects.toml``.
        turns: The duration of that effect; 0 for the usual one.
        aimed: Whether it needs a direction.
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
        """Return the boon with a warp, or None without one."""
        return {"ember": self.ember, "hollow": self.hollow}.get(warp)

    def effect_of(self, warp: str) -> tuple[str, int]:
        """Return its effect on its user and the duration, with or without a warp."""
        warped = self.warped(warp)
        if warped is not None and warped.effect:
            return warped.effect, warped.turns
        return self.effect, self.turns


@attrs.frozen
class BoonLots:
    """The boons with which the player begins.

    Attributes:
        count: The number of boons.
        uses: The charges of each boon at first.
        of: The boons to draw from; if there are only as many as needed, in this order.
        warps: The warps of the boons, in the same order.
        victories: The percentage of killed champions that warp the active boon.
    """

    count: Annotated[int, Meta(ge=0, le=2)] = 0
    uses: Natural = 3
    of: list[str] = attrs.field(factory=lambda: list(POWERS))
    warps: list[str] = attrs.field(factory=list)
    victories: Annotated[int, Meta(ge=0, le=100)] = 0

    def __attrs_post_init__(self) -> None:
        if self.count > len(set(self.of)) or len(set(self.of)) < len(self.of):
            raise ValueError(f"`of` must list {self.count} or more boons, each only once")
        for warp in self.warps:
            if warp and warp not in WARPS:
                raise ValueError(f"there is no warp {warp!r}; choose from {', '.join(WARPS)}")


def powers_of(components: Iterable[type[Component]]) -> list[str]:
    """Return the powers for which there are rules.

    A component of a mod names the boons of its rules in its attribute ``powers``.
    """
    of_mods = (name for cls in components for name in getattr(cls, "powers", ()))
    return [*dict.fromkeys([*POWERS, *of_mods])]


def check_lots(levels: Mapping[str, BoonLots], powers: Sequence[str], faults: Faults) -> None:
    """Check that all boons at the beginning of levels are powers."""
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
    """Check that there is a rule for each boon, and that all names exist."""
    for name, boon in boons.items():
        if name not in powers:
            faults.add(BOONS, name, f"no code implements this boon{instead(name, powers)}")
        _check(faults, f"{name}.effect", boon.effect, EFFECTS, effects)
        for warp, kind in (("ember", boon.ember), ("hollow", boon.hollow)):
            _check(faults, f"{name}.{warp}.effect", kind.effect, EFFECTS, effects)
            _check(faults, f"{name}.{warp}.ground", kind.ground, GROUND, ground)
            _check(faults, f"{name}.{warp}.leaves", kind.leaves, CREATURES, creatures)


def _check(faults: Faults, key: str, named: str, file: str, there: Mapping[str, object]) -> None:
    if named:
        check_names(faults, BOONS, key, [named], file, there)
