"""Behaviours by name, the elements of plans.

A behaviour takes a situation and yields intents to try, best first. If it yields none, the next
behaviour of the plan is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.ai.behaviours.attacking import breathe, knack, shoot, throw
from bidden.ai.behaviours.moving import burrow, escape, flee, flit, hunt, lurk, rest, serve, wander
from bidden.ai.behaviours.things import pick_up, quaff_unknown, read, wear_better_gear
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
