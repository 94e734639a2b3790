"""Add notes to errors. A note names the handler, the event and the causes of the event."""

from __future__ import annotations

from sys import getrecursionlimit
from typing import TYPE_CHECKING, Final

from eventcore.errors import CascadeError
from eventcore.event import Event, cascade, name_of
from eventcore.observers import OBSERVER_NOTE

if TYPE_CHECKING:
    from eventcore.handler import Handler

_WHILE: Final = "while dispatching "
_MOST_CAUSES: Final = 11  # the note of a query lists at most this many causes


def refuse_overflow(error: BaseException, event: Event, handler: Handler | None = None) -> None:
    """Raise a CascadeError if nested events have filled Python's stack."""
    if type(error) is not RecursionError or event._depth < 1:
        return
    frames, link = 0, error.__traceback__
    while link is not None:
        frames, link = frames + 1, link.tb_next
    # If a single handler fills most of the stack, keep its RecursionError.
    if 2 * frames < getrecursionlimit():
        overflow = CascadeError(
            f"events are nested {event._depth} deep, and Python's stack is full: defer events that "
            "need not be nested, stop them earlier with World(depth_limit=…), or allow a deeper "
            f"stack with sys.setrecursionlimit: {cascade(event)}"
        )
        note_where(overflow, event, handler)
        raise overflow from None


def note_where(error: BaseException, event: Event, handler: Handler | None) -> None:
    """Add a note that names the handler and the event, unless the error already has a note."""
    notes: list[str] = getattr(error, "__notes__", [])
    for place, note in enumerate(notes):
        if note.startswith((_WHILE, OBSERVER_NOTE)):
            # The note was written before this query had a cause, so add the causes now.
            if note.endswith(f" ← {name_of(event)}") and event._cause is not None:
                full = note.count(" ← ") >= _MOST_CAUSES
                notes[place] = f"{note} ← {'…' if full else cascade(event._cause)}"
            return
    where = f" in {handler}" if handler else ""
    error.add_note(
        f"{_WHILE}{name_of(event)} of {event.enactor!r}{where}; cascade: {cascade(event)}"
    )
