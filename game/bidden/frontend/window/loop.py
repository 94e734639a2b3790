"""The loop: passes SDL's events to the stack, and shows its console."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import tcod.console
import tcod.context
import tcod.event

from bidden.frontend.drawing.ambience.motions import BEATS_PER_SECOND
from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, new_console
from bidden.frontend.preferences.options import MOST
from bidden.frontend.running.leisure import Leisure, unhurried
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.screen import TICKS_PER_SECOND
from bidden.frontend.window.keys import KeyReader

_TICK: Final = 1 / TICKS_PER_SECOND
_BEAT: Final = 1 / BEATS_PER_SECOND
_LARGE: Final = 120, 34
"""From this size on, cells grow with the window."""
_PATIENCE: Final = 0.25
"""Seconds to wait for an event before looking for a signal."""
_ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(context: tcod.context.Context, stack: Stack) -> None:
    """Show a stack until it is over or the window is closed.

    Raises:
        SystemExit: A signal ended the process.
    """
    console, reader, leisure = console_for(context), KeyReader(), Leisure()
    next_tick, next_beat = time.monotonic() + _TICK, time.monotonic() + _BEAT
    stale, stack.beats.still = True, False
    with _signals() as noted, unhurried():
        while not stack.over and not noted:
            if stale:
                stack.catch_up()
                console = console_for(context, console)
                stack.draw(console)
                around = stack.theme.palette.ground.bg
                context.present(console, keep_aspect=True, clear_color=around)
            stale = stale and stack.settle()
            if stale:
                continue
            if not stack.ticks:  # the first frame is shown for a whole tick
                next_tick = time.monotonic() + _TICK
            if not stack.moves:
                next_beat = time.monotonic() + _BEAT
            due = next_tick if stack.ticks else next_beat
            wait = min(_PATIENCE, max(0.0, due - time.monotonic()))
            for event in tcod.event.wait(wait):
                if isinstance(event, tcod.event.Quit):
                    return
                # Not only for keys: the window may have been resized, or uncovered.
                stale = stale or not isinstance(event, tcod.event.MouseMotion)
                leisure.end()
                key = reader.name_of(event)
                if key is not None:
                    stack.press(key, _pressed_at(event))
                elif isinstance(event, tcod.event.MouseWheel):
                    stack.wheel(event.y if event.flipped else -event.y)
                elif isinstance(event, tcod.event.MouseMotion | tcod.event.MouseButtonDown):
                    stale |= _point(context, stack, event, console)
            if stack.ticks and time.monotonic() >= next_tick:
                next_tick = time.monotonic() + _TICK
                stack.tick()
                stale = True
            if stack.moves and time.monotonic() >= next_beat:
                next_beat = time.monotonic() + _BEAT
                stack.beats.pass_one()
                stale = True
            leisure.use()


def console_for(
    context: tcod.context.Context, before: tcod.console.Console | None = None
) -> tcod.console.Console:
    """Return a console that fills the window; the one before if its size is the same.

    In a large window the cells grow, in steps of a quarter, so that the map grows as well.
    """
    columns, rows = context.recommended_console_size(WIDTH, HEIGHT)
    scale = max(4, int(4 * min(columns / _LARGE[0], rows / _LARGE[1]))) / 4
    size = min(int(columns / scale), MOST[0]), min(int(rows / scale), MOST[1])
    if before is not None and size == (before.width, before.height):
        return before
    return new_console(*size)


def _pressed_at(event: tcod.event.Event) -> float | None:
    """Return when a key was pressed, by ``time.monotonic``; None if SDL does not know."""
    if not event.timestamp_ns:
        return None
    return time.monotonic() - (tcod.event.time_ns() - event.timestamp_ns) / 1e9


def _point(
    context: tcod.context.Context,
    stack: Stack,
    event: tcod.event.MouseMotion | tcod.event.MouseButtonDown,
    console: tcod.console.Console,
) -> bool:
    """Pass a mouse movement or click to the stack. Return whether to draw again."""
    x, y = (int(part) for part in context.convert_event(event).position)
    if not (0 <= x < console.width and 0 <= y < console.height):
        return False
    if isinstance(event, tcod.event.MouseButtonDown):
        stack.click(x, y, right=event.button == tcod.event.MouseButton.RIGHT)
    else:
        stack.point(x, y)
    return True


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Collect signals to end, such as Ctrl-C in the terminal that opened the window.

    An exception could interrupt the game at any point, and leave it half done.
    """
    noted: list[int] = []
    # A signal that is ignored on purpose, as by nohup, stays ignored.
    heeded = [number for number in _ENDS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, lambda one, _: noted.append(one)) for number in heeded}
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if noted and noted[0] != signal.SIGINT:
        raise SystemExit(128 + noted[0])  # the code that shells report for a signal
