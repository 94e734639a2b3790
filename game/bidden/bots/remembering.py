"""Remembering: a bot that is given a memory of its own for one game."""

from __future__ import annotations

from collections.abc import Callable

from bidden.bots.memory import Memory
from bidden.intents import Intent
from bidden.view import View


class Remembering:
    """Plays as a bot does, and keeps what it is shown."""

    def __init__(self, choose: Callable[[View, Memory], Intent]) -> None:
        """Create it without memories.

        Args:
            choose: Returns the next intent from the view and the memory.
        """
        self._choose = choose
        self._memory = Memory()

    def __call__(self, view: View) -> Intent:
        """Decide on the next intent."""
        self._memory.see(view)
        intent = self._choose(view, self._memory)
        self._memory.mean(intent)
        return intent
