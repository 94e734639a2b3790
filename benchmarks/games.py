"""Views, resets and clones of games: the time of a view, a reset, a save and a restore.

The explorer bot plays a whole run whose digest is sealed at each step, as in a recorded run. Each
time is the median CPU time of many repetitions, in one process that is warmed up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from statistics import median
from time import process_time_ns

from benchmarks.results import Figure, Section, Target
from bidden.bots.roster import BOTS
from bidden.content.mods import FIRST, RUN
from bidden.session import Session

__all__ = ["games"]

SEED = 1
STEPS = 600
TIMES = 25

VIEW = 110_000
RESET = 3_000_000
CLONE = 4_000_000
"""Target times in nanoseconds."""


def games() -> Section:
    """Measure views, new games, saves and restores."""
    after, at_rest, session = _views()
    saved = session.save()
    save, restore = _each(session.save), _each(lambda: Session.restore(saved))
    anew = {level: _each(partial(Session, SEED, level=level)) for level in (RUN, FIRST)}
    seeds = count(10**6)
    other = {level: _each(partial(_begun, seeds, level)) for level in anew}
    unread = _each(lambda: Session(SEED, level=RUN, read=False))
    figures = (
        Figure("a view after a step", after / 1e3, "µs"),
        Figure("another view at once", at_rest / 1e3, "µs"),
        Figure("a run begun anew", anew[RUN] / 1e3, "µs"),
        Figure("a run begun anew that nobody reads", unread / 1e3, "µs"),
        Figure("a run of a new seed", other[RUN] / 1e3, "µs"),
        Figure("a cellar begun anew", anew[FIRST] / 1e3, "µs"),
        Figure("a cellar of a new seed", other[FIRST] / 1e3, "µs"),
        Figure("a save of a run after 600 steps", save / 1e3, "µs"),
        Figure("that restored", restore / 1e3, "µs"),
    )
    targets = [
        Target("a view after a step, of 110 µs", after / VIEW, 1),
        Target("a run begun anew that nobody reads, of 3 ms", unread / RESET, 1),
        Target("a save and its restoring, of 4 ms", (save + restore) / CLONE, 1),
    ]
    return Section("games", "Games looked at, begun anew and cloned", (), figures, targets)


def _views() -> tuple[float, float, Session]:
    """Return the time of a view after a step, the time of a repeated view, and the session."""
    session, bot = Session(SEED, level=RUN), BOTS["explorer"](SEED)
    after, at_rest = list[int](), list[int]()
    while session.ending is None and len(after) < STEPS:
        start = process_time_ns()
        session.view()
        drawn = process_time_ns()
        view = session.view()
        at_rest.append(process_time_ns() - drawn)
        after.append(drawn - start)
        session.perform(bot(view))
        session.digest.seal()
    return median(after), median(at_rest), session


def _begun(seeds: Iterator[int], level: str) -> Session:
    return Session(next(seeds), level=level)


def _each(do: Callable[[], object]) -> float:
    """Return the median time of a call in nanoseconds, after a warm-up call."""
    do()
    spent = list[int]()
    for _ in range(TIMES):
        start = process_time_ns()
        do()
        spent.append(process_time_ns() - start)
    return median(spent)
