"""The game as a Gymnasium environment: steps per second next to NLE, and clone and restore times.

Actions are random: NLE's from its whole action space, ours from the first eleven. Steps run with
and without the action mask. The cloned game is a run that the explorer bot played for 600 steps.
NLE needs its own Gymnasium version, so it runs in a separate Python environment; NLE_PYTHON names
that interpreter. All times are CPU time and include resets after an episode ends.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from statistics import median
from time import process_time_ns

from benchmarks.results import Figure, Section, Target
from bidden.bots.roster import BOTS
from bidden.gym.env import BiddenEnv
from bidden.headless import Game
from bidden.intents import Intent
from eventcore import Stream

__all__ = ["environment"]

SEED = 1
STEPS = 600
TIMES = 25
LEVELS = ("run", "first", "cellar")
SIMPLE = 11
"""Number of actions that need no item and no enemy: moving, waiting, searching, picking up."""
CLONE = 2_000_000
"""Target time in nanoseconds."""

NLE = """
import time, gymnasium, numpy, nle
env, chance = gymnasium.make("NetHackScore-v0"), numpy.random.default_rng(0)
def steps(number):
    env.reset()
    start = time.process_time()
    for _ in range(number):
        _, _, over, cut, _ = env.step(int(chance.integers(env.action_space.n)))
        if over or cut:
            env.reset()
    return number / (time.process_time() - start)
steps(500)
print(steps(5000))
"""


def environment() -> Section:
    """Measure the steps per second, and the time of clones and restores."""
    figures: list[Figure] = []
    for level in LEVELS:
        for mask in (True, False):
            name = f"{level}: steps a second{', with the mask' if mask else ''}"
            figures.append(Figure(name, _steps(level, mask=mask), ""))
    beside = _nle()
    if beside is not None:
        figures.append(Figure("NLE: steps a second", beside, ""))
    game, ahead = _played()
    clone = _each(game.clone, lambda: _forget(game))
    kept = game.clone()
    restore = _each(lambda: game.restore(kept), lambda: None)
    again = _each(lambda: game.step(ahead), lambda: game.restore(kept))
    hot = _hot(game, ahead)
    wakes = _each(lambda: kept.clone()._awake(), lambda: None)
    figures += [
        Figure("a clone of a run after 600 steps", clone / 1e3, "µs"),
        Figure("going back to it", restore / 1e3, "µs"),
        Figure("the first step after that", again / 1e3, "µs"),
        Figure("any other step", hot / 1e3, "µs"),
        Figure("a world of its own for a clone", wakes / 1e3, "µs"),
    ]
    targets = [
        Target("a clone, of 2 ms", clone / CLONE, 1),
        Target("going back to it, of 2 ms", restore / CLONE, 1),
    ]
    return Section("environment", "The game as an environment", (), figures, targets)


def _steps(level: str, *, mask: bool) -> float:
    env, chance = BiddenEnv(level=level, mask=mask), Stream(SEED, "benchmark")
    env.reset(seed=SEED)
    start = 0
    for step in range(-STEPS // 4, STEPS):  # the first steps compile the chains
        if step == 0:
            start = process_time_ns()
        _, _, over, _, _ = env.step(chance.below(SIMPLE))
        if over:
            env.reset()
    return STEPS * 1e9 / (process_time_ns() - start)


def _nle() -> float | None:
    """Return NLE's steps per second, or None if NLE_PYTHON is not set."""
    python = os.environ.get("NLE_PYTHON")
    if python is None:
        return None
    done = subprocess.run([python, "-c", NLE], capture_output=True, text=True, check=True)
    return float(done.stdout)


def _played() -> tuple[Game, Intent]:
    game, bot = Game(SEED), BOTS["explorer"](SEED)
    for _ in range(STEPS):
        if game.over:
            break
        game.step(bot(game.observe()))
    return game, bot(game.observe())


def _forget(game: Game) -> None:
    game._snapshot = None  # otherwise a second clone of the same state is free


def _hot(game: Game, ahead: Intent) -> float:
    """Return the median time in nanoseconds of a step that does not follow a restore."""
    spent = list[int]()
    for _ in range(TIMES):
        start = process_time_ns()
        game.step(ahead)
        spent.append(process_time_ns() - start)
    return median(spent)


def _each(do: Callable[[], object], before: Callable[[], object]) -> float:
    """Return the median time of `do` in nanoseconds; run `before` untimed before each call."""
    spent = list[int]()
    for _ in range(TIMES + 1):
        before()
        start = process_time_ns()
        do()
        spent.append(process_time_ns() - start)
    return median(spent[1:])
