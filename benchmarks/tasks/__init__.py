"""Tasks: typical uses of an event bus, compared with equivalent raw loops and other buses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.measure import Contender, Row, compare, ratio_of
from benchmarks.results import Section, Target
from benchmarks.tasks.changes import attached, deferred, observed, spawned
from benchmarks.tasks.events import answers, everyone, handlers, nested
from benchmarks.tasks.parts import RAW

__all__ = ["TASKS", "tasks"]

TASKS: dict[str, tuple[Callable[[], Iterator[Contender]], int, dict[str, float]]] = {
    "nested": (nested, 30, {"nested five deep": 1.25}),
    "handlers": (handlers, 20, {"1 handler": 1.5, "10 handlers": 0.93, "50 handlers": 0.85}),
    "everyone": (everyone, 10, {"heard by 10,000": 1.3}),
    "attached": (attached, 20, {"attach, publish, detach": 4.5}),
    "spawned": (spawned, 30, {"spawn and destroy": 1.7}),
    "deferred": (deferred, 30, {"defer": 2.0}),
    "observed": (observed, 30, {"one observer of one entity": 2.2}),
    "answers": (answers, 30, {"20 answers": 0.9}),
}
"""Contenders, number of rounds, and the highest allowed ratio of eventcore to the raw loop."""

LEVEL = {"nested five deep": "whistle"}
"""The library that eventcore must at least equal in a task."""


def tasks() -> Section:
    """Measure all tasks."""
    rows: list[Row] = []
    targets: list[Target] = []
    for make, rounds, limits in TASKS.values():
        contenders = [*make()]
        for slow in contenders:
            # Slow contenders are measured in fewer rounds.
            slow.every = 1 if slow.name.endswith((RAW, "eventcore", "whistle", "esper")) else 5
        found, times = compare(contenders, rounds)
        rows += found
        for task, limit in limits.items():
            ratio = ratio_of(times, f"{task}: eventcore", f"{task}: {RAW}")
            targets.append(Target(f"{task}, of its raw loop", ratio, limit))
            other = f"{task}: {LEVEL.get(task)}"
            if other in times:
                ratio = ratio_of(times, f"{task}: eventcore", other)
                targets.append(Target(f"{task}, of {LEVEL[task]}'s", ratio, 1.0))
    title = "Tasks, each against its own raw loop"
    return Section("tasks", title, rows, targets=targets)
