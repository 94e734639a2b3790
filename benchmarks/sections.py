"""The sections of the comparison, by name; one is imported as it is measured."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from typing import Final

from benchmarks.one_role import NAMES, one_role
from benchmarks.results import Section

__all__ = ["SECTIONS", "measure", "section"]

_NAMED_OTHERWISE: Final = {"timers": "lasting"}
"""The module of a section, where it is not called as that is."""

SECTIONS: Final = (
    "tasks",
    "shapes",
    "scale",
    "watched",
    "startup",
    "growing",
    "timers",
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


def measure(wanted: Collection[str], *, quick: bool) -> list[Section]:
    """Measure the sections of these names, in this process."""
    names = [name for name in NAMES if name in wanted]
    sections = [one_role(names, quick=quick)] if names else []
    return sections + [section(name)() for name in SECTIONS if name in wanted]


def section(name: str) -> Callable[[], Section]:
    """Give what measures a section: the function that is called as its module is."""
    module = _NAMED_OTHERWISE.get(name, name)
    found: Callable[[], Section] = getattr(import_module(f"benchmarks.{module}"), module)
    return found
