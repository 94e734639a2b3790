"""Resting: let the turn pass."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Thought
from bidden.intents import Intent, Rest

__all__ = ["rest"]


def rest(thought: Thought) -> Iterator[Intent]:
    """Wait."""
    yield Rest()
