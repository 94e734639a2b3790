"""What a simulation must offer to be recorded and replayed."""

from __future__ import annotations

from typing import Any, Protocol

from eventcore.digest import Digest
from eventcore.world import World

__all__ = ["Simulation"]


class Simulation(Protocol):
    """A world driven by intents from outside, and by nothing else."""

    @property
    def world(self) -> World:
        """The world it runs in."""
        ...

    @property
    def digest(self) -> Digest:
        """The world's digest, tapped before its first event."""
        ...

    def perform(self, intent: Any) -> Any:
        """Perform an intent from outside, and all that follows from it."""
        ...

    def encode(self, intent: Any) -> tuple[str, int, bytes]:
        """Give an intent's name, the version of its fields, and these as a JSON object."""
        ...

    def decode(self, name: str, version: int, data: bytes) -> Any:
        """Give the intent back.

        Raises:
            JournalError: There is no such intent, or its fields are wrong.
        """
        ...
