"""Programs: the time until a program responds, started as people start it.

In each round every program starts once, next to ``python -c pass`` and a bare import of tcod and
Textual, so each ratio compares two programs that ran close together. Times are CPU time, because a
busy machine distorts wall-clock time. First frames appear in a terminal of 80 by 24 cells. An
earlier start has filled the cache.
"""

from __future__ import annotations

import fcntl
import os
import pty
import resource
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks.results import Figure, Section, Target
from bidden.bots.explorer import choose
from bidden.content.mods import RUN
from bidden.recording import playing

__all__ = ["programs"]

WARMING, ROUNDS = 1, 3
TURNS = 500
SEED = 2026
PASS, SCREENS = "python -c pass", "tcod and Textual imported, and no more"
_TITLE, _GAME, _STATS = b"New run", b"capital letter", b"HP"
_PATIENCE = 60
"""Timeout in seconds for a program that does not respond."""


def programs() -> Section:
    """Measure the start of each program, and the size of keyframes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        around = {
            **os.environ,
            "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        journal, size = _recorded(folder / "game.jsonl")
        keys = folder / "game.jsonl.keys"
        taken = _rounds(_starts(around, journal, folder))
        beside = keys.stat().st_size / size
    times = {name: median(row) for name, row in taken.items()}
    return Section(
        "programs",
        "Programs: until they answer, of the processor's time",
        figures=[Figure(name, seconds * 1e6, "µs") for name, seconds in times.items()],
        targets=[
            _target(taken, "bidden --version", PASS, 3),
            _target(taken, "eventcore --version", PASS, 3),
            _target(taken, "bidden --help", PASS, 14),
            _target(taken, "eventcore --help", PASS, 14),
            _target(taken, "the title, until it is shown", SCREENS, 1.8),
            _target(taken, "a new game, until it is shown", SCREENS, 2.5),
            _target(taken, _GOING_ON, SCREENS, 3),
            Target("keyframes, of the size of their journal", beside, 2),
        ],
    )


_GOING_ON = f"a game of {TURNS:,} turns with keyframes, until it is shown"


def _target(taken: dict[str, list[float]], name: str, to: str, limit: float) -> Target:
    ratio = median(one / other for one, other in zip(taken[name], taken[to], strict=True))
    return Target(f"{name}, to {to}", ratio, limit)


def _recorded(path: Path) -> tuple[Path, int]:
    """Let a bot play a game; return the path and the size of its journal."""
    game = playing.begin(SEED, path, level=RUN)
    while game.session.ending is None and game.session.world.turn < TURNS:
        game.perform(choose(game.view()))
    game.close()
    return path, path.stat().st_size


def _starts(around: dict[str, str], journal: Path, folder: Path) -> dict[str, Callable[[], float]]:
    """Return functions that start a program, wait for it, and return its CPU seconds."""
    python = sys.executable
    bidden, library = [python, "-m", "bidden"], [python, "-m", "eventcore"]
    numbers = iter(range(1_000))

    def new_game() -> float:
        path = folder / f"new-{next(numbers)}.jsonl"
        return _shown([*bidden, "play", "--journal", str(path), "--seed", "1"], _GAME, around)

    return {
        PASS: lambda: _run([python, "-c", "pass"], around),
        SCREENS: lambda: _run([python, "-c", "import tcod.console, textual.app"], around),
        "bidden --version": lambda: _run([*bidden, "--version"], around),
        "eventcore --version": lambda: _run([*library, "--version"], around),
        "bidden --help": lambda: _run([*bidden, "--help"], around),
        "eventcore --help": lambda: _run([*library, "--help"], around),
        "the title, until it is shown": lambda: _shown(bidden, _TITLE, around),
        "a new game, until it is shown": new_game,
        _GOING_ON: lambda: _shown([*bidden, "play", "--journal", str(journal)], _STATS, around),
    }


def _rounds(starts: dict[str, Callable[[], float]]) -> dict[str, list[float]]:
    """Start all programs in each round; the warm-up rounds fill caches and are dropped."""
    taken: dict[str, list[float]] = {name: [] for name in starts}
    for number in range(WARMING + ROUNDS):
        for name, start in starts.items():
            seconds = start()
            if number >= WARMING:
                taken[name].append(seconds)
    return taken


def _run(command: Sequence[str], around: dict[str, str]) -> float:
    before = _of_children()
    subprocess.run(command, env=around, check=True, stdout=subprocess.DEVNULL)
    return _of_children() - before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _shown(command: Sequence[str], awaited: bytes, around: dict[str, str]) -> float:
    """Start a program in a terminal; return its CPU seconds when the awaited text appears."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=around, start_new_session=True
    )
    os.close(theirs)
    try:
        # The title is animated, so the program may keep writing without the awaited text.
        seen, deadline = b"", time.monotonic() + _PATIENCE
        while awaited not in seen:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([ours], [], [], left)[0]:
                raise AssertionError(f"{awaited!r} was never written")
            seen += os.read(ours, 65536)
        tasks = Path(f"/proc/{process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    finally:
        process.kill()
        process.wait()
        os.close(ours)
