"""Behaviours by name, the elements of plans.

A behaviour takes a situation and yields intents to try, best first. If it yields none, the next
behaviour of the plan is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.ai.behaviours.breathing import breathe
from bidden.ai.behaviours.burrowing import burrow
from bidden.ai.behaviours.escaping import escape
from bidden.ai.behaviours.fleeing import flee
from bidden.ai.behaviours.hunting import hunt
from bidden.ai.behaviours.knack import knack
from bidden.ai.behaviours.serving import serve
from bidden.ai.behaviours.shooting import shoot, throw
from bidden.ai.behaviours.things import pick_up, quaff_unknown, read, wear_better_gear
from bidden.ai.behaviours.waiting import lurk, rest
from bidden.ai.behaviours.wandering import flit, wander
from bidden.ai.situation import Situation
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
"""Every behaviour, by its name in plans."""
