"""Rows: lines of text to show, each with the event, handler or field that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import Enum
from typing import TypeAlias

import attrs

Pictures: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""The lines of a simulation's picture before and after a turn."""


class Kind(Enum):
    """What a row shows, and the style of its text."""

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
    """A line of text; it may contain control characters.

    Attributes:
        event: The number of the event it is about; 0 for none.
        handler: The handler it is about, as ``Component.method``; empty for none.
        pin: The field it is about; None for none.
        differs: True if the other journal, or the state one turn earlier, has no such row.
    """

    text: str
    kind: Kind = Kind.NOTE
    event: int = 0
    handler: str = ""
    pin: Pin | None = None
    differs: bool = False


@attrs.frozen
class Pane:
    """What to show of a journal."""

    heading: str
    rows: Sequence[Row]
    pictures: Pictures = ((), ())


def mark_differences(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Return the rows, with ``differs`` set on those without a counterpart in ``others``."""
    matcher = SequenceMatcher(None, [r.text for r in rows], [r.text for r in others], False)
    same = {n for block in matcher.get_matching_blocks() for n in range(block.a, sum(block[::2]))}
    return [attrs.evolve(row, differs=index not in same) for index, row in enumerate(rows)]
