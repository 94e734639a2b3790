"""Fleeing: get away from where a foe was seen last."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.behaviours.going import step_by
from bidden.ai.situation import Situation
from bidden.intents import Intent


def flee(situation: Situation) -> Iterator[Intent]:
    """Take the step that leaves the longest way back; none where the way out is barred."""
    if situation.goal is not None:
        step = step_by(situation.world, situation.who, situation.goal, away=True)
        if step is not None:
            yield step
