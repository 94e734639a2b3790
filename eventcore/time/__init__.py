"""Time: actors' turns, scheduled and recurring events, the clock, and timers."""

from eventcore.errors import ScheduleError
from eventcore.event import TURN
from eventcore.time.agenda import NORMAL, Scheduled
from eventcore.time.clock import Tick, next_actor, run, start_clock
from eventcore.time.events import (
    ChangeTimer,
    ExtendTimer,
    Freeze,
    StartTimer,
    StopTimer,
    Thaw,
)
from eventcore.time.kinds import Packet, Stacking, TimerFacts, TimerKind
from eventcore.time.recurring import Exponential, Uniform
from eventcore.time.timers import Timers, add_timers

__all__ = [
    "NORMAL",
    "TURN",
    "ChangeTimer",
    "Exponential",
    "ExtendTimer",
    "Freeze",
    "Packet",
    "ScheduleError",
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
