"""A game's state as the rules see it."""

from __future__ import annotations

from typing import Any

import msgspec

from bidden.headless import Game


def rules_state(game: Game) -> Any:
    """Return what a refusal must not change: time, random streams and entities, not messages."""
    world = msgspec.json.decode(game.save())["world"]
    agenda = world["agenda"]
    return world["entities"], world["streams"], agenda["now"], agenda["places"]
