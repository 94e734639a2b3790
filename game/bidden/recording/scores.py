"""The scores as a table: the runs that are over, and what was achieved in any of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bidden.content.achievements import Achievement
from bidden.recording.records import RunRecord

_BACK: Final = "Back"
"""How often a run went back; the column is there where any did."""
_HEADINGS: Final = ("Score", "Ended", "Bindings", "Turns", "Seed", _BACK, "Journal")
_RIGHT: Final = (True, False, True, True, True, True, False)


def table_of(found: Sequence[RunRecord], kinds: Mapping[str, Achievement]) -> list[str]:
    """Write records as lines.

    Args:
        found: The records, in the order they are to stand in.
        kinds: What can be achieved.
    """
    if not found:
        return ["No run is over yet."]
    rows = [_HEADINGS, *(_row(one) for one in found)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(_HEADINGS))]
    shown = [n for n, name in enumerate(_HEADINGS) if name != _BACK or any(r[n] for r in rows[1:])]
    lines = list[str]()
    for row in rows:
        cells = [row[n].rjust(widths[n]) if _RIGHT[n] else row[n].ljust(widths[n]) for n in shown]
        lines.append("  ".join(cells).rstrip())
    earned = {name for one in found for name in one.achieved}
    there = [kind for name, kind in kinds.items() if name in earned]
    lines += ["", f"Achieved: {len(there)} of {len(kinds)}"]
    return lines + [f"  {kind.name}: {kind.about}" for kind in there]


def _row(one: RunRecord) -> tuple[str, ...]:
    how = f"{one.how} ({one.note})" if one.note else one.how
    back = str(one.rewound) if one.rewound else ""
    return str(one.score), how, str(one.bindings), str(one.turns), str(one.seed), back, one.journal
