"""Bindings: the tasks that summoners offer, with their rewards."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import attrs
from msgspec import Meta

Task: TypeAlias = Literal["hunt", "seek", "bear"]
"""Hunt: kill a creature. Seek: pick up a relic. Bear: carry a burden to an altar."""
TITLES: Final = {"hunt": "Hunt", "seek": "Seek", "bear": "Bear a burden"}

TREASURE_FROM: Final = 4
"""The least danger that is rewarded with a treasure."""


@attrs.frozen
class Binding:
    """A task in some place, and its reward.

    Attributes:
        summoner: The name and office of the summoner.
        faction: The faction of the summoner, by its table in ``factions.toml``.
        what: The table of the quarry, relic or burden.
        land: The kind of the first level.
        place: The kind of the other levels.
        danger: The danger, from 1 to 5.
        term: The number of turns until the bond burns.
        uses: The reward in charges of each boon.
        gift: The table of the item in the reward, or empty.
        free: Whether the quarry is the player's own summoner, and the run ends in freedom.
        called: The title of the quarry, or empty.
    """

    summoner: str
    faction: str
    task: Task
    what: str
    land: str
    place: str
    danger: Annotated[int, Meta(ge=1, le=5)]
    levels: Annotated[int, Meta(ge=1)]
    term: Annotated[int, Meta(ge=1)]
    uses: Annotated[int, Meta(ge=0)] = 0
    gift: str = ""
    free: bool = False
    called: str = ""
