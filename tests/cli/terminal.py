"""A terminal of 80×24 with a command in it, in an emulator: keys go in, a screen comes out."""

import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from tests.cli.process import env
from tests.warm import Warm

PATIENCE = 60
"""Seconds until what is waited for counts as not coming; a busy machine needs some of them."""


class Terminal:
    """A game running in a process of its own; a context manager that leaves no process behind."""

    def __init__(self, *arguments: str | Path) -> None:
        self.output = b""
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = Warm(
            "bidden",
            arguments,
            env=env({"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)

    @property
    def text(self) -> str:
        """What is on the screen now."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._ours, keys.encode())

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Take in what is written until something has happened."""
        deadline = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < deadline, f"still waiting, and the screen is\n{self.text}"
            self._take()

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.wait_until(lambda: text in self.text)

    def wait_for_end(self) -> int:
        """Wait until the process is gone and all it wrote is taken in; give its exit code."""
        self.wait_until(lambda: self.process.poll() is not None)
        while self._take():
            pass
        return self.process.wait()

    def _take(self) -> bool:
        if not select.select([self._ours], [], [], 0.02)[0]:
            return False
        try:
            written = os.read(self._ours, 65536)
        except OSError:  # this is how Linux says that the other side is closed
            return False
        self.output += written
        self._stream.feed(written)
        return bool(written)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._ours)
