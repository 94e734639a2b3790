"""Quiet events: those whose own handlers leave all stats as they are, so that these can be kept.

A handler of one that would change what ``WhatIs`` is answered by publishes another event for it.
What lasts on a creature wanes at a ``Tick``, and then its timers see to it that nothing is kept.
"""

from __future__ import annotations

from typing import Final

from bidden.events.body import Feed, Heal, Live
from bidden.events.combat import Attack, Hit, TakeDamage
from bidden.events.ground import Burn, Drift, Flow, Ignite, Lay
from bidden.events.minds import Rouse
from bidden.events.movement import Arrive, Close, Displace, Leave, Move, Open, Wait
from bidden.events.noise import Noise
from bidden.events.places import Search, Spawn
from bidden.events.turns import LookAround, SpendTime, TakeTurn
from eventcore import Event, Keeping, World
from eventcore.time import Tick

QUIET: Final[tuple[type[Event], ...]] = (
    Arrive,
    Attack,
    Burn,
    Close,
    Displace,
    Drift,
    Feed,
    Flow,
    Heal,
    Hit,
    Ignite,
    Lay,
    Leave,
    Live,
    LookAround,
    Move,
    Noise,
    Open,
    Rouse,
    Search,
    Spawn,
    SpendTime,
    TakeDamage,
    TakeTurn,
    Tick,
    Wait,
)
"""What happens in most turns. Of all others it is taken that they may change a stat."""


def keep_stats(world: World) -> None:
    """Let stats be kept while nothing but quiet events happens."""
    Keeping(world, QUIET)
