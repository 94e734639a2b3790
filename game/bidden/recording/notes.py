"""Notes on a journal: what is not whole of it, and what has changed since, said on stderr."""

from __future__ import annotations

import sys
from pathlib import Path

from bidden.content.mods import missing_from
from bidden.recording import playing
from bidden.session import Session
from bidden.state import enumerated
from eventcore.cli import printable
from eventcore.journal import Header, Journal


def warn(text: object, path: Path | None = None) -> None:
    """Write a line on stderr, for a command that goes on all the same.

    Args:
        text: What there is to know.
        path: The file it is about, which the line then names.
    """
    line = text if path is None else f"{path}: {text}"
    print(f"bidden: {printable(str(line))}", file=sys.stderr)


def note(path: Path, journal: Journal, use: str) -> Session:
    """Warn of what a journal was recorded with that has changed, and of what is not whole of it.

    Args:
        path: The journal.
        journal: What it holds.
        use: What is done with the whole part of one that is torn or damaged, as in "played".

    Returns:
        The session it begins with.

    Raises:
        JournalError: The journal begins on a level that this version does not have.
    """
    with playing.errors_named(path):
        session = playing.session_for(journal)
    for change in changes_since(journal.header, session.header):
        warn(change, path)
    if journal.problem is not None:
        warn(f"{journal.problem}; what is whole is {use}", path)
    return session


def changes_since(then: Header, now: Header) -> list[str]:
    """Say in a line each what has changed since a journal was recorded.

    Args:
        then: The journal's header.
        now: The header it would have if it were recorded by this version.
    """
    changes = []
    if now.chains != then.chains:
        changes.append("recorded with other handlers than this version's")
    missing = missing_from(then)
    if missing:
        names = enumerated([*missing])
        changes.append(f"recorded with the content of {names}, not installed here")
    elif now.content != then.content:
        changes.append("recorded with other content than this version's")
    return changes
