"""The message log: settled events in words, as the player witnesses them.

Observers of the world and nothing more: they change nothing, and a game without them goes
the same way.
"""

from __future__ import annotations

from bidden.messages.log import MessageLog
from bidden.messages.refusals import refusal_of

__all__ = ["MessageLog", "refusal_of"]
