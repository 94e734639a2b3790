"""Signals that ask a long search to end: what it has found so far is kept."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Final

import attrs

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A signal asks to end; the message is its name."""


@attrs.define
class Stop:
    """Says whether a signal came.

    Attributes:
        code: The exit code a shell gives for it; 0 where none came.
    """

    code: int = 0


@attrs.define
class _Hold:
    """Whether a signal is to wait, and the one that does; a process has one, as it has signals."""

    on: bool = False
    waiting: str = ""


_HOLD: Final = _Hold()


@contextmanager
def unstopped() -> Iterator[None]:
    """Have a signal that comes meanwhile raise ``Stopped`` only afterwards.

    What is begun within is either begun and kept hold of, or not begun: a process that was started
    when a signal came would else run on with nobody who knows of it.
    """
    _HOLD.on = True
    try:
        yield
    finally:
        _HOLD.on = False
        waiting, _HOLD.waiting = _HOLD.waiting, ""
    if waiting:
        raise Stopped(waiting)


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Have the first signal raise ``Stopped``, and leave alone what comes after it.

    Signals that the process ignores, as under nohup, are ignored still.
    """
    stop = Stop()
    if current_thread() is not main_thread():
        yield stop
        return

    def end(number: int, _: FrameType | None) -> None:
        if not stop.code:
            stop.code, name = 128 + number, signal.Signals(number).name
            if not _HOLD.on:
                raise Stopped(name)
            _HOLD.waiting = name

    heard = [one for one in _SIGNALS if signal.getsignal(one) is not signal.SIG_IGN]
    before = {one: signal.signal(one, end) for one in heard}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
