"""The state of a game as the rules see it."""

from __future__ import annotations

from typing import Any

import msgspec

from bidden.headless import Game


def rules_state(game: Game) -> Any:
    """Return what a refusal must not change: time, chance and entities, but not what was told."""
    world = msgspec.json.decode(game.save())["world"]
    agenda = world["agenda"]
    return world["entities"], world["streams"], agenda["now"], agenda["places"]
