"""Add notes to errors. A note names the handler, the event and the causes of the event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from eventcore.event import Event, cascade, name_of
from eventcore.observers import OBSERVER_NOTE

if TYPE_CHECKING:
    from eventcore.handler import Handler

_WHILE: Final = "while dispatching "
_MOST_CAUSES: Final = 11  # the maximum number of causes in the note of a query


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
