"""Serving: stay with the master."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.behaviours.going import step_by
from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Wait
from eventcore import Entity

_AT_HEEL: Final = 2
"""The distance, in steps, that is near enough."""


def is_at_heel(who: Entity, ruler: Entity) -> bool:
    """Return whether a creature is near enough to its master."""
    distance = ruler[Position].distance(who[Position])
    return distance is not None and distance <= _AT_HEEL


def serve(situation: Situation) -> Iterator[Intent]:
    """Go to the master if both are on the same level. Wait when near."""
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
