"""Habits: what a player would have otherwise of what moves on, as the options have it."""

from __future__ import annotations

from typing import Literal, Protocol


class Habits(Protocol):
    """What a player would have otherwise; what each is says the option of its name."""

    @property
    def pick_up(self) -> tuple[str, ...]:
        """Which kinds of things are taken up by themselves."""

    @property
    def pick_up_names(self) -> tuple[str, ...]:
        """Which things are taken up or left by their names, before any kind counts."""

    @property
    def stops_for(self) -> tuple[str, ...]:
        """For which kinds of news one stops."""

    @property
    def stop_at(self) -> tuple[str, ...]:
        """At which messages one stops, whatever they tell of."""

    @property
    def pass_over(self) -> tuple[str, ...]:
        """For which messages one does not stop."""

    @property
    def hurt_below(self) -> int:
        """Below how many hundredths of all hit points fighting on and walking on ask first."""

    @property
    def explore_goes_to(self) -> Literal["everything", "wanted", "nothing"]:
        """Which things that lie about exploring goes to."""

    @property
    def rest_until(self) -> int:
        """At how many hundredths of hit points and mana a rest ends."""

    @property
    def rest_before_exploring(self) -> int:
        """Below how many hundredths of all hit points exploring rests first; 0 for never."""
