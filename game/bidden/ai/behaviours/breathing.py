"""Breathing: inhale when a foe comes into view, breathe at it, and chase it while resting."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.combat.breath import Breath
from bidden.intents import Breathe, Inhale, Intent
from bidden.perception.senses.sight import in_view_of


def breathe(situation: Situation) -> Iterator[Intent]:
    """Inhale, or breathe, if a foe was just seen and its place is in view."""
    breath = situation.who.get(Breath)
    if breath is None or breath.out_for or situation.goal is None:
        return
    if situation.goal in in_view_of(situation.who, situation.world):
        yield Breathe(*situation.goal) if breath.is_drawn else Inhale()
