"""Waiting: let the turn pass, or attack adjacent foes without moving."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Move, Wait


def lurk(situation: Situation) -> Iterator[Intent]:
    """Attack a foe on a neighbouring tile."""
    if situation.goal is not None:
        here = situation.who[Position]
        dx, dy = situation.goal[0] - here.x, situation.goal[1] - here.y
        if max(abs(dx), abs(dy)) == 1:
            yield Move(dx, dy)


def rest(situation: Situation) -> Iterator[Intent]:
    """Wait for a turn."""
    yield Wait()
