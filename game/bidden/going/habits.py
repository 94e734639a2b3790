"""The player's options for automatic play."""

from __future__ import annotations

from typing import Literal, Protocol


class Habits(Protocol):
    """The options; see the option of each name."""

    @property
    def pick_up(self) -> tuple[str, ...]:
        """The kinds of items to pick up automatically."""

    @property
    def pick_up_names(self) -> tuple[str, ...]:
        """Patterns of item names to pick up or leave, which count before kinds."""

    @property
    def stops_for(self) -> tuple[str, ...]:
        """The kinds of news that stop a command."""

    @property
    def stop_at(self) -> tuple[str, ...]:
        """Patterns of messages that stop a command."""

    @property
    def pass_over(self) -> tuple[str, ...]:
        """Patterns of messages that do not stop a command."""

    @property
    def hurt_below(self) -> int:
        """The percentage of hit points below which fighting and walking on ask first."""

    @property
    def explore_goes_to(self) -> Literal["everything", "wanted", "nothing"]:
        """The items that exploring goes to."""

    @property
    def rest_until(self) -> int:
        """The percentage of hit points and mana at which a rest ends."""

    @property
    def rest_before_exploring(self) -> int:
        """The percentage of hit points below which exploring rests first; 0 for never."""
