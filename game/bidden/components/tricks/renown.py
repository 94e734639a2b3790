"""Renown: which creatures may be champions, and what those are drawn from."""

from __future__ import annotations

from typing import Annotated, Final

import attrs
from msgspec import Meta

from eventcore import Component, component

CHAMPION: Final = "champion"
"""The table that has the lots of champions."""

SUMMONER: Final = "own summoner"
"""The table that has the lots of who called one, once one hunts them for oneself."""


@component
class Renown(Component):
    """Lets a creature be a champion, by lot: with a title, more hit points, a trick and gear.

    Attributes:
        percent: How often it is one.
        lots: The name of the table of creatures.toml that has the ChampionLots.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    lots: str = CHAMPION


@component
class ChampionLots(Component):
    """What champions are drawn from; the table that has it is of no creature.

    Attributes:
        tricks: Tables of creatures.toml, each with what one can do besides, by how likely it is.
            Of those that add to what a creature has already, none is drawn.
        gear: Things, by how likely each is.
        called: What the thing is named, each name as likely.
        names: Names, each as likely; of one that keeps its own there are none to draw.
        epithets: Epithets, each as likely.
        title: What they are called: ``{name}``, ``{epithet}`` and ``{kind}`` are put in. Who has a
            title already keeps it.
        hp_percent: How many hit points they have, of a hundred of their kind's.
    """

    tricks: Annotated[dict[str, Annotated[int, Meta(ge=1)]], Meta(min_length=1)]
    gear: Annotated[dict[str, Annotated[int, Meta(ge=1)]], Meta(min_length=1)]
    called: Annotated[list[str], Meta(min_length=1)]
    names: Annotated[list[str], Meta(min_length=1)] = attrs.Factory(lambda: [""])
    epithets: Annotated[list[str], Meta(min_length=1)] = attrs.Factory(lambda: [""])
    title: Annotated[str, Meta(min_length=1)] = "{kind}"
    hp_percent: Annotated[int, Meta(ge=100)] = 150
