"""The roster: every bot that plays whole games, by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.bots import explorer, fighter
from bidden.bots.monkey import Monkey
from bidden.intents import Intent
from bidden.view import View

__all__ = ["BOTS", "Bot", "bot_for"]

Bot: TypeAlias = Callable[[View], Intent]
"""Decides on the next intent; what it knows is in the view."""

BOTS: Final[Mapping[str, Callable[[int], Bot]]] = MappingProxyType(
    {
        "explorer": lambda _: explorer.choose,
        "fighter": lambda _: fighter.choose,
        "monkey": Monkey,
    }
)
"""What makes each, for one game, from a seed for those that have a chance of their own."""


def bot_for(name: str, seed: int) -> Bot:
    """Make a bot for one game.

    Args:
        name: One of those in ``BOTS``.
        seed: The game's; a bot's chance is its own all the same, and moves no stream of the world.

    Raises:
        KeyError: There is no such bot.
    """
    return BOTS[name](seed)
