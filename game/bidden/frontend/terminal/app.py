"""The application: Textual's keys and timers handed to the stack, the stack's console shown."""

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
"""With so few colours nothing moves by itself: the next one would be quite another."""
_GLANCE: Final = 0.5
"""The interval of the checks for idle time, in seconds."""
_SHOW, _HIDE = "\x1b[?25h", "\x1b[?25l"
"""The sequences that show and hide the terminal's cursor."""
_RIGHT: Final = 3
"""The number of the right button."""


class _BareScreen(Screen[None], inherit_bindings=False):
    """A Textual screen with no keys of its own: all of them are the game's."""


class TerminalApp(App[None], inherit_bindings=False):
    """One stack of screens, in a terminal.

    Attributes:
        failure: What the game raised, to be raised again once the terminal is restored.
        killed_by: The number of the signal that ended it.
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(self, stack: Stack, theme: Theme) -> None:
        super().__init__(ansi_color=True)  # or what the canvas says would be made other colours
        self.failure: BaseException | None = None
        self.killed_by: int | None = None
        self._stack = stack
        self._console = new_console()
        self._stale = False
        self._has_cursor = False
        self._leisure = Leisure()
        self._ticking: Timer | None = None
        self._beating: Timer | None = None
        depth = depth_for(theme.options.colours, os.environ)
        self._canvas = Canvas(theme.palette, _way_out(theme), depth)
        # The canvas has only colours that the terminal has: none of them is to be made another.
        self.console = Console(color_system="truecolor", file=StringIO(), legacy_windows=False)

    def get_driver_class(self) -> type[Driver]:
        """Return the game's own driver, for a terminal or for a browser."""
        if not os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver"):
            return TerminalDriver
        from bidden.frontend.terminal.served import ServedDriver  # only where it is served

        return ServedDriver

    def get_default_screen(self) -> Screen[None]:
        """Use a screen without keys of its own."""
        return _BareScreen(id="_default")

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Write only the changes."""
        if isinstance(renderable, ChopsUpdate):
            renderable = NarrowUpdate.of(renderable)
        super()._display(screen, renderable)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Leave colours as they are, also where there are none: the canvas has seen to that."""
        return ()

    def compose(self) -> ComposeResult:
        """Show the canvas, and nothing else."""
        yield self._canvas

    def on_mount(self) -> None:
        """Start showing the game when the terminal is ready."""
        self._draw()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            # Ignored on purpose, as nohup does, a signal stays ignored.
            if not self.is_headless and signal.getsignal(number) is not signal.SIG_IGN:
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(number, self._end_by_signal, number)
        # Textual does not draw again by itself what the shell has written over.
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
        """Hand a key to the stack."""
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
        elif self._quits(key):  # nobody should have to walk about unseen
            self.exit()

    def _quits(self, key: str) -> bool:
        """Return whether a key quits in the present keymap."""
        if self._stack.over:
            return True
        return self._stack.theme.keymap.action(key, Context.PLAY) is Command.QUIT

    def on_canvas_resized(self) -> None:
        """Draw what is shown for the size that the terminal has now."""
        self._draw()
        self._set_timers()  # what moves is known once it was drawn

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Pass the position of the mouse to the stack."""
        if self._canvas.fits:
            self._hand(lambda: self._stack.point(event.x, event.y))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Hand a click to the stack."""
        if self._canvas.fits:
            self._hand(lambda: self._stack.click(event.x, event.y, right=event.button == _RIGHT))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Hand a notch of the wheel to the stack."""
        if self._canvas.fits:
            self._do(lambda: self._stack.wheel(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Hand a notch of the wheel to the stack."""
        if self._canvas.fits:
            self._do(lambda: self._stack.wheel(-1))

    def _tick(self) -> None:
        if self._canvas.fits and self._stack.ticks:
            self._do(self._stack.tick)

    def _beat(self) -> None:
        """Animate, unless nobody looks or the terminal is behind."""
        looks = self.app_focus and not is_behind(self._driver)
        if looks and self._canvas.fits and self._stack.moves:
            self._do(self._stack.beats.pass_one)

    def _hand(self, action: Callable[[], None]) -> None:
        """Do what the player wants; what moves by itself waits, so that no key waits for it."""
        self._leisure.end()
        self._do(action)
        if self._beating is not None and self._stack.moves:
            self._beating.reset()

    def _do(self, action: Callable[[], None]) -> None:
        """Change the stack, and handle the consequences."""
        if not self._try(action):
            return
        self._set_timers()
        if self._stack.over:
            self.exit()
        elif not self._stale:
            # Drawn when all keys that have come are handled: a held key must not run ahead.
            self._stale = True
            self.call_later(self._draw)

    def _set_timers(self) -> None:
        """Run timers only for what happens by itself."""
        if self._ticking is not None:
            (self._ticking.resume if self._stack.ticks else self._ticking.pause)()
        if self._beating is not None:
            (self._beating.resume if self._stack.moves else self._beating.pause)()

    def _try(self, action: Callable[[], None]) -> bool:
        """Do what may raise; say whether it did not."""
        try:
            action()
        except BaseException as error:  # raised again by whoever runs this, outside Textual
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
            return  # it is not known yet how large the terminal is: that is told soon
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
        """Put the terminal's cursor at the cell of interest if the player wants to see it."""
        shown = self._stack.theme.options.cursor == "shown"
        x, y = self._stack.focus if shown else (0, 0)
        self.cursor_position = Offset(x, y)  # where Textual leaves it after all it writes
        if self._driver is not None and (shown or self._has_cursor):
            self._driver.write(f"\x1b[{y + 1};{x + 1}H{_SHOW if shown else _HIDE}")
        self._has_cursor = shown

    def _settle(self) -> None:
        """Do what waits until all is shown, and show what came of it."""

        def settle() -> None:
            if self._stack.settle():
                self._draw()

        self._try(settle)

    def _end_by_signal(self, number: int) -> None:
        self.killed_by = None if number == signal.SIGINT else number
        self.exit()


def _way_out(theme: Theme) -> str:
    """Say what to do if the terminal is too small."""
    return f"{theme.keymap.hint(Context.PLAY, Command.QUIT)} quits."
