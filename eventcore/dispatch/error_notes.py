"""Notes on errors: in which handler of which event an error arose, and what that came of."""

from __future__ import annotations

from sys import getrecursionlimit
from typing import TYPE_CHECKING, Final

from eventcore.errors import CascadeError
from eventcore.event import Event, cascade, name_of
from eventcore.observers import OBSERVER_NOTE

if TYPE_CHECKING:
    from eventcore.handler import Handler

_WHILE: Final = "while dispatching "
_MOST_NOTED: Final = 11
"""So many causes of a query are noted on an error."""


def refuse_overflow(error: BaseException, event: Event, handler: Handler | None = None) -> None:
    """Say in our own words that events lie too deep for Python's stack, if it is they that fill it.

    Where a handler has filled most of it by itself, the error is its own.

    Args:
        error: What was raised in the event's chain.
        event: The event; it was caused by another.
        handler: The one that ran.

    Raises:
        CascadeError: The event lay too deep for Python's stack.
    """
    if type(error) is not RecursionError or event._depth < 1:
        return
    frames, link = 0, error.__traceback__
    while link is not None:
        frames, link = frames + 1, link.tb_next
    if 2 * frames < getrecursionlimit():
        overflow = CascadeError(
            f"events caused events {event._depth} deep, and Python's own stack is full: defer "
            "what need not be nested, have World(depth_limit=…) stop them before, or allow for "
            f"more with sys.setrecursionlimit: {cascade(event)}"
        )
        note_where(overflow, event, handler)
        raise overflow from None


def note_where(error: BaseException, event: Event, handler: Handler | None) -> None:
    """Note on an error, once, in which handler of which event it arose."""
    notes: list[str] = getattr(error, "__notes__", [])
    for place, note in enumerate(notes):
        if note.startswith((_WHILE, OBSERVER_NOTE)):
            # A query learns its cause only now, so the note goes no further than to it.
            if note.endswith(f" ← {name_of(event)}") and event._cause is not None:
                far = note.count(" ← ") >= _MOST_NOTED
                notes[place] = f"{note} ← {'…' if far else cascade(event._cause)}"
            return
    where = f" in {handler}" if handler else ""
    error.add_note(
        f"{_WHILE}{name_of(event)} of {event.enactor!r}{where}; cascade: {cascade(event)}"
    )
