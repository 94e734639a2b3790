"""Advance the time of a world, with actors' turns, scheduled events, a clock and timers."""

from eventcore.event import TURN
from eventcore.time.agenda import Scheduled
from eventcore.time.clock import Tick, next_actor, run, start_clock
from eventcore.time.kinds import Packet, Stacking, TimerFacts, TimerKind
from eventcore.time.scheduling import Exponential, Uniform
from eventcore.time.timers import Freeze, StartTimer, StopTimer, Thaw, Timers, add_timers

__all__ = [
    "TURN",
    "Exponential",
    "Freeze",
    "Packet",
    "Scheduled",
    "Stacking",
    "StartTimer",
    "StopTimer",
    "Thaw",
    "Tick",
    "TimerFacts",
    "TimerKind",
    "Timers",
    "Uniform",
    "add_timers",
    "next_actor",
    "run",
    "start_clock",
]
