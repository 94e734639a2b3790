"""Opening the journals of this game, with warnings on stderr."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bidden.session import MADE_BY, Session
from eventcore.journal import Journal
from eventcore.tools import Simulations

BIDDEN: Final = Simulations(Session.source, MADE_BY, program="bidden", own=True)
"""Creates the simulations of this game's journals."""


def warn(text: object, path: Path | None = None) -> None:
    """Print a warning on stderr, with the file that it is about."""
    BIDDEN.warn(str(text) if path is None else f"{path}: {text}")


def opened(path: Path, use: str, *, events: bool = False) -> Journal:
    """Open a journal, and warn if rules have changed since or if it is damaged.

    ``use`` says what happens to the intact part of a damaged one, such as "played". With
    ``events``, its settled events are read too.

    Raises:
        JournalError: The journal cannot be read, is of another game, or begins on an unknown level.
    """
    recording = BIDDEN.open(path, events=events)
    for line in recording.notes(use):
        warn(line)
    return recording.journal
