"""Burrowing: go to where a foe was seen last in a straight line, whatever is in between."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Move


def burrow(situation: Situation) -> Iterator[Intent]:
    """Take the step that leads straight there, and strike whom it meets."""
    if situation.goal is not None:
        here = situation.who[Position]
        dx, dy = (_sign(to - at) for to, at in zip(situation.goal, (here.x, here.y), strict=True))
        if dx or dy:
            yield Move(dx, dy)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
