"""Results of a section of the comparison: rows, single figures, and targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.measure import Row

__all__ = ["Failure", "Figure", "Section", "Target"]


@dataclass(frozen=True)
class Figure:
    """A single number that does not compare contenders."""

    name: str
    value: float
    unit: str


@dataclass(frozen=True)
class Target:
    """A goal for eventcore: a measured value must not exceed a limit.

    Attributes:
        strict: Whether the value must be below the limit rather than equal to it at most.
    """

    name: str
    value: float
    limit: float
    strict: bool = False

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        return self.value < self.limit if self.strict else self.value <= self.limit

    def as_json(self) -> dict[str, Any]:
        """Return the target as JSON-serialisable data."""
        return {**asdict(self), "met": self.met}


@dataclass(frozen=True)
class Failure:
    """A section that could not be measured, and the error that ended it."""

    section: str
    error: str


@dataclass
class Section:
    """One part of the comparison."""

    name: str
    title: str
    rows: Sequence[Row] = ()
    figures: Sequence[Figure] = ()
    targets: list[Target] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the section as JSON-serialisable data."""
        return {
            "name": self.name,
            "title": self.title,
            "rows": [row.as_json() for row in self.rows],
            "figures": [asdict(figure) for figure in self.figures],
            "targets": [target.as_json() for target in self.targets],
        }
