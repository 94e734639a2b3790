"""The bots that play whole games, and the bot of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.bots import explorer, fighter
from bidden.bots.memory import Memory
from bidden.bots.monkey import Monkey
from bidden.content.kinds.level_kinds import LevelKind
from bidden.intents import Intent, Wait
from bidden.view import View

Bot: TypeAlias = Callable[[View], Intent]
"""Decides on the next intent; what it knows is in the view."""


class Remembering:
    """A bot with a memory of one game."""

    def __init__(self, choose: Callable[[View, Memory], Intent]) -> None:
        self._choose = choose
        self._memory = Memory()

    def __call__(self, view: View) -> Intent:
        """Decide on the next intent."""
        self._memory.see(view)
        intent = self._choose(view, self._memory)
        self._memory.mean(intent)
        return intent


BOTS: Final[Mapping[str, Callable[[int], Bot]]] = MappingProxyType(
    {
        "explorer": lambda _: Remembering(explorer.choose),
        "fighter": lambda _: Remembering(fighter.choose),
        "monkey": Monkey,
    }
)
"""Creates each bot from a seed. Its random draws use no stream of the world."""


def choose_in_scenario(level: LevelKind, view: View) -> Intent | None:
    """Decide on the next intent in a scenario, or return None once all its cues are over."""
    to_come = any(cue.after > view.turn for cue in level.cues)
    if view.ending is not None or (level.cues and not (to_come or view.lasting)):
        return None
    return Wait() if level.waits else explorer.choose(view)
