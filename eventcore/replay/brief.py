"""How what a journal holds is shown: never longer than a line or so, whoever wrote it."""

from __future__ import annotations

from typing import Any, Final

from eventcore.journal.settled import Settled

__all__ = ["brief", "name_of_event", "shown"]

_MOST: Final = 100


def brief(text: str, most: int = _MOST) -> str:
    """Cut text that is too long, and show that it was."""
    return text if len(text) <= most else text[: most - 1] + "…"


def shown(value: Any, most: int = _MOST) -> str:
    """Show a value as Python writes it, with no control character in it, cut if it is long."""
    return brief(repr(value), most)


def name_of_event(event: Settled) -> str:
    """Give the type and the number of a settled event."""
    return f"{brief(event.type)} #{event.seq}"
