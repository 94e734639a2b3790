"""Types and defaults of the options of the game's commands."""

from __future__ import annotations

from typing import Final, Literal

Frontend = str
"""``terminal``, ``window``, or ``package:callable`` for your own front end."""
Told = Literal["map", "log", "prose"]

DEMO_TURNS: Final = 300
"""The turns that a bot plays in a demo."""
DEMO_BOT: Final = "explorer"
MOST_INTENTS: Final = 9_000
"""The intents after which a bot's run is abandoned."""
