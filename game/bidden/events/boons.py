"""Events of boons: using, switching and warping them, and what some of them do."""

from __future__ import annotations

import attrs

from bidden.events.ground import Tile
from eventcore import Action, Change, Entity, Notice, Query, event, role


@event
class UseBoon(Action):
    """Use the active boon in a direction.

    Fails with ``"no boon"``, ``"no uses"``, ``"no way"`` without a direction, and the reasons of
    the boon itself.

    Attributes:
        dx, dy: -1, 0 or 1 tiles east and south.
        boon: The active boon, set at AIM.
        warp: Its warp, set at AIM: ``"ember"``, ``"hollow"`` or empty.
        target: The creature that it reaches, set at VALIDATE.
        x, y: The tile to which the user moves, set at VALIDATE; -1 for none.
        from_x, from_y: The tile from which the user started, set at APPLY.
        tiles: The tiles in reach, passed or left behind. Set at VALIDATE; for a rush, at REACT.
    """

    dx: int
    dy: int
    boon: str = ""
    warp: str = ""
    target: Entity | None = None
    x: int = -1
    y: int = -1
    from_x: int = -1
    from_y: int = -1
    tiles: list[Tile] = attrs.Factory(list)


@event
class SwitchBoon(Action):
    """Make the other boon active. It takes no time. Fails with ``"no other boon"``."""


@event
class GainUses(Change):
    """Gain charges of each boon. Fails with ``"no boon"`` for a creature without boons."""

    target: Entity = role()
    uses: int = 1


@event
class ReceiveBoons(Change):
    """Receive boons, drawn at APPLY. Fails with ``"held"`` for a creature that has some."""

    target: Entity = role()
    boons: list[str] = attrs.Factory(list)
    uses: int = 1


@event
class Warp(Change):
    """The active boon is warped.

    Fails with ``"no boon"`` for a creature without boons, and ``"nothing"`` if the boon has this
    warp already.

    Attributes:
        warp: ``"ember"`` or ``"hollow"``.
        boon: The warped boon, set at APPLY.
    """

    target: Entity = role()
    warp: str = ""
    boon: str = ""


@event
class DrawFrom(Action):
    """Warp the active boon at a source. Picking up nothing on its tile becomes this.

    Fails with ``"no boon"`` for a creature without boons, and ``"warped"`` if the boon has this
    warp already.

    Attributes:
        worked: Whether it warped a boon, set at RESOLVE.
    """

    source: Entity = role()
    worked: bool = False


@event
class TurnBack(Action):
    """An attack on a warded creature becomes this: the ward turns the blow on its attacker."""

    target: Entity = role()


@event
class Melt(Change):
    """Walls of a level become floor."""

    level: int = 1
    tiles: list[Tile] = attrs.Factory(list)


@event
class Vanish(Notice):
    """A creature becomes unseen until it deals or takes damage, or uses another boon."""


@event
class Reappear(Notice):
    """An unseen creature becomes visible again."""


@event
class WhatWarp(Query):
    """Which warp has the active boon of a creature?

    Attributes:
        warp: ``"ember"``, ``"hollow"`` or empty; None for a creature without boons.
    """

    warp: str | None = None
