"""The typist: what a macro types for the player, and what is noted of the player's keys for one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import tcod.console
from attrs import define, field

from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.macros import MOST
from bidden.frontend.screens.screen import NOTHING, Steps
from bidden.frontend.theme import Theme

Noted = Callable[[tuple[str, ...]], Steps]
"""Says what to do with the keys that were noted."""


@define
class Typist:
    """Types what is left of a macro; and notes keys, once asked to.

    A macro's key is noted as what it types, for no macro holds another.
    """

    _left: deque[str] = field(factory=deque)
    _noted: list[str] | None = None
    _command: int = 0  # of the keys noted, where those begin that led to the last command
    _then: Noted | None = None

    def __bool__(self) -> bool:
        """Say whether anything is to be typed yet."""
        return bool(self._left)

    def type(self, keys: Sequence[str]) -> None:
        """Have keys typed, one after the other, and no others."""
        self._left = deque(keys)

    def next(self) -> str:
        """Give the next key to be typed."""
        return self._left.popleft()

    def stop(self) -> None:
        """Type no more."""
        self._left.clear()

    def note(self, keys: Sequence[str], *, command: bool) -> None:
        """Note what the player has pressed.

        Args:
            keys: The key, or what it types.
            command: Whether nothing was asked, so that it began something.
        """
        if self._noted is not None:
            self._command = len(self._noted) if command else self._command
            self._noted += keys

    def record(self, then: Noted) -> Steps:
        """Begin to note keys; or where they are noted end it, and go on with them.

        The keys that led to this end are not among them.
        """
        if self._noted is None:
            self._noted, self._command, self._then = [], 0, then
            return NOTHING
        return self._end(self._command)

    def end_if_full(self) -> Steps:
        """End where a macro can hold no more."""
        full = self._noted is not None and len(self._noted) >= MOST
        return self._end(MOST) if full else NOTHING

    def draw(self, console: tcod.console.Console, theme: Theme) -> None:
        """Say in the last row that keys are noted, while they are."""
        if self._noted is not None:
            ends = theme.keymap.hint(Context.PLAY, Command.RECORD)
            told = f" Recording a macro: {len(self._noted)} of {MOST}. {ends} ends it."
            draw_bar(console, -1, told, theme.palette.prompt)

    def forget(self) -> None:
        """Type nothing and note nothing any more."""
        self.stop()
        self._noted = self._then = None

    def _end(self, length: int) -> Steps:
        noted, then = self._noted or [], self._then
        self.forget()
        return NOTHING if then is None else then(tuple(noted[:length]))
