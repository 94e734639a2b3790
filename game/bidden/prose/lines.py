"""Lines: a talk over standard input and output, with a terminal or without one."""

from __future__ import annotations

import shutil
import signal
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from bidden.frontend.port import Game
from bidden.prose.talk import Talk
from eventcore.tools import printable

_PROMPT: Final = "> "


def play(game: Game, *, brief: bool = False) -> None:
    """Let a game be played by words, until it is over, left, or the input ends.

    Without a terminal each line that was read is written too, so that what is written reads as
    what was said, both ways. An interrupt leaves the game.

    Args:
        game: The game.
        brief: Whether only messages are told, each with its turn.

    Raises:
        SystemExit: The process was told to end, by a signal.
    """
    talk = Talk(game, brief=brief)
    with _ended_by_signals(), suppress(KeyboardInterrupt):
        _write(talk.begin())
        for line in _typed():
            _write(talk.hear(line))
            if talk.over:
                return
        _write(())


def _typed() -> Iterator[str]:
    """Give the lines that are typed, one by one, until there are no more."""
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    if asks:
        with suppress(ImportError):
            import readline  # noqa: F401  # from here on lines can be edited, and called up again
    while True:
        try:
            line = input(_PROMPT) if asks else sys.stdin.readline()
        except EOFError:
            print()
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


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Have a signal that ends the process end the game first, as a screen's does."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {}
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, how in before.items():
            signal.signal(number, how)
