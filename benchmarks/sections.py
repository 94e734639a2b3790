"""The sections of the comparison, by name; one is imported as it is measured."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from typing import Final

from benchmarks.one_role import one_role
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
        contenders: Whom the peers are to be, of ``NAMES``.
        quick: Whether to leave out the slowest contenders.
    """
    return one_role(contenders, quick=quick) if name == "peers" else section(name)()


def section(name: str) -> Callable[[], Section]:
    """Give what measures a section: the function that is called as its module is."""
    module = _NAMED_OTHERWISE.get(name, name)
    found: Callable[[], Section] = getattr(import_module(f"benchmarks.{module}"), module)
    return found
