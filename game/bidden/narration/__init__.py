"""Narration: events in words, for the message log, the why screen and the morgue.

The sentences are in ``words/*.toml``; the modules of subjects choose among them. Narrators observe
the world and change nothing: a game without them goes the same way.
"""

from __future__ import annotations

from bidden.narration.log import MessageLog
from bidden.narration.witness import Narration, Witness
from bidden.narration.words import refusal_of

__all__ = ["MessageLog", "Narration", "Witness", "refusal_of"]
