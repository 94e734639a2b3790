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
    def doors(self) -> Literal["open", "ask"]:
        """Whether a step opens a door that is shut, or asks first."""

    @property
    def stops_for(self) -> tuple[str, ...]:
        """For which kinds of news one stops."""

    @property
    def stop_at(self) -> tuple[str, ...]:
        """At which messages one stops, whatever they tell of."""

    @property
    def halt_at(self) -> tuple[str, ...]:
        """At which messages one stops and no key counts until they are acknowledged."""

    @property
    def halt_for_foes(self) -> tuple[str, ...]:
        """For which foes so, by their names and perils, as they come into view."""

    @property
    def pass_over(self) -> tuple[str, ...]:
        """For which messages one does not stop."""

    @property
    def pass_over_foes(self) -> tuple[str, ...]:
        """Which foes bar nothing and are no news, by names and perils, while they are not near."""

    @property
    def stop_below(self) -> int:
        """At how many hundredths of all hit points one stops for what harms all the while."""

    @property
    def fight_below(self) -> int:
        """Below how many hundredths of all hit points fighting on and walking on ask first."""

    @property
    def harmless_after(self) -> int:
        """After how many turns in view without harm a foe bars nothing; 0 for never."""

    @property
    def with_foes_in_view(self) -> Literal["refuse", "one step"]:
        """Whether travelling goes nowhere with a foe in view that bars it, or a single step."""

    @property
    def keep_off(self) -> tuple[str, ...]:
        """Which ground is gone around by its name, where there is another way."""

    @property
    def exclude_around(self) -> tuple[str, ...]:
        """Around which foes that stay where they are ground is excluded by itself."""

    @property
    def exclusion_radius(self) -> int:
        """How far around a tile ground is excluded with it."""

    @property
    def explore_goes_to(self) -> Literal["everything", "wanted", "nothing"]:
        """Which things that lie about exploring goes to."""

    @property
    def explore_by(self) -> Literal["pull", "nearest"]:
        """Whether exploring leans to where the bond pulls."""

    @property
    def search_times(self) -> int:
        """How often a spot is searched."""

    @property
    def rest_for(self) -> tuple[str, ...]:
        """What a rest is for."""

    @property
    def rest_until(self) -> int:
        """At how many hundredths of hit points and mana a rest ends."""

    @property
    def long_rest(self) -> int:
        """A rest of more turns is told of before, where no term runs; 0 for none."""

    @property
    def long_rest_of_term(self) -> int:
        """So is one of more hundredths of what is left of a term; 0 for none."""

    @property
    def rest_before_exploring(self) -> int:
        """Below how many hundredths of all hit points exploring rests first; 0 for never."""
