"""The sections of the comparison, by name."""

from __future__ import annotations

from collections.abc import Callable, Collection

from benchmarks.agents import agents
from benchmarks.answering import answering
from benchmarks.asking import asking
from benchmarks.chasing import chasing
from benchmarks.crowded import crowded
from benchmarks.environment import environment
from benchmarks.games import games
from benchmarks.growing import growing
from benchmarks.headless import headless
from benchmarks.lasting import lasting
from benchmarks.one_role import NAMES, one_role
from benchmarks.programs import programs
from benchmarks.queueing import queueing
from benchmarks.recording import recording
from benchmarks.results import Section
from benchmarks.scale import scale
from benchmarks.shapes import shapes
from benchmarks.startup import startup
from benchmarks.tasks import tasks
from benchmarks.walking import walking
from benchmarks.watched import watched

__all__ = ["SECTIONS", "measure"]

SECTIONS: dict[str, Callable[[], Section]] = {
    "tasks": tasks,
    "shapes": shapes,
    "scale": scale,
    "watched": watched,
    "startup": startup,
    "growing": growing,
    "timers": lasting,
    "chasing": chasing,
    "walking": walking,
    "crowded": crowded,
    "recording": recording,
    "answering": answering,
    "asking": asking,
    "headless": headless,
    "programs": programs,
    "games": games,
    "environment": environment,
    "queueing": queueing,
    "agents": agents,
}


def measure(wanted: Collection[str], *, quick: bool) -> list[Section]:
    """Measure the sections of these names, in this process."""
    names = [name for name in NAMES if name in wanted]
    sections = [one_role(names, quick=quick)] if names else []
    return sections + [section() for name, section in SECTIONS.items() if name in wanted]
