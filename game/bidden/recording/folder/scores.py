"""The table of scores and achievements of all finished runs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bidden.content.kinds.achievements import Achievement
from bidden.narration.conduct import UNDER_WAY
from bidden.recording.folder.files import told_path
from bidden.recording.folder.records import WON, RunRecord
from bidden.shown.games import KeptGame, Standing
from bidden.text import numbered, printable

_NONE: Final = "No full run has ended yet. Short runs and practice are not recorded here."
_BACK: Final = "Rewound"
"""The heading of the column of rewinds, shown only if a run has any."""
_HEADINGS: Final = ("Score", "Ended", "Bindings", "Turns", "Seed", _BACK, "Journal")
_IN_A_MENU: Final = ("Score", "Bindings", "Turns", "Seed", _BACK, "Ended")
_ABOUT: Final = 78
"""The number of columns for the path of a journal."""
_LONGEST: Final = 80
"""The maximum number of characters of an ending; the file of records may contain anything."""
_LONGEST_PATH: Final = 250
_RIGHT: Final = (True, False, True, True, True, True, False)


def table_of(found: Sequence[RunRecord], kinds: Mapping[str, Achievement]) -> list[str]:
    """Return records as lines, in the given order, with the achievements of all."""
    if not found:
        return [_NONE]
    lines = _aligned([_HEADINGS, *map(_row, found)], _HEADINGS)
    earned = {name for one in found for name in one.achieved}
    there = [kind for name, kind in kinds.items() if name in earned]
    lines += _in_sum(found)
    lines += ["", f"Achievements: {len(there)} of {len(kinds)}"]
    return lines + [f"  {kind.name}: {kind.about}" for kind in there]


def standings_of(found: Sequence[RunRecord], kinds: Mapping[str, Achievement]) -> list[Standing]:
    """Return records as lines of a menu, each with its journal."""
    if not found:
        return [Standing(_NONE, heading=True)]
    there = [Path(one.journal) for one in found]
    games = [
        # Not path.is_file(), which raises an error for a folder without access.
        KeptGame(path, one.seed, one.turns, "", one.how) if os.path.isfile(path) else None
        for one, path in zip(found, there, strict=True)
    ]
    heading, *rows = _aligned([_HEADINGS, *map(_row, found)], _IN_A_MENU)
    lines = [Standing(heading, heading=True)]
    for text, path, game in zip(rows, there, games, strict=True):
        gone = "" if game is not None else " (file missing)"
        lines.append(Standing(text, f"{told_path(path, _ABOUT - len(gone))}{gone}", game))
    earned = [kind for name, kind in kinds.items() if any(name in one.achieved for one in found)]
    below = (*_in_sum(found), "", f"Achievements: {len(earned)} of {len(kinds)}")
    lines += [Standing(text, heading=True) for text in below]
    return [*lines, *(Standing(kind.name, kind.about) for kind in earned)]


def _in_sum(found: Sequence[RunRecord]) -> list[str]:
    """Return the summary of all finished runs; empty if there are none."""
    over = [one for one in found if one.how != UNDER_WAY]
    if not over:
        return []
    won = [one for one in over if one.how in WON]
    back = sum(one.rewound > 0 for one in won)
    runs, bindings = len(over), sum(one.bindings for one in over)
    turns = sum(one.turns for one in over)
    after = f", {back} after rewinding" if back else ""
    scores = [one.score for one in over]
    return [
        "",
        f"{numbered('run', runs)}, {len(won)} won "
        f"({len(won) * 100 // runs}%){after}; {numbered('turn', turns)} in total.",
        f"Best score {max(scores):,}, average {sum(scores) // runs:,}; "
        f"{numbered('binding', bindings)} completed.",
    ]


def _aligned(rows: Sequence[tuple[str, ...]], order: Sequence[str]) -> list[str]:
    columns = [_HEADINGS.index(name) for name in order]
    widths = [max(len(row[n]) for row in rows) for n in range(len(_HEADINGS))]
    shown = [n for n in columns if _HEADINGS[n] != _BACK or any(row[n] for row in rows[1:])]
    return [
        "  ".join(
            row[n].rjust(widths[n]) if _RIGHT[n] else row[n].ljust(widths[n]) for n in shown
        ).rstrip()
        for row in rows
    ]


def _row(one: RunRecord) -> tuple[str, ...]:
    how = printable(f"{one.how} ({one.note})" if one.note else one.how, _LONGEST)
    back = str(one.rewound) if one.rewound else ""
    numbers = str(one.bindings), f"{one.turns:,}", str(one.seed)
    return f"{one.score:,}", how, *numbers, back, printable(one.journal, _LONGEST_PATH)
