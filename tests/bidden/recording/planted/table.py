"""Which tool finds which fault: expected by the tests, and shown in the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

FLICKERS: Final = "not deterministic; 1st"
TWICE: Final = f"`--twice`: {FLICKERS}"
RAISES: Final = "raises"


@attrs.frozen
class Row:
    """What the tools report about a fault.

    A journal's cell has the turn of the difference, and the rank of the culprit among the handlers
    and observers that the account names.

    Attributes:
        acts: The turn on which the fault first acts.
        verify: ``bidden verify`` of a journal without events, perhaps with an option.
        golden: A golden journal, which has events and no keyframes.
        order: The order checker.
        debug: Debug mode.
    """

    acts: int
    verify: str
    golden: str
    order: str = "no"
    debug: str = "no"


TABLE: Final[Mapping[str, Row]] = {
    "`random.random()` in a handler": Row(15, FLICKERS, FLICKERS, order="yes"),
    "a loop over a set": Row(0, FLICKERS, FLICKERS),
    "a write in MODIFY": Row(25, "turn 26; 1st", "turn 25; 1st", debug="yes"),
    "`<= 0` instead of `< 0`": Row(24, "turn 25; 1st", "turn 25; 1st"),
    "an off-by-one in a refill": Row(49, "turn 50; 6th", "turn 49; 1st"),
    "an IndexError": Row(3, "turn 3; 1st", "turn 3; 1st", RAISES, RAISES),
    "an extra draw": Row(23, "turn 24; 1st", "turn 23; 1st"),
    "a skipped end of a timer": Row(118, "turn 119; 1st", "turn 119; 1st"),
    "a wall clock": Row(0, FLICKERS, FLICKERS, order="yes"),
    "a missing removal": Row(70, "turn 80; 1st", "turn 80; 1st"),
    "a wrong direction": Row(13, "turn 15; 1st", "turn 14; 1st"),
    "an observer that writes": Row(23, "turn 30; 1st", "turn 30; 1st", debug="yes"),
    "a swapped priority": Row(15, "turn 16; 1st", "turn 15; 1st"),
    "a rounded float": Row(16, "turn 17; 1st", "turn 16; 1st"),
    "a wrong answer to a query": Row(16, "turn 17; 1st", "turn 16; 1st"),
    "a dict keyed by id": Row(24, FLICKERS, FLICKERS, order="yes"),
    "a global list": Row(56, TWICE, "no"),
    "a set sorted by names that are equal": Row(23, FLICKERS, FLICKERS),
    "an observer that keeps an event": Row(24, "turn 25; 1st", "turn 24; 1st", debug="yes"),
    "a sum of floats over a set": Row(15, FLICKERS, FLICKERS),
    "a copy that leaves out a field": Row(54, "turn 60; 1st", "turn 60; 1st"),
    "a value kept for two turns": Row(20, "turn 20; 1st", "turn 20; 1st"),
    "a draw from another stream": Row(22, "turn 23; 1st", "turn 22; 1st"),
    "a handler that no longer runs": Row(15, "turn 16; 1st", "turn 15; 1st"),
}


def lines() -> list[str]:
    """Return the lines of the table as the documentation shows it."""
    head = [
        "| fault | acts on turn | `verify`, without events | golden journal | order checker "
        "| debug mode |",
        "|---|---|---|---|---|---|",
    ]
    rows = [
        f"| {name} | {row.acts} | {row.verify} | {row.golden} | {row.order} | {row.debug} |"
        for name, row in TABLE.items()
    ]
    return head + rows
