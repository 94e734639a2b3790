"""Fleeing: get away from where a foe was last seen."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.behaviours.going import step_by
from bidden.ai.situation import Situation
from bidden.intents import Intent


def flee(situation: Situation) -> Iterator[Intent]:
    """Take the step that leaves the longest way back, or none if the way out is blocked."""
    if situation.goal is not None:
        step = step_by(situation.world, situation.who, situation.goal, away=True)
        if step is not None:
            yield step
