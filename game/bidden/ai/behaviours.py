"""Behaviours by name: what a plan is made of.

A behaviour is given a situation and yields intents to be tried, the best first. One that yields
none leaves the turn to the next in the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.ai.breathing import breathe
from bidden.ai.burrowing import burrow
from bidden.ai.escaping import escape
from bidden.ai.fleeing import flee
from bidden.ai.hunting import hunt
from bidden.ai.knack import knack
from bidden.ai.serving import serve
from bidden.ai.shooting import shoot, throw
from bidden.ai.situation import Situation
from bidden.ai.things import pick_up, quaff_unknown, read, wear_better_gear
from bidden.ai.waiting import lurk, rest
from bidden.ai.wandering import flit, wander
from bidden.intents import Intent

Behaviour: TypeAlias = Callable[[Situation], Iterator[Intent]]

BEHAVIOURS: Final[Mapping[str, Behaviour]] = MappingProxyType(
    {
        "breathe": breathe,
        "knack": knack,
        "burrow": burrow,
        "shoot": shoot,
        "throw": throw,
        "read": read,
        "hunt": hunt,
        "lurk": lurk,
        "flee": flee,
        "escape": escape,
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
