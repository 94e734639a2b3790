"""Types of the options of the game's commands."""

from __future__ import annotations

from typing import Literal

Frontend = str
"""``terminal``, ``window``, or ``package:callable`` for your own front end."""
Told = Literal["map", "log", "prose"]
