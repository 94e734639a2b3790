"""Closing: all games that are open are closed, whatever becomes of one of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidden.recording.playing import Play


def close_all(games: Iterable[Play]) -> None:
    """Close games, in order; one that cannot be closed keeps no other from it.

    Raises:
        JournalError: The end of a journal could not be written; of several, the first.
    """
    errors = list[Exception]()
    for game in games:
        try:
            game.close()
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]
