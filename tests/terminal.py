"""A program in an emulated terminal: keys go in, a screen comes out."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import pyte

from tests.cli.process import env
from tests.warm import Warm

PATIENCE = 60
"""Seconds to wait before giving up; a busy machine needs some of them."""


class Terminal:
    """A module in a separate process; a context manager that leaves no process behind.

    Attributes:
        output: All output so far.
        screen: The screen that the output produces.
        process: The process.
    """

    def __init__(
        self,
        module: str,
        *arguments: str | Path,
        columns: int = 80,
        rows: int = 24,
        errors: IO[bytes] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.output = b""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._ours, self._theirs = pty.openpty()
        self.resize(columns, rows)
        self._before = termios.tcgetattr(self._theirs)
        self.process = Warm(
            module,
            arguments,
            env=env(
                {
                    "TERM": "xterm-256color",
                    "PYTHON_COLORS": "0",
                    # No test uses the options of the developer.
                    "XDG_CONFIG_HOME": os.environ.get("XDG_CONFIG_HOME", "/no/such/folder"),
                },
                but=("COLUMNS", "LINES"),
            ),
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs if errors is None else errors.fileno(),
            cwd=cwd,
        )

    @property
    def rows(self) -> list[str]:
        """Return the rows of the screen, without trailing blanks."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        """Return the same rows as one string."""
        return "\n".join(self.rows)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def press(self, keys: str | bytes) -> None:
        """Type keys."""
        os.write(self._ours, keys.encode() if isinstance(keys, str) else keys)

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Read output until the condition is true."""
        deadline = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < deadline, f"still waiting, and the screen is\n{self.text}"
            self._take()

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.wait_until(lambda: text in self.text)

    def wait_for_end(self) -> int:
        """Wait until the process has ended and all its output is read; return its exit code."""
        self.wait_until(lambda: self.process.poll() is not None)
        while self._take():
            pass
        return self.process.wait()

    def hang_up(self) -> None:
        """Close the terminal."""
        for end in (self._ours, self._theirs):
            if end >= 0:
                os.close(end)
        self._ours = self._theirs = -1

    def is_stopped(self) -> bool:
        """Return whether the process is stopped and all its output is read."""
        known = Path(f"/proc/{self.process.pid}/stat")
        if known.exists():  # as on Linux, which may lack ps
            state = known.read_text().rpartition(")")[2].split()[0]
        else:
            command = ["ps", "-o", "state=", "-p", str(self.process.pid)]
            state = subprocess.check_output(command, text=True).strip()[:1]
        return state == "T" and not self._take()

    def is_restored(self) -> bool:
        """Return whether all modes are reset: screen, cursor, pastes, keys, mouse, echo."""
        switched = {b"?1049": b"hl", b"?25": b"lh", b"?2004": b"hl", b"?1004": b"hl"}
        switched |= dict.fromkeys((b"?1000", b"?1003", b"?1006"), b"hl")
        for mode, (on, off) in switched.items():
            first, last = (self.output.rfind(b"\x1b[" + mode + bytes([x])) for x in (on, off))
            if not -1 < first < last:
                return False
        return self.is_line_restored()

    def is_line_restored(self) -> bool:
        """Return whether the line settings, such as echo and line mode, are as before."""
        return termios.tcgetattr(self._theirs) == self._before

    def _take(self) -> bool:
        if self._ours < 0 or not select.select([self._ours], [], [], 0.02)[0]:
            return False
        written = os.read(self._ours, 65536)
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
        self.process.kill()
        self.process.wait(PATIENCE)
        self.hang_up()
