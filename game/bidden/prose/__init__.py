"""Prose: the game told line by line, and played by words; it knows views and intents alone."""

from __future__ import annotations

from bidden.prose.lines import play

__all__ = ["play"]
