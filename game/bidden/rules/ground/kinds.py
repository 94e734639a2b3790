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
"""The table of fire: its look, and the items that burn up in it."""


@attrs.frozen
class GroundKind:
    """A kind of ground, as in its table in ``ground.toml``.

    Attributes:
        glyph: Its character on the map.
        look: The name of its colour in the palette.
        form: ``"cover"`` lies on the floor, ``"gas"`` hangs above it, ``"dark"`` is darkness;
            ``"fire"`` is for fire alone.
        burns: The number of turns that a tile of it burns; 0 for never.
        catches: The chance in percent to catch fire from each of its four neighbours a turn.
        harm: The maximum damage, in hit points, while it burns or when it explodes.
        leaves: The cover left by fire; empty for the bare floor.
        wet: Whether it cannot burn and puts out fire.
        hinders: The extra time of a step onto it, in hundredths of a turn, except for flyers.
        hinders_armour: The same for each point of defence worn.
        carries: The tiles east and south by which it carries items each turn.
        breathed: The maximum damage of a gas to a breathing creature each turn.
        effect: The effect of a gas on a breathing creature each turn, or empty.
        thins: The amount of gas that vanishes from each tile a turn.
        bursts: Whether a gas explodes in fire.
        seeps: The gas that seeps out of it, or empty.
        seep_percent: The chance in percent to seep a turn.
        seep_amount: The amount of gas that seeps.
        smoulders: The chance in percent to set a neighbour on fire a turn.
        consumes: The titles of items that fire burns up.
        lights: The radius of the light of fire, in tiles; 0 for none.
        hides: The distance, in tiles, at which a creature waiting in it is noticed; 0 for no cover.
        within: The distance, in tiles, at which things in the dark are seen.
        seen_by: The sides and titles of creatures that see in the dark.
        shape: ``"patch"``, ``"river"`` from west to east, ``"pool"`` around a tile, or ``"doors"``
            for the material of doors that are neither locked nor secret.
        size: The maximum number of tiles of a patch.
        places: The number of patches or rivers of it on a level, by place.
        about: Its effect on a creature and what to do about it, in at most 78 characters; empty for
            nothing.
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
            raise ValueError("wet ground cannot burn: leave out `wet` or `burns`")
        acts = self.burns or self.wet or self.seeps or self.hides or self.smoulders
        if self.form != "cover" and acts:
            raise ValueError('`burns`, `wet`, `seeps`, `hides` and `smoulders` need form = "cover"')
        if self.form in ("fire", "gas") and self.places:
            raise ValueError('`places` needs form = "cover" or "dark"')
        if (self.form == "dark") is not (self.within > 0):
            raise ValueError('form = "dark" needs `within`, and no other form may have it')
        if self.form != "dark" and self.seen_by:
            raise ValueError('`seen_by` needs form = "dark"')
        if self.form != "gas" and (self.thins or self.bursts or self.breathed or self.effect):
            raise ValueError('`thins`, `bursts`, `breathed` and `effect` need form = "gas"')
        if self.form == "gas" and not self.thins:
            raise ValueError("a gas that never thins would fill the level: set `thins` above 0")
        if self.form != "fire" and self.consumes:
            raise ValueError('`consumes` needs form = "fire"')
        if self.form != "fire" and self.lights:
            raise ValueError('`lights` needs form = "fire"')

    @property
    def flows(self) -> bool:
        """Whether it carries off what lies in it."""
        return self.carries != (0, 0)
