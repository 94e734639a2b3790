"""Kinds of option that the commands of the game have."""

from __future__ import annotations

from typing import Final, Literal

Frontend = Literal["terminal", "window"]
Told = Literal["map", "log", "prose"]

DEMO_TURNS: Final = 300
"""So many turns a bot plays if nothing else is said."""
DEMO_BOT: Final = "explorer"
"""Who plays if nobody is named."""
MOST_INTENTS: Final = 9_000
"""After so many intents a bot's run is left, over or not."""
