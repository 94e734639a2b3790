"""Lines: a game in sentences over standard input and output, with or without a terminal."""

from __future__ import annotations

import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any, Final, Self

from bidden.frontend.port import Game
from bidden.frontend.preferences.options import Options
from bidden.prose.talk import Talk
from bidden.text import printable

_PROMPT: Final = "> "


def play(game: Game, options: Options, *, brief: bool = False) -> None:
    """Play a game by words until it is over, left, or the input ends.

    Without a terminal, each line of input is echoed, so the output reads as a dialogue. With
    ``brief``, write only messages, each with its turn.

    Raises:
        SystemExit: A signal ended the process.
    """
    with _Interrupts() as interrupts:
        talk = Talk(game, options, brief=brief, interrupted=lambda: interrupts.number != 0)
        _write(talk.begin())
        for line in _typed(interrupts):
            _write(talk.hear(line))
            if talk.over:
                return
        print()


def _typed(interrupts: _Interrupts) -> Iterator[str]:
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    with suppress(AttributeError):  # a stream without bytes
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    if asks:
        with suppress(ImportError):
            import readline  # noqa: F401  # importing it makes lines editable
    while True:
        try:
            line = interrupts.read(partial(input, _PROMPT) if asks else sys.stdin.readline)
        except EOFError:
            return
        if not asks:
            if not line:
                return
            print(f"{_PROMPT}{printable(line.strip())}")
        if line.strip():
            yield line.strip()


def _write(lines: Iterable[str]) -> None:
    for line in map(printable, lines):
        width = max(20, shutil.get_terminal_size().columns - 1)
        wrapped = textwrap.fill(line, width, subsequent_indent="  ") or line
        print(wrapped if sys.stdout.isatty() else line, flush=True)


class _Interrupts:
    """Signals that end a game: at once while it waits for words, else after the intent at hand.

    An intent that breaks off half way would leave a world that nobody could play on.
    """

    def __init__(self) -> None:
        self.number = 0
        self._waiting = False
        self._before: dict[int, Any] = {}

    def read(self, line: Callable[[], str]) -> str:
        self._waiting = True
        try:
            if self.number:
                raise EOFError
            return line()
        finally:
            self._waiting = False

    def _take(self, number: int, frame: FrameType | None) -> None:
        self.number = self.number or number
        if self._waiting:
            self._waiting = False
            raise EOFError

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self.number not in (0, signal.SIGINT):
            raise SystemExit(128 + self.number)
