"""Going back: a game is played on from some turns before, in a journal that says so by its name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

from bidden.recording.branch import branch
from bidden.recording.folder.files import BACK, free_name, new_journal_path
from bidden.recording.playing import Play, load, timeline_of
from bidden.session import Session
from eventcore import JournalError
from eventcore.journal import Journal


def go_back(game: Play, turns: int) -> Play:
    """Play on from some turns before where a game is, or from its first turn if that is nearer.

    Args:
        game: The game, which stays as it is; its journal is left alone.
        turns: How many turns.

    Returns:
        The game as it was then, in a new journal: ``NAME.back-3-1.jsonl`` went back three times.

    Raises:
        JournalError: The journal cannot be read, or its replay goes another way; or the new one
            cannot be written.
    """
    return go_back_to(game.path, game.session.world.turn - turns)


def go_back_to(path: Path, turn: int) -> Play:
    """Play the game of a journal on from a turn, one intent before its end at the latest.

    Args:
        path: The journal, which is left alone.
        turn: The turn.

    Returns:
        The game as it was then, in a new journal.

    Raises:
        JournalError: As above.
    """
    journal = load(path)
    timeline = timeline_of(path, journal)
    there = timeline.position_of_turn(max(0, turn))
    timeline.seek(min(there, _before_the_last_intent(journal)))
    if cast(Session, timeline.simulation).ending is not None:
        raise JournalError("the game was already over then")
    return branch(path, timeline, _name_after(path, journal.header.seed))


def _before_the_last_intent(journal: Journal) -> int:
    """Return the position. Records after that intent, such as a clean end, perform nothing."""
    intents = (n for n, record in enumerate(journal.records) if record.is_intent)
    return max(intents, default=0)


def _name_after(path: Path, seed: int) -> Path:
    """Name the new journal: the number in the name grows, the name does not."""
    times = sum(map(int, BACK.findall(path.name))) + 1
    if not os.access(path.parent, os.W_OK):
        path = new_journal_path(seed)
    return free_name(path.with_name(BACK.sub("", path.name)), f"back-{times}")
