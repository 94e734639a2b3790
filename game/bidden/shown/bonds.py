"""The offers of summoners, and the binding of the player."""

from __future__ import annotations

from typing import Final

import attrs

LITTLE_LEFT: Final = 2
"""The pressure of a bond with at most a tenth of its term left."""
PULL: Final = "The bond pulls: your goal is "
"""The beginning of the message about where the task is; a direction follows."""


@attrs.frozen
class Offering:
    """A binding that a summoner offers."""

    summoner: str  # name and office, or "your own will"
    faction: str
    task: str
    where: str
    danger: int  # from 1 to 5
    levels: int
    term: int  # in turns
    reward: str
    standing: int = 0  # of the player with the faction
    rival: str = ""  # the faction that this angers
    talk: str = ""  # creatures rumoured to live there
    kind: str = ""  # "hunt", "seek" or "bear"
    way: str = ""  # land and place, as in "desert → tower"
    heals: bool = False  # whether the reward also restores HP, mana and a wound
    gift: str = ""  # the description of the item in the reward


@attrs.frozen
class Bond:
    """The binding of the player."""

    summoner: str  # or "your own will" in the last hunt
    kind: str  # "hunt", "seek" or "bear"
    task: str
    where: str
    left: int  # turns; below 0 once the term has run out
    fulfilled: bool  # whether the task is complete, and a gate leads back
    last: int  # the level of the task
    term: int  # in turns
    first: int  # the level behind the gate of the circle
    last_way: bool = False  # whether the last gate is open far away
    runs: bool = True  # False back at the circle, and on the last way
    danger: int = 0  # from 1 to 5; 0 if unknown
    reward: str = ""
    gift: str = ""  # the description of the item in the reward

    @property
    def presses(self) -> int:
        """2 if at most a tenth of the term is left, 1 for a quarter, else 0."""
        if not self.runs:
            return 0
        return (self.left * 4 <= self.term) + (self.left * 10 <= self.term)
