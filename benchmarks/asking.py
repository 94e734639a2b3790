"""Asking why: the time to explain the latest message, late in a long run.

The fighter bot plays a run that is recorded. It rests
at the circle first, so that it is sure to live until a late turn.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.results import Figure, Section, Target
from bidden.bots import fighter
from bidden.bots.memory import Memory
from bidden.content.mods import RUN
from bidden.frontend.running.leisure import Leisure, unhurried
from bidden.intents import Intent, Wait
from bidden.recording import playing
from bidden.recording.playing import Play
from bidden.view import View

__all__ = ["asking"]

SEED = 14
RESTED = 2_000
TURN = 5_000
ASKED = 60
"""Number of steps after turn `TURN`, each followed by asking about the latest message."""
SECONDS = 0.3


def asking() -> Section:
    """Measure the time of asking, with garbage collected as in the front ends."""
    with tempfile.TemporaryDirectory() as name:
        game, memory = playing.begin(SEED, Path(name) / "game.jsonl", level=RUN), Memory()
        while game.session.world.turn < TURN:
            _play(game, memory)
        times: list[float] = []
        leisure = Leisure()
        with unhurried():
            while len(times) < ASKED:
                _play(game, memory)
                leisure.use()
                times.append(_asked(game))
        game.close()
    first, later = times[0], sorted(times[1:])
    late = later[len(later) * 95 // 100]
    return Section(
        "asking",
        f"Asking why, from turn {TURN:,} of a run on: the processor's time",
        figures=[
            Figure("the first time", first * 1e3, "ms"),
            Figure("half of the times after that, at most", median(later) * 1e3, "ms"),
            Figure("95 of 100 of them", late * 1e3, "ms"),
        ],
        targets=[
            Target(f"half of the times, of {SECONDS} s", median(later) / SECONDS, 1),
            Target(f"95 of 100 of them, of {SECONDS} s", late / SECONDS, 1),
        ],
    )


def _play(game: Play, memory: Memory) -> None:
    view = game.view()
    if view.ending is not None:
        raise AssertionError(f"the run of seed {SEED} was over on turn {view.turn}")
    game.perform(_choose(view, memory))


def _choose(view: View, memory: Memory) -> Intent:
    if view.turn < RESTED:
        return Wait()
    memory.see(view)
    intent = fighter.choose(view, memory)
    memory.mean(intent)
    return intent


def _asked(game: Play) -> float:
    """Ask for the cause of the latest message, as the key does; return the CPU seconds."""
    line = game.view().lines[-1]
    start = process_time()
    told = game.why(line.turn, line.sequence, plain=True)
    seconds = process_time() - start
    assert told
    assert not told[0].startswith("It cannot be told why: the journal"), told
    return seconds
