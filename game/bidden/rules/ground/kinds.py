"""Kinds of ground: the tables of ``ground.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

import attrs
from msgspec import Meta

from eventcore import freeze

Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Natural: TypeAlias = Annotated[int, Meta(ge=0)]

FIRE: Final = "fire"
"""The name of the table that says how fire is drawn, and what burns away in it."""


@attrs.frozen
class GroundKind:
    """A kind of ground, as its table in ``ground.toml`` has it.

    Attributes:
        glyph: How it is drawn.
        look: The name of its colour in the palette.
        form: ``"cover"`` for what lies on the floor, ``"gas"`` for what hangs above it,
            ``"fire"`` for fire alone, ``"dark"`` for darkness upon it.
        burns: How many turns a tile of it is alight; 0 for what does not burn.
        catches: With how many percent a tile of it catches fire from each of the four beside it
            that is alight, in a turn.
        harm: Hit points that it costs at most whoever is on it: while it is alight, or as it
            bursts.
        leaves: What lies there once it is burnt; empty for the bare floor.
        wet: Whether no fire burns on it.
        hinders: What a step onto it takes more, in hundredths of a turn, of who does not fly.
        hinders_armour: What it takes more besides, for each point of defence that is worn.
        carries: How many tiles east and south it carries what lies on it, in a turn.
        breathed: Hit points that it costs at most who breathes it, each turn; of a gas.
        effect: What else it does each turn to who breathes it; empty for nothing.
        thins: How much of it is gone from a tile each turn, of a gas.
        bursts: Whether it bursts in fire, of a gas.
        seeps: Of what gas some comes out of it; empty for none.
        seep_percent: In how many of a hundred turns it does.
        seep_amount: How much then.
        smoulders: In how many of a hundred turns it sets alight what burns beside it.
        consumes: The titles of things that burn away in it, of fire.
        lights: How far it gives light, in tiles, of fire; 0 for not at all.
        hides: How near one must come, in tiles, to notice who waits in it; 0 where it hides nobody.
        within: How near one must come, in tiles, to see what is there, of the dark.
        seen_by: The sides and titles of those who see in it, of the dark.
        shape: ``"patch"`` where it lies in patches, ``"river"`` where it winds from west to east,
            ``"pool"`` where it fills whatever is nearest around a tile, ``"doors"`` for what doors
            are made of, but locked and secret ones.
        size: Of how many tiles a patch of it is at most.
        places: By place, how many patches or rivers of it a level has.
        about: What it does to whoever looks at it, and what to do about that, in a line of 78
            characters at the most; empty for nothing to tell.
    """

    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    look: Annotated[str, Meta(min_length=1)]
    form: Literal["cover", "fire", "gas", "dark"] = "cover"
    burns: Natural = 0
    catches: Percent = 0
    harm: Natural = 0
    leaves: str = ""
    wet: bool = False
    hinders: Natural = 0
    hinders_armour: Natural = 0
    carries: tuple[Annotated[int, Meta(ge=-1, le=1)], Annotated[int, Meta(ge=-1, le=1)]] = (0, 0)
    breathed: Natural = 0
    effect: str = ""
    thins: Natural = 0
    bursts: bool = False
    seeps: str = ""
    seep_percent: Percent = 100
    seep_amount: Annotated[int, Meta(ge=1)] = 1
    smoulders: Percent = 0
    consumes: tuple[str, ...] = ()
    lights: Natural = 0
    hides: Natural = 0
    within: Natural = 0
    seen_by: tuple[str, ...] = ()
    shape: Literal["patch", "river", "pool", "doors"] = "patch"
    size: Annotated[int, Meta(ge=1)] = 12
    places: Mapping[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=dict)
    about: Annotated[str, Meta(max_length=78)] = ""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "places", freeze(self.places))
        if self.wet and self.burns:
            raise ValueError("what is wet does not burn: leave out one of the two")
        acts = self.burns or self.wet or self.seeps or self.hides or self.smoulders
        if self.form != "cover" and acts:
            raise ValueError("only a cover burns, is wet, seeps, hides or smoulders")
        if self.form in ("fire", "gas") and self.places:
            raise ValueError("only a cover, or the dark, lies on the levels of a place")
        if (self.form == "dark") is not (self.within > 0):
            raise ValueError("the dark, and nothing else, says within how many tiles one sees")
        if self.form != "dark" and self.seen_by:
            raise ValueError("only the dark is seen through")
        if self.form != "gas" and (self.thins or self.bursts or self.breathed or self.effect):
            raise ValueError('only a gas thins, bursts and is breathed: give form = "gas"')
        if self.form == "gas" and not self.thins:
            raise ValueError("a gas that never thins fills the level: give thins, from 1")
        if self.form != "fire" and self.consumes:
            raise ValueError("only in fire things burn away")
        if self.form != "fire" and self.lights:
            raise ValueError("only fire gives light")

    @property
    def flows(self) -> bool:
        """Whether it carries off what lies in it."""
        return self.carries != (0, 0)
