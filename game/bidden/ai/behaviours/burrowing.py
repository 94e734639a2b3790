"""Burrowing: go straight to where a foe was last seen, whatever is in between."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.grid.neighbours import step_straight
from bidden.intents import Intent, Move


def burrow(situation: Situation) -> Iterator[Intent]:
    """Take the step straight there, and attack whoever is in the way."""
    if situation.goal is not None:
        here = situation.who[Position]
        dx, dy = step_straight(situation.goal[0] - here.x, situation.goal[1] - here.y)
        if dx or dy:
            yield Move(dx, dy)
