"""Raise an error if a second thread publishes events during a dispatch.

A world belongs to one thread at a time. The guard checks only nested events, because checking every
event would make publishing 5 % slower. This is enough, because an event that a second thread
publishes during a dispatch looks nested. If two nested events in a row come from different threads,
the second thread's stack must contain a running chain. When a nested chain ends, its event must
still be the current event. After an error, the bus searches all threads for running chains.
"""

from __future__ import annotations

import sys
from _thread import get_ident
from types import FrameType
from typing import TYPE_CHECKING, Final, NoReturn

from eventcore.errors import DispatchError
from eventcore.event import Event, name_of

if TYPE_CHECKING:
    from eventcore.dispatch.bus import Bus

CHAIN: Final = "<eventcore"  # the file names of generated chains begin with this text
_LOOP: Final = ("eventcore.dispatch.loop", "_run")  # the function that runs chains in debug mode

_REMEDY: Final = (
    "a world belongs to one thread at a time: publish in that thread, and send it the events of "
    "other threads, for example through a queue.Queue"
)


def claimed(bus: Bus, entering: Event | None) -> int:
    """Return the id of this thread, or raise DispatchError if another thread is dispatching."""
    if not _is_on(sys._getframe(1), bus, entering):
        use = "the world was used" if entering is None else f"{type(entering).__name__} was sent"
        raise DispatchError(f"{use} while another thread was dispatching: {_REMEDY}")
    return get_ident()


def is_dispatching(bus: Bus) -> bool:
    return any(_is_on(frame, bus) for frame in sys._current_frames().values())


def refuse_crossing(event: Event) -> NoReturn:
    raise DispatchError(
        f"another thread dispatched an event during the dispatch of {name_of(event)}: {_REMEDY}"
    )


def _is_on(frame: FrameType | None, bus: Bus, entering: Event | None = None) -> bool:
    while frame is not None:
        code = frame.f_code
        name = (frame.f_globals.get("__name__"), code.co_name)
        if code.co_filename.startswith(CHAIN) or name == _LOOP:
            variables = frame.f_locals
            if variables.get("world") is bus and variables["event"] is not entering:
                return True
        frame = frame.f_back
    return False
