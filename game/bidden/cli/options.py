"""Kinds of option that the commands of the game have."""

from __future__ import annotations

from typing import Final, Literal

Frontend = Literal["terminal", "window"]
Told = Literal["map", "log", "prose"]
Forcing = Literal["always", "close", "never"]

DEMO_TURNS: Final = 300
"""So many turns a bot plays if nothing else is said."""
