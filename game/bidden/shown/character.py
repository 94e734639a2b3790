"""The character sheet, and the player's knowledge of kinds of items."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.text import signed

_ALL: Final = -100_000
"""An effect that takes this much takes all of a stat."""
BASE: Final = "base"
"""The part of a stat before anything changes it."""


@attrs.frozen
class Stat:
    """A stat, and its parts."""

    name: str
    value: int
    parts: tuple[tuple[str, int], ...] = ()  # amounts, base first; 0 for other changes
    shown: str = "{}"  # how to write the value

    @property
    def told(self) -> str:
        """The value in words."""
        told = self.shown.format(self.value).replace("-", "\N{MINUS SIGN}")
        return "none" if self.value <= _ALL else told

    @property
    def made_of(self) -> str:
        """The parts, as in "base 4, sword +3"."""
        return ", ".join(
            part
            if amount <= _ALL or not amount
            else f"{part} {amount if part == BASE else signed(amount)}"
            for part, amount in self.parts
        )


@attrs.frozen
class CarriedBoon:
    """A boon that the player carries."""

    power: str  # such as "strike" and "lash"
    warp: str  # "ember", "hollow" or ""
    name: str  # with the warp
    uses: int  # charges left
    about: str  # what it does, in a line
    aimed: bool = True  # whether it needs a direction


@attrs.frozen
class Discovery:
    """A kind of item that has to be identified."""

    sort: str  # such as "potion"
    name: str  # such as "potion of health"
    kind: str  # a name in bidden.kinds
    known: bool
    about: str  # what it does, in a line


@attrs.frozen
class Riddle:
    """The look of an unidentified kind of item."""

    look: str  # as in "murky potion"
    tried: bool  # whether one was used without visible effect
    called: str  # the player's name for it, or ""


@attrs.frozen
class Character:
    """The player's knowledge of their own character."""

    stats: tuple[Stat, ...] = ()
    mana: int = 0
    max_mana: int = 0
    food: int = 0
    max_food: int = 0
    food_about: str = ""  # what uses food, and what hunger does
    level: int = 1  # of experience
    experience: int = 0
    next_level_at: int = 0  # points of experience
    kills: tuple[tuple[str, int], ...] = ()
    wounds: tuple[tuple[str, str], ...] = ()  # each with its effect in words
    effects: tuple[tuple[str, str], ...] = ()  # each with what it does now, in words
    heals_every: int = 0  # turns per hit point; 0 for never
    recovers_every: int = 0  # turns per point of mana; 0 for never
    discoveries: tuple[Discovery, ...] = ()
    riddles: tuple[Riddle, ...] = ()  # tried or named kinds only
