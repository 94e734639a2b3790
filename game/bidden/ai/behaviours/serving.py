"""Serving: stay with the one who rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.behaviours.going import step_by
from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Wait
from eventcore import Entity

_AT_HEEL: Final = 2
"""How near is near enough, in steps."""


def is_at_heel(who: Entity, ruler: Entity) -> bool:
    """Say whether a creature is near enough to the one who rules it."""
    distance = ruler[Position].distance(who[Position])
    return distance is not None and distance <= _AT_HEEL


def serve(situation: Situation) -> Iterator[Intent]:
    """Go to one's ruler, as long as both are on one level; wait where that is near."""
    ruler, who = situation.ruler, situation.who
    if ruler is None or not ruler.alive or ruler is who:
        return
    there = ruler[Position]
    if there.level != who[Position].level:
        return
    if not is_at_heel(who, ruler):
        step = step_by(situation.world, who, (there.x, there.y))
        if step is not None:
            yield step
    yield Wait()
