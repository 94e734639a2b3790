"""Hunting: go to where a foe was last seen, and attack it."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.behaviours.going import step_by
from bidden.ai.situation import Situation
from bidden.intents import Intent, Wait

_REST = Wait()


def hunt(situation: Situation) -> Iterator[Intent]:
    """Take the best step there. Wait while allies or a door are in the way."""
    if situation.goal is not None:
        step = step_by(situation.world, situation.who, situation.goal)
        if step is not None:
            yield step
        yield _REST
