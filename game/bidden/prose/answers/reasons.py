"""Reasons for the latest message."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.frontend.port import Game
from bidden.view import View


def why(view: View, game: Game, *, brief: bool) -> Iterator[str]:
    """Yield why the latest happened.

    Args:
        view: What the player knows.
        game: The game.
        brief: Whether to yield plain sentences instead of events and handlers.
    """
    if not view.lines:
        yield "Nothing has happened yet."
        return
    # What was refused changed nothing: who asks why means what happened before it.
    happened = [line for line in view.lines if line.tone != "refusal"]
    line = (happened or view.lines)[-1]
    yield f'"{line.text}"'
    yield from game.why(line.turn, line.sequence, brief=brief, plain=brief)
