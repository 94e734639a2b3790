"""Time: who acts when, the turns that go by, and what runs out."""

from eventcore.time.clock import Tick, next_actor, start_clock
from eventcore.time.schedule import Due, Schedule
from eventcore.units import NORMAL, TURN

__all__ = ["NORMAL", "TURN", "Due", "Schedule", "Tick", "next_actor", "start_clock"]
