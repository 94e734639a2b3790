"""Keys: how long one takes until what it does is written to the terminal.

A game is played in a terminal of its own, 80 by 24 cells, by a process that is started as players
start it, its journal forced to the disk after each intent. Keys come one by one, each as soon as
all that the one before has led to is over: nothing more is written, and no processor is busy. In
turn with it goes a process that only writes back what it reads: what that takes is the machine's
and the terminal's. Beside the time on the clock stands the processor's, of which a busy machine
gives less at a time.
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
"""So often it is looked whether a program is still at something, in seconds."""
_IDLE = 0.0005
"""Seconds of a processor that whoever is at nothing may use meanwhile, to see what has come."""
_QUIET = 2
"""It is at nothing more where so many glances in a row found nothing."""
_OPENING = 40
"""As it begins so many are asked for: what is shown last may be some time in coming."""
_PATIENCE = 60
"""After so many seconds without output a program is given up."""
_SCHEDULED = 2
"""What Linux names the clock of a process by, beside the process."""
_ECHO = "import os, tty; tty.setraw(0); os.write(1, b'!')\nwhile 1: os.write(1, os.read(0, 99))"


def answering() -> Section:
    """Measure it."""
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
    """A program in a terminal; in seconds, what each key was waited for, and what it took.

    What is done after the first byte was written is not in it.
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
        os.write(self._ours, b"\x1b")  # whatever asks something is left
        self._settle(_OPENING)

    def press(self, key: bytes) -> None:
        """Press a key, and wait for what is written then, and until all is done."""
        before, start = self._used(), time.perf_counter()
        os.write(self._ours, key)
        if not select.select([self._ours], [], [], 5)[0]:
            raise AssertionError("nothing was written: the key did nothing")
        self.waited.append(time.perf_counter() - start)
        self.spent.append(self._used() - before)
        self._settle(_QUIET)

    def _used(self) -> float:
        """Give the seconds that all threads have had of a processor, those that ended too."""
        return time.clock_gettime(~self._process.pid << 3 | _SCHEDULED)

    def _settle(self, glances: int) -> None:
        """Take in what is written, until so many glances have found the program at nothing."""
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
    """Give how long half of them took at most, 95 of 100, and 99 of 100."""
    cuts = quantiles(seconds, n=100)
    return cuts[49], cuts[94], cuts[98]
