"""Records of finished runs, one line each in a common file.

A line is appended in a single write, so two runs that end at once lose nothing, and a damaged line
spoils no other.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import attrs
import msgspec

from bidden.components.run.campaign import Campaign
from bidden.files import read_file
from bidden.narration.conduct import UNDER_WAY, cause_of
from bidden.recording.folder.files import times_gone_back
from bidden.rules.run.deeds import Deeds
from bidden.session import Session
from bidden.view import Ending
from eventcore.journal import Journal

WON: Final = ("free", "bound", "feared")
"""The endings of won runs."""
_TAKEN_OVER: Final = "played on from a replay"
_OF_A_BRANCH: Final = re.compile(r"\.turn-\d+(-\d+)?\.")
"""The part of a journal's name that marks a continuation from a replay."""


@attrs.frozen
class RunRecord:
    """The record of a run.

    Attributes:
        score: The score.
        how: How it ended: ``"free"``, ``"bound"``, ``"feared"``, the cause of death, or
            ``"under way"``.
        bindings: The number of fulfilled bindings.
        turns: The turn of its end.
        seed: The seed.
        events: The number of events, which identifies the run.
        journal: The journal.
        achieved: The names of the achievements.
        note: A remark on how it was played; empty for none.
        rewound: How often it went back, or was taken over from a replay.
    """

    score: int
    how: str
    bindings: int
    turns: int
    seed: int
    events: int
    journal: str
    achieved: tuple[str, ...] = ()
    note: str = ""
    rewound: int = 0


def record_of(session: Session, path: Path, journal: Journal) -> RunRecord | None:
    """Return the record of a finished or unfinished run, or None for other games."""
    deeds, campaign = session.world.root.get(Deeds), session.world.root.get(Campaign)
    if deeds is None or campaign is None:
        return None
    view = session.view()
    how = {None: UNDER_WAY, Ending.WON: campaign.ending, Ending.DIED: cause_of(view.epitaph)}
    return RunRecord(
        score=view.score,
        how=how[view.ending],
        bindings=len(campaign.served),
        turns=view.turn,
        seed=view.seed,
        events=session.world.sequence,
        journal=str(path).encode("utf-8", "backslashreplace").decode(),  # may not be UTF-8
        achieved=tuple(deeds.earned),
        note=_note(path, journal),
        rewound=times_gone_back(path),
    )


def _note(path: Path, journal: Journal) -> str:
    """Return whether a journal was continued from a replay, or changed its rules."""
    taken = [_TAKEN_OVER] if _OF_A_BRANCH.search(path.name) else []
    changed = any(record.is_upgrade for record in journal.records)
    return ", ".join([*taken, *(["rules changed mid-run"] if changed else [])])


def keep(record: RunRecord, path: Path) -> None:
    """Append a record to the file.

    It begins with a line break, because the previous line may be damaged.

    Raises:
        OSError: The file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    line = b"\n" + msgspec.json.encode(record) + b"\n"
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        if os.write(descriptor, line) < len(line):
            raise OSError("the disk is full")
    finally:
        os.close(descriptor)


def read(path: Path) -> tuple[list[RunRecord], int]:
    """Read the records of a file, best first; a missing file has none.

    Returns:
        The records, each run once, and the number of damaged lines.

    Raises:
        OSError: The file exists, but cannot be read.
    """
    try:
        lines = read_file(path).splitlines()
    except FileNotFoundError:
        return [], 0
    found, bad = list[RunRecord](), 0
    for line in lines:
        if not line.strip():
            continue
        try:
            found.append(msgspec.json.decode(line, type=RunRecord))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            bad += 1
    return standing(found), bad


def standing(records: Iterable[RunRecord]) -> list[RunRecord]:
    """Return records in order, best first, each run once in its latest version.

    Victories come first, and within each group runs that never went back. Then the score counts,
    then more bindings, then fewer turns.
    """
    once = {(one.seed, one.turns, one.events, one.score): one for one in records}
    return sorted(once.values(), key=_standing)


def _standing(one: RunRecord) -> tuple[int, ...]:
    # Older versions marked a run taken over from a replay only in its note.
    straight = not one.rewound and _TAKEN_OVER not in one.note
    won = one.how in WON
    return not won, not straight, -one.score, -one.bindings, one.turns, one.seed
