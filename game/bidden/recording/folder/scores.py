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
from bidden.words import phrase

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
        return [phrase("scores", "none")]
    lines = _aligned([_HEADINGS, *map(_row, found)], _HEADINGS)
    earned = {name for one in found for name in one.achieved}
    there = [kind for name, kind in kinds.items() if name in earned]
    lines += _in_sum(found)
    lines += ["", phrase("scores", "achievements", earned=len(there), all=len(kinds))]
    return lines + [f"  {kind.name}: {kind.about}" for kind in there]


def standings_of(found: Sequence[RunRecord], kinds: Mapping[str, Achievement]) -> list[Standing]:
    """Return records as lines of a menu, each with its journal."""
    if not found:
        return [Standing(phrase("scores", "none"), heading=True)]
    there = [Path(one.journal) for one in found]
    games = [
        # Not path.is_file(), which raises an error for a folder without access.
        KeptGame(path, one.seed, one.turns, "", one.how) if os.path.isfile(path) else None
        for one, path in zip(found, there, strict=True)
    ]
    heading, *rows = _aligned([_HEADINGS, *map(_row, found)], _IN_A_MENU)
    lines = [Standing(heading, heading=True)]
    for text, path, game in zip(rows, there, games, strict=True):
        gone = "" if game is not None else phrase("scores", "no file")
        lines.append(Standing(text, f"{told_path(path, _ABOUT - len(gone))}{gone}", game))
    earned = [kind for name, kind in kinds.items() if any(name in one.achieved for one in found)]
    achieved = phrase("scores", "achievements", earned=len(earned), all=len(kinds))
    lines += [Standing(text, heading=True) for text in (*_in_sum(found), "", achieved)]
    return [*lines, *(Standing(kind.name, kind.about) for kind in earned)]


def _in_sum(found: Sequence[RunRecord]) -> list[str]:
    """Return the summary of all finished runs; empty if there are none."""
    over = [one for one in found if one.how != UNDER_WAY]
    if not over:
        return []
    won = [one for one in over if one.how in WON]
    back, wins, rate = sum(one.rewound > 0 for one in won), len(won), len(won) * 100 // len(over)
    runs, turns = numbered("run", len(over)), numbered("turn", sum(one.turns for one in over))
    summary = phrase(
        "scores", "back" if back else "runs", runs=runs, won=wins, rate=rate, back=back, turns=turns
    )
    best, mean = max(one.score for one in over), sum(one.score for one in over) // len(over)
    bindings = numbered("binding", sum(one.bindings for one in over))
    return ["", summary, phrase("scores", "best", best=best, mean=mean, bindings=bindings)]


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
