"""How wounded a creature looks, in words."""

from __future__ import annotations

from typing import Final

from bidden.components.body.health import Health
from eventcore import Entity, World

_WORDS: Final = ((100, "unhurt"), (75, "scratched"), (50, "hurt"), (25, "badly hurt"))
"""The word for each minimum percentage of the hit points."""
_LEAST: Final = "nearly dead"


def condition_of(creature: Entity, world: World) -> str:
    """Return how wounded a creature looks; empty if it cannot be hurt."""
    health = creature.get(Health)
    if health is None:
        return ""
    left = 100 * health.hp // health.vigour(world)
    return next((word for percent, word in _WORDS if left >= percent), _LEAST)
