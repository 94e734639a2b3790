"""A row: a line to be shown, and which event it leads to. Whoever shows it chooses the colours."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from enum import Enum, auto

import attrs


class Kind(Enum):
    """What a row tells of."""

    EVENT = auto()
    REFUSED = auto()
    HANDLER = auto()
    CHANGE = auto()
    NOTE = auto()
    ERROR = auto()


@attrs.frozen
class Row:
    """A line to be shown.

    Attributes:
        text: What it says, as it is: a control character may be in it.
        kind: What it tells of.
        event: The number of the event it is about; 0 for none.
        differs: Whether it is not so on the other side, or was not so a turn before.
    """

    text: str
    kind: Kind = Kind.NOTE
    event: int = 0
    differs: bool = False


@attrs.frozen
class Pane:
    """What is shown of one journal.

    Attributes:
        heading: What it is.
        rows: The rows.
    """

    heading: str
    rows: Sequence[Row]

    def index_of(self, event: int) -> int:
        """Give the first row about an event; 0 where there is none."""
        return next((n for n, row in enumerate(self.rows) if event and row.event == event), 0)


def unlike(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Give rows, those marked that the others have not at the same place among what both have."""
    matcher = SequenceMatcher(None, [r.text for r in rows], [r.text for r in others], False)
    same = {
        place
        for block in matcher.get_matching_blocks()
        for place in range(block.a, block.a + block.size)
    }
    return [attrs.evolve(row, differs=place not in same) for place, row in enumerate(rows)]
