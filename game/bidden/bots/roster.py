"""The roster: every bot that plays whole games, by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.bots import explorer, fighter
from bidden.bots.monkey import Monkey
from bidden.bots.remembering import Remembering
from bidden.intents import Intent
from bidden.view import View

Bot: TypeAlias = Callable[[View], Intent]
"""Decides on the next intent; what it knows is in the view."""

BOTS: Final[Mapping[str, Callable[[int], Bot]]] = MappingProxyType(
    {
        "explorer": lambda _: Remembering(explorer.choose),
        "fighter": lambda _: Remembering(fighter.choose),
        "monkey": Monkey,
    }
)
"""Creates each bot from a seed. Its random draws use no stream of the world."""
