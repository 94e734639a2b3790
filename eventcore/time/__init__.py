"""Time: who acts when, the turns that go by, and what lasts for a while."""

from eventcore.errors import ScheduleError
from eventcore.event import TURN
from eventcore.time.agenda import NORMAL
from eventcore.time.clock import Tick, next_actor, run, start_clock
from eventcore.time.events import (
    ChangeTimer,
    ExtendTimer,
    Freeze,
    HoldTimer,
    ReleaseTimer,
    StartTimer,
    StopTimer,
    Thaw,
)
from eventcore.time.kinds import Packet, Stacking, TimerFacts, TimerKind
from eventcore.time.scheduled import Scheduled
from eventcore.time.timers import Timers, add_timers

__all__ = [
    "NORMAL",
    "TURN",
    "ChangeTimer",
    "ExtendTimer",
    "Freeze",
    "HoldTimer",
    "Packet",
    "ReleaseTimer",
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
    "add_timers",
    "next_actor",
    "run",
    "start_clock",
]
