"""Knacks: use the special power of the creature's kind as soon as a foe is known."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.tricks.knack import Knack
from bidden.intents import Intent, UseKnack


def knack(situation: Situation) -> Iterator[Intent]:
    """Use the power where a foe was last seen, unless it rests."""
    own = situation.who.get(Knack)
    if own is not None and not own.out_for and situation.goal is not None:
        yield UseKnack(*situation.goal)
