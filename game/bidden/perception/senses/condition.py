"""Condition: how hurt a creature looks to whoever sees it, in words."""

from __future__ import annotations

from typing import Final

from bidden.components.body.health import Health
from eventcore import Entity, World

_WORDS: Final = ((100, "unhurt"), (75, "scratched"), (50, "hurt"), (25, "badly hurt"))
"""From how many hundredths of its hit points on it looks how."""
_LEAST: Final = "nearly dead"


def condition_of(creature: Entity, world: World) -> str:
    """Say how hurt a creature looks; empty for what cannot be hurt."""
    health = creature.get(Health)
    if health is None:
        return ""
    left = 100 * health.hp // health.vigour(world)
    return next((word for percent, word in _WORDS if left >= percent), _LEAST)
