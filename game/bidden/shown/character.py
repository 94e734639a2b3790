"""The character: what the player knows of itself."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.text import signed

_ALL: Final = -100_000
"""What adds so little takes all there is."""
BASE: Final = "base"
"""The part of a stat that is there before anything changes it."""


@attrs.frozen
class Stat:
    """What a stat comes to, and of what.

    Attributes:
        name: What it is called.
        value: What it comes to.
        parts: What it is made of, and how much each adds, the base first; 0 for what only
            changes it.
        shown: How the value is written: ``{}`` stands for the number.
    """

    name: str
    value: int
    parts: tuple[tuple[str, int], ...] = ()
    shown: str = "{}"

    @property
    def told(self) -> str:
        """What it comes to, in words where something takes all of it."""
        told = self.shown.format(self.value).replace("-", "\N{MINUS SIGN}")
        return "none" if self.value <= _ALL else told

    @property
    def made_of(self) -> str:
        """What it is made of, as in "base 4, sword +3"; empty where nothing is known."""
        return ", ".join(
            of
            if amount <= _ALL or not amount
            else f"{of} {amount}"
            if of == BASE
            else f"{of} {signed(amount)}"
            for of, amount in self.parts
        )


@attrs.frozen
class CarriedBoon:
    """A boon that the player carries.

    Attributes:
        power: Which it is: ``"strike"``, ``"lash"`` and so on.
        warp: How it is warped: ``"ember"``, ``"hollow"``, or not at all.
        name: What it is called, warped as it is.
        uses: How often it can be used yet.
        about: What it does, in a line.
        aimed: Whether it wants a direction.
    """

    power: str
    warp: str
    name: str
    uses: int
    about: str
    aimed: bool = True


@attrs.frozen
class Discovery:
    """A kind of things that looks like nothing one knows until one has learned what it is.

    Attributes:
        sort: What sort of things it is of: ``"potion"``.
        name: What it is called, as in "potion of health".
        kind: What one of them is, by the names of ``bidden.kinds``.
        known: Whether the player knows it.
        about: What it does, in a line.
    """

    sort: str
    name: str
    kind: str
    known: bool
    about: str


@attrs.frozen
class Riddle:
    """A look that the player knows no kind of.

    Attributes:
        look: The look, as in "murky potion".
        tried: Whether one was tried, and showed nothing.
        called: What the player calls it; empty for nothing.
    """

    look: str
    tried: bool
    called: str


@attrs.frozen
class Character:
    """What the player knows of itself.

    Attributes:
        stats: What its stats come to.
        mana: Mana left.
        max_mana: Mana when rested.
        food: Food left.
        max_food: What the stomach holds.
        food_about: What takes of it, and what comes of having none, in words.
        level: What its experience comes to, from 1.
        experience: Points of experience.
        next_level_at: With how many it reaches the next level.
        kills: How many it killed, by name.
        wounds: Its wounds, each with what it takes, in words.
        heals_every: In how many turns a hit point comes back; 0 where none does.
        recovers_every: In how many turns a point of mana does; 0 where none does.
        discoveries: Which kinds of things it knows, and which not yet.
        riddles: What it does not know and has tried in vain, or has named.
    """

    stats: tuple[Stat, ...] = ()
    mana: int = 0
    max_mana: int = 0
    food: int = 0
    max_food: int = 0
    food_about: str = ""
    level: int = 1
    experience: int = 0
    next_level_at: int = 0
    kills: tuple[tuple[str, int], ...] = ()
    wounds: tuple[tuple[str, str], ...] = ()
    heals_every: int = 0
    recovers_every: int = 0
    discoveries: tuple[Discovery, ...] = ()
    riddles: tuple[Riddle, ...] = ()
