"""The application: passes Textual's keys and timers to the stack, and shows its console."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Final

from rich.console import Console, RenderableType
from textual import events
from textual._compositor import ChopsUpdate
from textual.app import App, ComposeResult
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Offset
from textual.screen import Screen
from textual.timer import Timer

from bidden.frontend.drawing.ambience.motions import BEATS_PER_SECOND
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.running.leisure import Leisure
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.screen import TICKS_PER_SECOND
from bidden.frontend.terminal.canvas import Canvas
from bidden.frontend.terminal.depth import Depth, depth_for
from bidden.frontend.terminal.driver import TerminalDriver, is_behind
from bidden.frontend.terminal.keys import names_of
from bidden.frontend.terminal.update import NarrowUpdate
from bidden.frontend.theme import Theme

_STILL: Final = (Depth.C16, Depth.NONE)
"""With so few colours nothing moves by itself, because the steps would be too large."""
_GLANCE: Final = 0.5
"""Seconds between checks for idle time."""
_SHOW, _HIDE = "\x1b[?25h", "\x1b[?25l"
"""The sequences that show and hide the terminal's cursor."""
_RIGHT: Final = 3


class _BareScreen(Screen[None], inherit_bindings=False):
    """A Textual screen without keys of its own."""


class TerminalApp(App[None], inherit_bindings=False):
    """A stack of screens in a terminal."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(self, stack: Stack) -> None:
        super().__init__(ansi_color=True)  # keeps the colours of the canvas
        self.failure: BaseException | None = None  # to raise once the terminal is restored
        self.killed_by: int | None = None  # a signal
        self._stack = stack
        self._console = new_console()
        self._stale = False
        self._has_cursor = False
        self._leisure = Leisure()
        self._ticking: Timer | None = None
        self._beating: Timer | None = None
        depth = depth_for(stack.theme.options.colours, os.environ)
        self._canvas = Canvas(stack.theme.palette, _way_out(stack.theme), depth)
        # The canvas uses only colours that the terminal has, so none must be converted.
        self.console = Console(color_system="truecolor", file=StringIO(), legacy_windows=False)

    def get_driver_class(self) -> type[Driver]:
        if not os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver"):
            return TerminalDriver
        from bidden.frontend.terminal.served import ServedDriver  # only where it is served

        return ServedDriver

    def get_default_screen(self) -> Screen[None]:
        return _BareScreen(id="_default")

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, ChopsUpdate):
            renderable = NarrowUpdate.of(renderable)
        super()._display(screen, renderable)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Disable Textual's colour filters, because the canvas has reduced the colours."""
        return ()

    def compose(self) -> ComposeResult:
        yield self._canvas

    def on_mount(self) -> None:
        self._draw()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            # Ignored on purpose, as nohup does, a signal stays ignored.
            if not self.is_headless and signal.getsignal(number) is not signal.SIG_IGN:
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(number, self._end_by_signal, number)
        # The shell may have written over the screen, and Textual does not draw it again.
        self.app_resume_signal.subscribe(self, lambda _: self._renew())
        self._ticking = self.set_interval(
            1 / TICKS_PER_SECOND, self._tick, pause=not self._stack.ticks
        )
        self._beating = self.set_interval(
            1 / BEATS_PER_SECOND, self._beat, pause=not self._stack.moves
        )

        self.set_interval(_GLANCE, self._leisure.use)

    def _renew(self) -> None:
        self._canvas.refresh()
        self._place_cursor()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "ctrl+c":
            self.exit()
        elif event.key == "ctrl+z":
            self.action_suspend_process()
        else:
            for key in names_of(event.key, event.character):
                self._press(key, event.time)

    def _press(self, key: str, time: float | None = None) -> None:
        if self._canvas.fits:
            self._hand(lambda: self._stack.press(key, time))
        elif self._quits(key):  # other keys would move the player unseen
            self.exit()

    def _quits(self, key: str) -> bool:
        if self._stack.over:
            return True
        return self._stack.theme.keymap.action(key, Context.PLAY) is Command.QUIT

    def on_canvas_resized(self) -> None:
        self._draw()
        self._set_timers()  # drawing finds out what moves

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._canvas.fits:
            self._hand(lambda: self._stack.point(event.x, event.y))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self._canvas.fits:
            self._hand(lambda: self._stack.click(event.x, event.y, right=event.button == _RIGHT))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        if self._canvas.fits:
            self._do(lambda: self._stack.wheel(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        if self._canvas.fits:
            self._do(lambda: self._stack.wheel(-1))

    def _tick(self) -> None:
        if self._canvas.fits and self._stack.ticks:
            self._do(self._stack.tick)

    def _beat(self) -> None:
        looks = self.app_focus and not is_behind(self._driver)
        if looks and self._canvas.fits and self._stack.moves:
            self._do(self._stack.beats.pass_one)

    def _hand(self, action: Callable[[], None]) -> None:
        """Handle input, and delay the animation so that no key waits for it."""
        self._leisure.end()
        self._do(action)
        if self._beating is not None and self._stack.moves:
            self._beating.reset()

    def _do(self, action: Callable[[], None]) -> None:
        if not self._try(action):
            return
        self._set_timers()
        if self._stack.over:
            self.exit()
        elif not self._stale:
            # Draw once all waiting keys are handled, or a held key would run ahead.
            self._stale = True
            self.call_later(self._draw)

    def _set_timers(self) -> None:
        if self._ticking is not None:
            (self._ticking.resume if self._stack.ticks else self._ticking.pause)()
        if self._beating is not None:
            (self._beating.resume if self._stack.moves else self._beating.pause)()

    def _try(self, action: Callable[[], None]) -> bool:
        """Do something, and exit if it fails. Return whether it succeeded."""
        try:
            action()
        except BaseException as error:  # raised again outside Textual
            self.failure = error
            self.exit()
            return False
        return True

    def _draw(self) -> None:
        self._stale = False
        if not self._try(self._stack.catch_up):
            return
        size = self._canvas.size
        if not size:
            return  # the size of the terminal is not known yet
        if self._canvas.fits and size != (self._console.width, self._console.height):
            self._console = new_console(*size)
        if self._stack.over:
            return
        theme = self._stack.theme  # the options may have been changed
        depth = depth_for(theme.options.colours, os.environ)
        self._stack.beats.still = depth in _STILL
        plain = theme.options.background == "terminal"
        self._canvas.write_in(theme.palette, depth, plain=plain)
        self._canvas.hint = _way_out(theme)
        if self._try(lambda: self._stack.draw(self._console)):
            self._place_cursor()
            self._canvas.show(self._console)
            if self._stack.rings:
                self._stack.rings = False
                self.bell()
            self.call_after_refresh(self._settle)

    def _place_cursor(self) -> None:
        shown = self._stack.theme.options.cursor == "shown"
        x, y = self._stack.focus if shown else (0, 0)
        self.cursor_position = Offset(x, y)  # where Textual leaves it
        if self._driver is not None and (shown or self._has_cursor):
            self._driver.write(f"\x1b[{y + 1};{x + 1}H{_SHOW if shown else _HIDE}")
        self._has_cursor = shown

    def _settle(self) -> None:
        def settle() -> None:
            if self._stack.settle():
                self._draw()

        self._try(settle)

    def _end_by_signal(self, number: int) -> None:
        self.killed_by = None if number == signal.SIGINT else number
        self.exit()


def _way_out(theme: Theme) -> str:
    return f"{theme.keymap.hint(Context.PLAY, Command.QUIT)} quits."
