"""Bonds: what summoners offer, and by what the player is bound."""

from __future__ import annotations

from typing import Final

import attrs

LITTLE_LEFT: Final = 2
"""How a bond presses of whose term a tenth is left."""
PULL: Final = "The bond pulls you "
"""What the line begins with that tells where what one is sent for is; a direction follows."""


@attrs.frozen
class Offering:
    """A binding that a summoner offers.

    Attributes:
        summoner: Who offers it, by name and office; of the last hunt, that it is oneself.
        faction: For whom they stand.
        task: What it asks for.
        where: Where that is to be done.
        danger: How dangerous it is, from 1 to 5.
        levels: How many levels there are.
        term: Within how many turns it is to be done.
        reward: What is paid for it.
        standing: How the player stands with the faction: 0 for neither well nor badly.
        rival: With whom the player stands worse for it; empty for nobody.
        talk: Of whom people say that they live there, and on the way; empty for nobody.
        kind: Which task it is: ``"hunt"``, ``"seek"`` or ``"bear"``.
        way: Which land and which place lead there, as in ``"desert → tower"``.
        heals: Whether hit points, mana and a wound are healed besides, once it is done.
    """

    summoner: str
    faction: str
    task: str
    where: str
    danger: int
    levels: int
    term: int
    reward: str
    standing: int = 0
    rival: str = ""
    talk: str = ""
    kind: str = ""
    way: str = ""
    heals: bool = False


@attrs.frozen
class Bond:
    """By what the player is bound.

    Attributes:
        summoner: By whom; in the last hunt, that it is by oneself.
        kind: Which task it is: ``"hunt"``, ``"seek"`` or ``"bear"``.
        task: What it asks for.
        where: Where that is to be done.
        left: How many turns of the term are left; below 0 where it is out.
        fulfilled: Whether it is done, and a gate leads back to the circle.
        last: The level on which it is done.
        term: How many turns the term had.
        first: The level to which the gate of the circle leads.
        last_way: Whether the last task is done: its gate opened far off, and is to be reached.
        runs: Whether the term runs: until one is back at the circle, or on the last way.
    """

    summoner: str
    kind: str
    task: str
    where: str
    left: int
    fulfilled: bool
    last: int
    term: int
    first: int
    last_way: bool = False
    runs: bool = True

    @property
    def presses(self) -> int:
        """How little of the term is left: 1 for a quarter or less, 2 for a tenth, 0 for enough."""
        if not self.runs:
            return 0
        return (self.left * 4 <= self.term) + (self.left * 10 <= self.term)
