"""Resting: let the turn pass."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.intents import Intent, Wait


def rest(situation: Situation) -> Iterator[Intent]:
    """Wait."""
    yield Wait()
