"""Closing several games, even if one of them fails."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidden.recording.playing import Play


def close_all(games: Iterable[Play]) -> None:
    """Close games in order. If one cannot be closed, still close the others.

    Raises:
        JournalError: The end of a journal could not be written; of several errors, the first.
    """
    errors = list[Exception]()
    for game in games:
        try:
            game.close()
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]
