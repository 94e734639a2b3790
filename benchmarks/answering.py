"""Input latency: the time from a key press to the first output in the terminal.

A process started as players start it runs a game in its own terminal of 80 by 24 cells. Each key
is sent once all effects of the previous key are over: the process writes nothing more and uses no
CPU. Keys to the game alternate with keys to a process that only echoes its input, which shows the
share of the machine and the terminal. CPU time is reported next to wall-clock time, which is higher
on a busy machine.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from statistics import quantiles
from typing import Self

from benchmarks.results import Figure, Section, Target

__all__ = ["answering"]

KEYS = 400
SEED = 2026
FRAME = 0.016
_GLANCE = 0.003
"""Interval in seconds between checks whether a program is still busy."""
_IDLE = 0.0005
"""CPU seconds that an idle program may use per interval to poll its input."""
_QUIET = 2
"""Number of consecutive quiet checks after which a program counts as idle."""
_OPENING = 40
"""Number of quiet checks required at startup, where the last output may come late."""
_PATIENCE = 60
"""Timeout in seconds for a program that writes nothing."""
_SCHEDULED = 2
"""Clock type bits of a Linux per-process CPU clock id."""
_ECHO = "import os, tty; tty.setraw(0); os.write(1, b'!')\nwhile 1: os.write(1, os.read(0, 99))"


def answering() -> Section:
    """Measure the latency of keys."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "game.jsonl"
        game = [sys.executable, "-m", "bidden", "play", "--seed", str(SEED)]
        game += ["--journal", str(path)]
        with (
            _Terminal(game, b"capital letter") as played,
            _Terminal([sys.executable, "-c", _ECHO], b"!") as echo,
        ):
            for number in range(KEYS):
                for terminal in (played, echo) if number % 2 else (echo, played):
                    terminal.press(b"sS"[number % 2 :][:1])
    middle, late, last = _percentiles(played.waited)
    echoed, _, last_echoed = _percentiles(echo.waited)
    busy, _, busy_last = _percentiles(played.spent)
    return Section(
        "answering",
        "Keys: until what one does is written to the terminal",
        figures=[
            Figure("half of the keys, at most", middle * 1e6, "µs"),
            Figure("95 of 100", late * 1e6, "µs"),
            Figure("99 of 100", last * 1e6, "µs"),
            Figure("the processor's time, half of the keys", busy * 1e6, "µs"),
            Figure("the processor's time, 99 of 100", busy_last * 1e6, "µs"),
            Figure(
                "a process that writes back what it reads, half of the keys", echoed * 1e6, "µs"
            ),
            Figure("the same, 99 of 100", last_echoed * 1e6, "µs"),
        ],
        targets=[
            Target("the processor's time for 99 keys of 100, of a frame", busy_last / FRAME, 1),
            Target("half of the keys less the echo, of a frame", (middle - echoed) / FRAME, 1),
            Target("99 keys of 100 less the echo's, of a frame", (last - last_echoed) / FRAME, 1),
        ],
    )


class _Terminal:
    """A program in a terminal, with the wall-clock and CPU seconds of each key.

    Both times end at the first byte of output.
    """

    def __init__(self, command: list[str], begun: bytes) -> None:
        self.waited: list[float] = []
        self.spent: list[float] = []
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        around = {**os.environ, "TERM": "xterm-256color", "XDG_CONFIG_HOME": "/no/such/folder"}
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=around, start_new_session=True
        )
        os.close(theirs)
        seen = b""
        while begun not in seen:
            if not select.select([self._ours], [], [], _PATIENCE)[0]:
                raise AssertionError(f"{begun!r} was never written")
            seen += os.read(self._ours, 65536)
        self._settle(_OPENING)
        os.write(self._ours, b"\x1b")  # leave any dialog that waits for an answer
        self._settle(_OPENING)

    def press(self, key: bytes) -> None:
        """Send a key, time the first output, and wait until the program is idle."""
        before, start = self._used(), time.perf_counter()
        os.write(self._ours, key)
        if not select.select([self._ours], [], [], 5)[0]:
            raise AssertionError("nothing was written: the key did nothing")
        self.waited.append(time.perf_counter() - start)
        self.spent.append(self._used() - before)
        self._settle(_QUIET)

    def _used(self) -> float:
        """Return the CPU seconds of all threads, including those that have ended."""
        return time.clock_gettime(~self._process.pid << 3 | _SCHEDULED)

    def _settle(self, glances: int) -> None:
        """Drain the output until this many consecutive checks find the program idle."""
        left, used = glances, self._used()
        while left:
            if select.select([self._ours], [], [], _GLANCE)[0]:
                os.read(self._ours, 65536)
                left = glances
                continue
            before, used = used, self._used()
            left = left - 1 if used - before < _IDLE else glances

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)


def _percentiles(seconds: list[float]) -> tuple[float, float, float]:
    """Return the 50th, 95th and 99th percentile."""
    cuts = quantiles(seconds, n=100)
    return cuts[49], cuts[94], cuts[98]
