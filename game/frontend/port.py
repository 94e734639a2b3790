"""The port: all that the front end needs of a game or of a journal played back."""

from __future__ import annotations

from typing import Protocol

from game.intents import Intent
from game.view import View

__all__ = ["Game", "Playback", "Stage", "Why"]


class Why(Protocol):
    """Tells in lines why an event happened: its causes, and what came of it."""

    def __call__(self, turn: int, sequence: int, *, brief: bool = False) -> tuple[str, ...]:
        """Tell it; one line says so where it cannot be told.

        Args:
            turn: The turn it happened in.
            sequence: Its number.
            brief: Tell only what led up to it, a line an event, the first cause first.
        """


class Game(Protocol):
    """A game being played."""

    @property
    def notice(self) -> str:
        """One line to show at the start; may be empty."""

    def view(self) -> View:
        """Show what the player knows."""

    def perform(self, intent: Intent) -> None:
        """Record an intent and perform it; a refusal is told in the view, not raised."""

    def why(self, turn: int, sequence: int, *, brief: bool = False) -> tuple[str, ...]:
        """Tell why an event happened, as ``Why`` does."""


class Playback(Protocol):
    """A journal being played back."""

    @property
    def position(self) -> int:
        """How many records were played."""

    @property
    def length(self) -> int:
        """How many records there are."""

    @property
    def diverged(self) -> str:
        """The first difference from the recording in one line; empty while there is none."""

    def view(self) -> View:
        """Show what the player knew."""

    def step(self) -> bool:
        """Play the next record; say False at the end."""

    def why(self, turn: int, sequence: int, *, brief: bool = False) -> tuple[str, ...]:
        """Tell why an event happened, as ``Why`` does."""


class Stage(Protocol):
    """What shows them: a terminal, or a window."""

    def play(self, game: Game) -> None:
        """Let a game be played until it is over or left."""

    def replay(self, playback: Playback) -> None:
        """Show a journal being played back until it is left."""
