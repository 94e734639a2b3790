"""Bindings: what a summoner asks of who is called, and pays for."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import attrs
from msgspec import Meta

Task: TypeAlias = Literal["hunt", "seek", "bear"]
"""What a binding asks for: kill one, take one up, or carry one there."""

TREASURE_FROM: Final = 4
"""From which danger on a binding is paid with a treasure."""


@attrs.frozen
class Binding:
    """What a summoner offers: a task somewhere, and what is paid for it.

    Attributes:
        summoner: Who offers it, by name and office.
        faction: For whom they stand, by the name of its table in ``factions.toml``.
        task: What is to be done.
        what: Who is hunted, what is sought or what is borne, by the name of its table.
        land: Of which place the first level is.
        place: Of which place the others are.
        danger: How dangerous it is, from 1 to 5.
        levels: How many levels there are.
        term: Within how many turns it is to be done, before the bond burns.
        uses: How many uses of boons it pays.
        gift: Which thing it pays besides, by the name of its table; empty for none.
        free: Whether the quarry is one's own summoner, and the run ends in freedom.
        called: What the quarry is called, of which there may be others; empty where there is none.
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
