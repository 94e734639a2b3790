"""Which items may show nothing when an unknown item of the same look is used.

An unknown item is used up whatever it does. If it showed nothing, it is none of the items that
always have an effect on their user.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidden.components.magic.magic import Magic
from bidden.content.blueprints import Blueprint
from bidden.content.references import unidentified
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.powers import Aim, Power
from bidden.state import Title
from eventcore.time import Stacking


def doubts_of(
    items: Mapping[str, Blueprint], looks: Mapping[str, Any], effects: Mapping[str, EffectKind]
) -> dict[str, tuple[str, ...]]:
    """Return the items that may show nothing, by the title of each item with their kind of look."""
    powers = {
        str(parts[Title]["name"]): [power for power in parts[Magic].values() if power is not None]
        for parts in map(dict, items.values())
        if Title in parts and Magic in parts
    }
    doubts: dict[str, tuple[str, ...]] = {}
    for look in looks:
        titles = [*unidentified(look, items.values())]
        may_be = tuple(
            title
            for title in titles
            if all(_may_show_nothing(power, effects) for power in powers.get(title, []))
        )
        doubts |= dict.fromkeys(titles, may_be)
    return doubts


def _may_show_nothing(power: Power, effects: Mapping[str, EffectKind]) -> bool:
    if power.aim not in (Aim.SELF, Aim.SPOT, Aim.AREA):
        return True  # there may be nobody
    return all(_may_do_nothing(effects[name]) for name in power.effects)


def _may_do_nothing(kind: EffectKind) -> bool:
    """Return whether an effect may have no effect, because it is refused, resisted or kept off."""
    lasts = kind.turns and not kind.kept_off_by and kind.stacking is not Stacking.IGNORE
    harms = any(amount < 0 for amount in kind.once.values())
    return kind.only_harms or not (lasts or harms)
