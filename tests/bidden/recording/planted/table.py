"""What finds which fault: each cell as the test next to it sees it, and as the page tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

FLICKERS: Final = "not deterministic; 1st"
RAISES: Final = "raises"


@attrs.frozen
class Row:
    """What the tools say of a fault.

    A journal's cell is the turn at which it is found, and as the how-manieth of the handlers and
    observers in the account the culprit is named.

    Attributes:
        acts: The turn in which it acts first.
        verify: ``bidden verify`` of a journal without events.
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
    "`random.random()` in a handler": Row(21, FLICKERS, FLICKERS, order="yes"),
    "set order in a loop": Row(0, FLICKERS, FLICKERS),
    "a write in MODIFY": Row(30, "turn 36; 10th", "turn 23; 8th", debug="yes"),
    "`<= 0` for `< 0`": Row(99, "turn 100; 1st", "turn 100; 1st"),
    "an off-by-one in a refill": Row(51, "turn 52; 8th", "turn 51; 1st"),
    "an IndexError": Row(22, "turn 22; 1st", "turn 22; 1st", RAISES, RAISES),
    "a draw too many": Row(34, "turn 35; 1st", "turn 34; 6th"),
    "a timer's end skipped": Row(121, "turn 122; 1st", "turn 122; 1st"),
    "a wall clock": Row(0, FLICKERS, FLICKERS, order="yes"),
    "a missing removal": Row(73, "turn 100; 2nd", "turn 100; 2nd"),
    "a wrong direction": Row(29, "turn 2; 1st", "turn 30; 1st"),
    "an observer that writes": Row(34, "turn 100; 2nd", "turn 100; 2nd", debug="yes"),
    "a swapped priority": Row(30, "turn 31; 19th", "turn 30; 1st"),
    "a float that rounds": Row(30, "turn 31; 20th", "turn 30; 2nd"),
    "a query answered wrongly": Row(30, "turn 31; 6th", "turn 30; 4th"),
    "a dict keyed by id": Row(24, FLICKERS, FLICKERS, order="yes"),
}


def lines() -> list[str]:
    """The table, as the page has it."""
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
