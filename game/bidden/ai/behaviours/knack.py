"""Knacks: do what only one's kind can, as soon as a foe is known of."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.tricks.knack import Knack
from bidden.intents import Intent, UseKnack


def knack(situation: Situation) -> Iterator[Intent]:
    """Use the knack where a foe was seen last, unless it is to rest from it."""
    own = situation.who.get(Knack)
    if own is not None and not own.out_for and situation.goal is not None:
        yield UseKnack(*situation.goal)
