"""Lines: a talk over standard input and output, with a terminal or without one."""

from __future__ import annotations

import shutil
import signal
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any, Final, Self

from bidden.frontend.port import Game
from bidden.frontend.preferences.options import Options
from bidden.prose.talk import Talk
from bidden.text import printable

_PROMPT: Final = "> "
_PATIENCE: Final = 0.2
"""Seconds until it is looked whether a signal has come."""


def play(game: Game, options: Options, *, brief: bool = False) -> None:
    """Let a game be played by words, until it is over, left, or the input ends.

    Without a terminal each line that was read is written too, so that what is written reads as
    what was said, both ways. An interrupt leaves the game.

    Args:
        game: The game.
        options: What the player would have otherwise.
        brief: Whether only messages are told, each with its turn.

    Raises:
        SystemExit: The process was told to end, by a signal.
    """
    with _Interrupts() as interrupts:
        talk = Talk(game, options, brief=brief, interrupted=interrupts.pending)
        _write(talk.begin())
        for line in _typed(interrupts):
            _write(talk.hear(line))
            talk.game.settle()  # another, where one went back
            if talk.over:
                return
        print()


def _typed(interrupts: _Interrupts) -> Iterator[str]:
    """Give the lines that are typed, one by one, until there are no more."""
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    with suppress(AttributeError):  # where it is no file, there are no bytes
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    if asks:
        with suppress(ImportError):
            import readline  # noqa: F401  # from here on lines can be edited, and called up again
    while True:
        try:
            with interrupts.waiting():
                line = input(_PROMPT) if asks else sys.stdin.readline()
        except (EOFError, _InterruptedError):
            return
        if not asks:
            if not line:
                return
            print(f"{_PROMPT}{printable(line.strip())}")
        if line.strip():
            yield line.strip()


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        print(_folded(printable(line)), flush=True)
    sys.stdout.flush()


def _folded(line: str) -> str:
    """Break a line between words where the terminal ends; without one it is left as it is."""
    if not sys.stdout.isatty():
        return line
    width = max(20, shutil.get_terminal_size().columns - 1)
    return textwrap.fill(line, width, subsequent_indent="  ") or line


class _Interrupts:
    """Signals that end a game: at once while it waits for words, else after the intent at hand.

    An intent that is broken off half way would leave a world that nobody could go on from.
    """

    def __init__(self) -> None:
        self._number = 0
        self._waiting = False
        self._before: dict[int, Any] = {}

    def pending(self) -> bool:
        """Say whether a signal has come."""
        return self._number != 0

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let a signal that came, or comes, end what is waited for."""
        self._waiting = True
        try:
            # One that comes in the moment before the wait begins is heard with the next alarm.
            signal.setitimer(signal.ITIMER_REAL, _PATIENCE, _PATIENCE)
            if self._number:
                raise _InterruptedError
            yield
        finally:
            self._waiting = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _take(self, number: int, frame: FrameType | None) -> None:
        self._number = self._number or number
        if self._waiting:
            self._waiting = False
            raise _InterruptedError

    def __enter__(self) -> Self:
        self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, how in self._before.items():
            signal.signal(number, how)
        if self._number not in (0, signal.SIGINT):
            raise SystemExit(128 + self._number)


class _InterruptedError(Exception):
    """A signal came while words were waited for."""
