"""Rows: lines of text that store which event, handler or field they describe."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import Enum

import attrs


class Kind(Enum):
    """The kind of a row, which also determines the style of its text."""

    EVENT = "bold"
    REFUSED = "bold italic $warning"
    HANDLER = ""
    CHANGE = "$success"
    NOTE = "dim"
    ERROR = "bold $error"


@attrs.frozen
class Pin:
    """A field whose value can be shown for each turn: ``Component.field`` of an entity."""

    entity: int
    field: str
    name: str = attrs.field(default="", eq=False)


@attrs.frozen
class Row:
    """A line of text, which may contain control characters.

    Attributes:
        event: The number of the event that the row describes, or 0.
        handler: The handler that the row describes, as ``Component.method``, or an empty string.
        pin: The field that the row describes, or None. The user can pin it.
        differs: Whether the state one turn earlier had no such row.
    """

    text: str
    kind: Kind = Kind.NOTE
    event: int = 0
    handler: str = ""
    pin: Pin | None = None
    differs: bool = False


@attrs.frozen
class Pane:
    """The rows of a view, their heading, and the picture of the turn."""

    heading: str
    rows: Sequence[Row]
    picture: Sequence[str] = ()


def mark_differences(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Return the rows, with ``differs`` set on each row that is not among the others."""
    matcher = SequenceMatcher(None, [r.text for r in rows], [r.text for r in others], False)
    same = {n for block in matcher.get_matching_blocks() for n in range(block.a, sum(block[::2]))}
    return [attrs.evolve(row, differs=index not in same) for index, row in enumerate(rows)]
