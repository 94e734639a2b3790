"""Behaviours by name: what a plan is made of.

A behaviour is given a thought and yields intents to be tried, the best first. One that yields
none leaves the turn to the next in the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from game.ai.breathing import breathe
from game.ai.fleeing import flee
from game.ai.gearing import pick_up, wear_better_gear
from game.ai.hunting import hunt
from game.ai.lurking import lurk
from game.ai.resting import rest
from game.ai.serving import serve
from game.ai.shooting import shoot, throw
from game.ai.tasting import quaff_unknown
from game.ai.thought import Thought
from game.ai.wandering import flit, wander
from game.intents import Intent

__all__ = ["BEHAVIOURS", "Behaviour"]

Behaviour: TypeAlias = Callable[[Thought], Iterator[Intent]]

BEHAVIOURS: Final[Mapping[str, Behaviour]] = MappingProxyType(
    {
        "breathe": breathe,
        "shoot": shoot,
        "throw": throw,
        "hunt": hunt,
        "lurk": lurk,
        "flee": flee,
        "serve": serve,
        "wear better gear": wear_better_gear,
        "quaff unknown": quaff_unknown,
        "pick up": pick_up,
        "flit": flit,
        "wander": wander,
        "rest": rest,
    }
)
"""Every behaviour by the name that plans have it under."""
