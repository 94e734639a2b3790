"""The sections of the comparison, by name. Their modules are imported on demand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from typing import Final

from benchmarks.one_role import one_role
from benchmarks.results import Section

__all__ = ["SECTIONS", "measure", "section"]

_NAMED_OTHERWISE: Final = {"timers": "lasting"}
"""Modules of sections whose name differs from the section's."""

SECTIONS: Final = (
    "tasks",
    "shapes",
    "scale",
    "watched",
    "startup",
    "growing",
    "timers",
    "scheduling",
    "chasing",
    "walking",
    "crowded",
    "recording",
    "answering",
    "asking",
    "headless",
    "programs",
    "games",
    "environment",
    "queueing",
    "agents",
)


def measure(name: str, contenders: Collection[str], *, quick: bool) -> Section:
    """Measure one section in this process.

    Args:
        name: The section: ``peers``, or one of ``SECTIONS``.
        contenders: The contenders of ``peers``, a subset of ``NAMES``.
        quick: Whether to leave out the slowest contenders.
    """
    return one_role(contenders, quick=quick) if name == "peers" else section(name)()


def section(name: str) -> Callable[[], Section]:
    """Return the function that measures a section. It has the same name as its module."""
    module = _NAMED_OTHERWISE.get(name, name)
    found: Callable[[], Section] = getattr(import_module(f"benchmarks.{module}"), module)
    return found
