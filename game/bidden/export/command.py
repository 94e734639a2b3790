"""The command ``bidden export``: the suffix of the target decides the format."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import attrs
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bidden.export.frames import Frames, positions_of_end, positions_of_turns
from bidden.export.table import save_parquet
from bidden.files import atomic_write
from bidden.frontend.drawing.pictures.cast import cast_lines
from bidden.frontend.drawing.pictures.render import drawn, screenshot
from bidden.recording import playing
from bidden.recording.notes import opened, warn
from bidden.text import printable
from eventcore.journal import Journal
from eventcore.replay import Timeline
from eventcore.tools import UsageError

Progressed = Callable[[int], None]

_SPEED: Final = 4.0
_FASTEST: Final = 1000
"""Turns a second."""


@attrs.frozen
class _Request:
    """The options of an export; ``part`` is the file to write until it is complete."""

    source: Path
    target: Path
    part: Path
    journal: Journal
    turn: int | None
    turns: tuple[int, int] | None
    speed: float

    def timeline(self) -> Timeline:
        return playing.timeline_of(self.source, self.journal)

    @property
    def last_turn(self) -> int:
        return self.journal.records[-1].turn if self.journal.records else 0


def export(
    journal: Path,
    *,
    to: Path,
    turn: int | None = None,
    turns: str | None = None,
    speed: float | None = None,
    force: bool = False,
) -> int:
    """Export a journal, and return the exit code.

    Parameters
    ----------
    journal:
        The journal; - is standard input.
    to:
        The file to write.
    turn:
        For .png: the turn to show; by default the end.
    turns:
        For .cast: the first and the last turn, as in 20-60.
    speed:
        For .cast: turns per second.
    force:
        Replace the target if it exists.
    """
    kinds: dict[str, Callable[[_Request, Progressed], str]] = {
        ".parquet": _parquet,
        ".cast": _cast,
        ".png": _png,
    }
    kind = to.suffix.lower()
    if kind not in kinds:
        raise UsageError(f"--to {to}: the name must end in {' or '.join(kinds)}")
    _refuse("--turn", turn, kind, ".png")
    _refuse("--turns", turns, kind, ".cast")
    _refuse("--speed", speed, kind, ".cast")
    if speed is not None and not 0.01 <= speed <= _FASTEST:
        raise UsageError(f"--speed {speed}: must be from 0.01 to {_FASTEST} turns a second")
    span = None if turns is None else _span(turns)
    with atomic_write(to, force=force) as part:
        recorded = opened(journal, "used", events=kind == ".parquet")
        with recorded.errors_named(), _progress(to.name) as progressed:
            rate = _SPEED if speed is None else speed
            request = _Request(journal, to, part, recorded, turn, span, rate)
            try:
                problem = kinds[kind](request, progressed)
            except ImportError as error:
                raise UsageError(
                    f"a {kind} file needs {error.name}; install it in the project's folder with: "
                    "pip install './game[export]'"
                ) from None
            except OSError as error:
                raise UsageError(f"{to}: cannot be written: {error.strerror or error}") from None
    print(printable(f"Written to {to}"))
    if problem:
        warn(problem, journal)
    return 1 if problem else 0


def _parquet(request: _Request, _progressed: Progressed) -> str:
    save_parquet(request.part, request.journal)
    return ""


def _cast(request: _Request, progressed: Progressed) -> str:
    timeline, positions = _scene(request)
    total = max(1, len(positions))
    frames = Frames(timeline, positions, lambda done: progressed(1000 * done // total))
    begin = request.turns[0] if request.turns else 0
    timed = ((max(0, view.turn - begin) / request.speed, drawn(view)) for view in frames)
    title = f"Bidden, seed {request.journal.header.seed}"
    with request.part.open("w", encoding="utf-8", newline="\n") as file:
        for line in cast_lines(timed, title=title, hold=1 / request.speed):
            file.write(line)
    return frames.problem


def _png(request: _Request, _progressed: Progressed) -> str:
    if request.turn is not None:
        _require_turn("--turn", request.turn, request)
    timeline = request.timeline()
    if request.turn is None:
        positions = positions_of_end(timeline)
    else:
        positions = [timeline.position_of_turn(request.turn)]
    frames = Frames(timeline, positions)
    *_, last = frames
    screenshot(last, request.part)
    return frames.problem


def _scene(request: _Request) -> tuple[Timeline, list[int]]:
    """Return the timeline, and the positions of the frames of the wanted turns."""
    if request.turns is None:
        timeline = request.timeline()
        return timeline, positions_of_turns(timeline)
    first, last = request.turns
    _require_turn("--turns", first, request)
    timeline = request.timeline()
    found = positions_of_turns(timeline, first, last)
    if not found:
        raise UsageError(f"--turns {first}-{last}: the player does not act on any of them")
    return timeline, found


def _require_turn(option: str, turn: int, request: _Request) -> None:
    if not 0 <= turn <= request.last_turn:
        raise UsageError(f"{option} {turn}: the game has only turns 0 to {request.last_turn}")


def _span(turns: str) -> tuple[int, int]:
    found = re.fullmatch("([0-9]{1,9})-([0-9]{1,9})", turns)
    if found is None or int(found[1]) > int(found[2]):
        raise UsageError(f"--turns {turns}: give the first and the last turn, as in 20-60")
    return int(found[1]), int(found[2])


def _refuse(option: str, value: object, kind: str, wanted: str) -> None:
    if value is not None and kind != wanted:
        raise UsageError(f"{option} is for {wanted}, not for {kind}")


@contextmanager
def _progress(name: str) -> Iterator[Progressed]:
    """Show a bar on stderr if it is a terminal. It counts thousandths."""
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task(printable(name), total=1000)
        yield lambda done: progress.update(task, completed=done)
