"""Events of active ground: what lies on it, fire, currents, gas, hiding places and torches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Final, TypeAlias

import attrs

from eventcore import Change, Entity, Notice, Query, event, role

Tile: TypeAlias = tuple[int, int]
"""A tile of a level, as (column, row)."""
_SHUT: Final = "#+X"


@event
class Lay(Change):
    """Something covers tiles of a level, or hangs above them.

    It replaces other covers, adds to gas of its kind, and puts out fire if it is wet.

    Attributes:
        kind: The kind of ground in ``ground.toml``; empty for the bare floor.
        amount: The amount of gas for each tile.
    """

    level: int = 1
    kind: str = ""
    tiles: list[Tile] = attrs.Factory(list)
    amount: int = 0


@event
class Pour(Change):
    """Something is poured over tiles. Unlike Lay, it works in a world without active ground.

    Attributes:
        kind: The kind of ground in ``ground.toml``.
        amount: The amount of gas for each tile.
    """

    level: int = 1
    kind: str = ""
    tiles: list[Tile] = attrs.Factory(list)
    amount: int = 0


@event
class Ignite(Change):
    """A tile catches fire. The enactor gets the credit for what the fire kills.

    Fails with ``"nothing burns"`` if nothing there can burn.

    Attributes:
        kind: The cover that burns, set at VALIDATE; empty if only items or gas do.
    """

    level: int = 1
    x: int = -1
    y: int = -1
    kind: str = ""


@event
class Burn(Change):
    """All fires of a level burn for a turn: they harm, spread and go out. The world enacts it.

    Attributes:
        caught: The tiles to which fire spreads, drawn at APPLY.
        out: The tiles where it goes out, set at APPLY.
    """

    level: int = 1
    caught: list[Tile] = attrs.Factory(list)
    out: list[Tile] = attrs.Factory(list)


@event
class Burst(Change):
    """A connected cloud of gas explodes."""

    level: int = 1
    kind: str = ""
    tiles: list[Tile] = attrs.Factory(list)


@event
class Flow(Change):
    """A current carries things along by a tile. The world enacts it.

    Attributes:
        carried: The things.
        tiles: The new tile of each thing.
    """

    level: int = 1
    carried: list[Entity] = attrs.Factory(list)
    tiles: list[Tile] = attrs.Factory(list)


@event
class Drift(Change):
    """All gas of a level drifts for a turn, and thins out. The world enacts it.

    Attributes:
        seeped: The tiles from which gas seeps, drawn at APPLY.
        left: The total amount of gas left, set at APPLY.
    """

    level: int = 1
    seeped: list[Tile] = attrs.Factory(list)
    left: int = 0


@attrs.frozen
class Danger:
    """Tiles that harm a creature.

    Attributes:
        name: The cause, such as "fire".
        kind: The kind of damage, one of ``HARMS``.
        strength: The maximum damage, in hit points.
        once: Whether it harms only on entering. Paths cross it if there is no way around, and
            fleeing creatures always do.
    """

    name: str
    kind: str
    strength: int
    tiles: frozenset[Tile]
    once: bool = False


@event
class WhatHarms(Query):
    """Which ground of a level harms a creature, wherever it is? Enacted by the creature.

    Minds avoid such ground, paths lead around it, and the player is warned of it.

    Attributes:
        staying: Whether to leave out ground that harms only on entering.
    """

    level: int
    found: list[Danger] = attrs.Factory(list)
    staying: bool = False


@attrs.frozen
class Spread:
    """Something that comes to tiles: it lies there, hangs above them, burns or explodes.

    Attributes:
        kind: The kind of ground in ``ground.toml``; ``"fire"`` for anything that burns.
        tiles: The tiles, in order.
        harm: The kind of damage, one of ``HARMS``; empty for none.
        strength: The maximum damage a turn, in hit points.
        effect: The effect on creatures there, or empty.
        perhaps: The tiles to which it spreads only by chance, in order.
        burnt: The things that burn up in it, in order of their tiles.
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
    """The ground of a level, as far as an observer knows it.

    Attributes:
        in_view: The tiles that it sees as they are.
        remembered: The remembered glyphs of other tiles, as in ``WhatShows``.
    """

    in_view: frozenset[Tile]
    remembered: Mapping[Tile, str]

    def is_open(self, tile: Tile) -> bool:
        """Return whether a tile is remembered as neither wall nor door."""
        return self.remembered.get(tile, "#") not in _SHUT


@event
class WhatSpreads(Query):
    """What would spread if something came down on a tile? Enacted by whoever releases it.

    Breaking items ask it, and then release and ignite what the answer says. Forecasts and minds ask
    it about possible throws. At MODIFY - 10, a thing adds its own contents; for anything else, the
    asker fills in ``pours``, ``radius``, ``amount`` and ``sparks``.

    Attributes:
        item: The thing that comes down; None for anything else.
        pours: The kind of ground that is released, or empty.
        radius: The radius, in tiles; walls shield.
        amount: The amount of gas for each tile.
        sparks: The tiles that are ignited, if anything burns there.
        known: What the asker knows of the ground; None for the truth.
        laid: The tiles that the contents cover at once, in order.
        lit: The sparks where something burns, in order.
        found: Everything that follows: where gas drifts, and where fire is certain to spread.
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
    """A door burns down, and leaves an open gap. The enactor set it on fire."""

    door: Entity = role()
    level: int = 1
    x: int = -1
    y: int = -1


@attrs.frozen
class Veil:
    """Tiles on which creatures are not noticed from afar.

    Attributes:
        name: The cause, such as "darkness".
        within: The Euclidean distance, in tiles, at which they are noticed anyway.
        ground: Whether it also hides the ground and everything on it.
    """

    name: str
    within: int
    tiles: frozenset[Tile]
    ground: bool = False


@event
class WhatHides(Query):
    """Which tiles of a level hide creatures from an observer? Enacted by the observer.

    Minds, aiming, views and noticing use it.
    """

    level: int
    found: list[Veil] = attrs.Factory(list)


@event
class Crouch(Notice):
    """A creature that waits in cover is hidden from now on."""


@event
class RiseUp(Notice):
    """A hidden creature has moved, dealt damage or been hurt, and is hidden no longer."""


@event
class LightUp(Change):
    """A torch starts to burn. Fails with ``"wet"`` in deep water."""

    item: Entity = role()


@event
class GoOut(Change):
    """A torch goes out. Fails with ``"out"`` if it does not burn."""

    item: Entity = role()


tile_order: Final[Callable[[Tile], tuple[int, int]]] = itemgetter(1, 0)
"""The sorting key of tiles: row first, then column."""
