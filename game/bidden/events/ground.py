"""Events of ground that acts: what comes to lie on it, fire, currents, gas, and what harms whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Final, TypeAlias

import attrs

from eventcore import Change, Entity, Notice, Query, event, role

Tile: TypeAlias = tuple[int, int]
_SHUT: Final = "#+X"


@event
class Lay(Change):
    """Something comes to lie on tiles of a level, or to hang above them.

    What lay there before is covered; gas is added to gas of its kind. What is wet puts fire out.

    Attributes:
        level: The level, 1 at the top.
        kind: What, by the name of its table in ``ground.toml``; empty for the bare floor.
        tiles: The tiles, as (column, row).
        amount: Of gas, how much comes to each of them.
    """

    level: int = 1
    kind: str = ""
    tiles: list[Tile] = attrs.Factory(list)
    amount: int = 0


@event
class Pour(Change):
    """Something is let out over tiles, in a world whose ground may not have acted so far.

    Attributes:
        level: The level, 1 at the top.
        kind: What, by the name of its table in ``ground.toml``.
        tiles: The tiles, as (column, row).
        amount: Of gas, how much comes to each of them.
    """

    level: int = 1
    kind: str = ""
    tiles: list[Tile] = attrs.Factory(list)
    amount: int = 0


@event
class Ignite(Change):
    """A tile catches fire. Whoever set it on fire enacts it, and has the credit of what it kills.

    Fails with ``"nothing burns"`` where nothing does that is there.

    Attributes:
        level: The level, 1 at the top.
        x: The tile's column.
        y: The tile's row.
        kind: What burns there, set at VALIDATE; empty where only things or gas do.
    """

    level: int = 1
    x: int = -1
    y: int = -1
    kind: str = ""


@event
class Burn(Change):
    """All fire of a level burns for a turn: it harms, spreads and goes out. Enacted by the world.

    Attributes:
        level: The level, 1 at the top.
        caught: The tiles to which it leaps, drawn at APPLY.
        out: The tiles at which it goes out, set at APPLY.
    """

    level: int = 1
    caught: list[Tile] = attrs.Factory(list)
    out: list[Tile] = attrs.Factory(list)


@event
class Burst(Change):
    """Gas bursts: all of it that hangs together, in one flash.

    Attributes:
        level: The level, 1 at the top.
        kind: Of what kind it is.
        tiles: The tiles it hangs above.
    """

    level: int = 1
    kind: str = ""
    tiles: list[Tile] = attrs.Factory(list)


@event
class Flow(Change):
    """A current carries what lies in it along, by a tile. Enacted by the world.

    Attributes:
        level: The level, 1 at the top.
        carried: What it carries.
        tiles: Where to, for each of them.
    """

    level: int = 1
    carried: list[Entity] = attrs.Factory(list)
    tiles: list[Tile] = attrs.Factory(list)


@event
class Drift(Change):
    """All gas of a level drifts for a turn, and thins. Enacted by the world.

    Attributes:
        level: The level, 1 at the top.
        seeped: The tiles out of which some comes, drawn at APPLY.
        left: How much of it is left in all, set at APPLY.
    """

    level: int = 1
    seeped: list[Tile] = attrs.Factory(list)
    left: int = 0


@attrs.frozen
class Danger:
    """Tiles that harm a creature.

    Attributes:
        name: What does the harm, as in "fire".
        kind: Of what kind the harm is, one of ``HARMS``.
        strength: How many hit points it costs at the most.
        tiles: Where, as (column, row).
        once: Whether it harms but who steps there, not who stays: where no way leads round it one
            goes through it, and in flight all the same.
    """

    name: str
    kind: str
    strength: int
    tiles: frozenset[Tile]
    once: bool = False


@event
class WhatHarms(Query):
    """Which ground of a level harms a creature? Asked of that creature, wherever it is.

    Minds keep off such ground, paths lead round it, and the player is told of it before.

    Attributes:
        level: The level, 1 at the top.
        found: What it is, and where.
        staying: Whether but what harms who stays is asked for, and not what harms once.
    """

    level: int
    found: list[Danger] = attrs.Factory(list)
    staying: bool = False


@attrs.frozen
class Spread:
    """What comes to be on tiles: it lies there, hangs above them, burns, or goes up in a flash.

    Attributes:
        kind: What, by the name of its table in ``ground.toml``; of all that burns, ``"fire"``.
        tiles: Where, as (column, row), in order.
        harm: Of what kind the harm is that it does, one of ``HARMS``; empty for none.
        strength: How many hit points it costs at the most, each turn.
        effect: What else it brings upon who is there; empty for nothing.
        perhaps: Where else chance may take it, in order.
        burnt: The things that burn away or burn down in it, in order of their tiles.
        flash: Whether it is over at once.
    """

    kind: str
    tiles: tuple[Tile, ...]
    harm: str = ""
    strength: int = 0
    effect: str = ""
    perhaps: tuple[Tile, ...] = ()
    burnt: tuple[Entity, ...] = ()
    flash: bool = False


@attrs.frozen
class Known:
    """The ground of a level as far as somebody knows it.

    Attributes:
        in_view: The tiles on which it is known as it is.
        remembered: How it looked on others when it was seen, as ``WhatShows`` has it.
    """

    in_view: frozenset[Tile]
    remembered: Mapping[Tile, str]

    def is_open(self, tile: Tile) -> bool:
        """Say whether neither wall nor door is remembered on a tile, but something is."""
        return self.remembered.get(tile, "#") not in _SHUT


@event
class WhatSpreads(Query):
    """What would come of the ground, if something came down on a tile? Asked of who lets it go.

    What breaks and leaks asks it before it does, and lets out and lights what the answer says.
    Forecasts and minds ask it of what they might do. Of a thing, the thing itself says at
    MODIFY - 10 what is in it; of anything else whoever asks does.

    Attributes:
        item: The thing that comes down; None where it is something else.
        level: The level, 1 at the top.
        x: The column it comes down in.
        y: The row it comes down in.
        pours: What is let out, by the name of its table; empty for nothing.
        radius: How far around, in tiles; walls shield.
        amount: Of gas, how much comes to each tile.
        sparks: Where something is set alight, if anything burns there.
        known: What is to be gone by besides what is let out; None for the truth.
        laid: Where what is let out comes to lie or to hang at once, in order.
        lit: At which of the sparks something burns, in order.
        found: All that comes of it: of gas where it drifts, of fire where it surely leaps.
    """

    item: Entity | None = role(default=None)
    level: int = 1
    x: int = -1
    y: int = -1
    pours: str = ""
    radius: int = 0
    amount: int = 0
    sparks: list[Tile] = attrs.Factory(list)
    known: Known | None = None
    laid: list[Tile] = attrs.Factory(list)
    lit: list[Tile] = attrs.Factory(list)
    found: list[Spread] = attrs.Factory(list)


@event
class BurnDown(Change):
    """A door burns down, and leaves an open gap. Whoever set it on fire enacts it.

    Attributes:
        door: The door.
        level: The level it was on, 1 at the top.
        x: Its column.
        y: Its row.
    """

    door: Entity = role()
    level: int = 1
    x: int = -1
    y: int = -1


@attrs.frozen
class Veil:
    """Tiles on which creatures are not noticed from afar.

    Attributes:
        name: What hides them, as in "darkness".
        within: How near one must come to notice them all the same, in tiles, Euclidean.
        tiles: Where, as (column, row).
        ground: Whether all else that is there is out of sight as well, and the ground itself.
    """

    name: str
    within: int
    tiles: frozenset[Tile]
    ground: bool = False


@event
class WhatHides(Query):
    """Which tiles of a level hide who is there from a creature? Asked of the one who looks.

    Minds, aims, views and whoever might be roused go by it.

    Attributes:
        level: The level, 1 at the top.
        found: What it is, and where.
    """

    level: int
    found: list[Veil] = attrs.Factory(list)


@event
class Crouch(Notice):
    """Who waits where the ground hides one is not noticed from afar any more."""


@event
class RiseUp(Notice):
    """Who was hidden shows: it has moved, done harm, or been hurt."""


@event
class LightUp(Change):
    """A torch burns from now on. Fails with ``"wet"`` in deep water.

    Attributes:
        item: The torch.
    """

    item: Entity = role()


@event
class GoOut(Change):
    """A torch burns no more. Fails with ``"out"`` where it did not.

    Attributes:
        item: The torch.
    """

    item: Entity = role()


tile_order: Final[Callable[[Tile], tuple[int, int]]] = itemgetter(1, 0)
"""Gives what tiles are put in order by: their row, and then their column."""
