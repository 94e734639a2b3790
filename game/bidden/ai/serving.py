"""Serving: stay with the one who rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.going import step_by
from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Wait

_AT_HEEL: Final = 2
"""How near is near enough, in steps."""


def serve(situation: Situation) -> Iterator[Intent]:
    """Go to one's ruler, as long as both are on one level; wait where that is near."""
    ruler, here = situation.ruler, situation.who[Position]
    if ruler is None or not ruler.alive or ruler is situation.who:
        return
    there = ruler[Position]
    distance = there.distance(here)
    if distance is None:
        return
    if distance > _AT_HEEL:
        step = step_by(situation.world, situation.who, (there.x, there.y))
        if step is not None:
            yield step
    yield Wait()
