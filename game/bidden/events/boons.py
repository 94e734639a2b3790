"""Events of boons: using, changing and warping them, and what some of them bring about."""

from __future__ import annotations

import attrs

from bidden.events.ground import Tile
from eventcore import Action, Change, Entity, Notice, Query, event, role


@event
class UseBoon(Action):
    """Use the active boon in a direction.

    Fails with ``"no boon"``, ``"no uses"``, ``"no way"`` for what is no direction, and the reasons
    of the power itself.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
        boon: Which it is, set at AIM; empty for none.
        warp: How it is warped, ``"ember"`` or ``"hollow"``, set at AIM; empty for not at all.
        target: Whom it reaches, set at VALIDATE; None for nobody.
        x: The column its user comes to, set at VALIDATE; -1 for none.
        y: The row its user comes to, set at VALIDATE; -1 for none.
        from_x: The column its user was in, set at APPLY.
        from_y: The row its user was in, set at APPLY.
        tiles: The tiles on its way, as (column, row): in reach, gone through or left behind. Set
            at VALIDATE; of a rush at REACT.
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
    """Make the other boon the active one; takes no time. Fails with ``"no other boon"``."""


@event
class GainUses(Change):
    """May use each boon more often. Fails with ``"no boon"`` for who carries none.

    Attributes:
        target: Who may.
        uses: How many times more.
    """

    target: Entity = role()
    uses: int = 1


@event
class ReceiveBoons(Change):
    """Carry boons from now on, drawn by lot. Fails with ``"held"`` for who carries some.

    Attributes:
        target: Who does.
        boons: Which, drawn at APPLY.
        uses: How often each can be used.
    """

    target: Entity = role()
    boons: list[str] = attrs.Factory(list)
    uses: int = 1


@event
class Warp(Change):
    """The active boon is warped.

    Fails with ``"no boon"`` for who carries none, and with ``"nothing"`` where it is so already.

    Attributes:
        target: Whose.
        warp: How: ``"ember"`` or ``"hollow"``.
        boon: Which boon it is, set at APPLY.
    """

    target: Entity = role()
    warp: str = ""
    boon: str = ""


@event
class DrawFrom(Action):
    """Draw from a source, which warps the active boon: what picking up nothing on it becomes.

    Fails with ``"no boon"`` for who carries none, and with ``"warped"`` where it is so already.

    Attributes:
        source: The source.
        worked: Whether it warped anything, set at RESOLVE.
    """

    source: Entity = role()
    worked: bool = False


@event
class TurnBack(Action):
    """Strike somebody whose ward turns the blow back: what a blow at them becomes.

    Attributes:
        target: Whose ward it is.
    """

    target: Entity = role()


@event
class Melt(Change):
    """Walls melt, and are floor from now on.

    Attributes:
        level: The level, 1 at the top.
        tiles: Where, as (column, row).
    """

    level: int = 1
    tiles: list[Tile] = attrs.Factory(list)


@event
class Vanish(Notice):
    """Who is unseen from now on, until they do harm, are hurt or use another boon."""


@event
class Reappear(Notice):
    """Who was unseen is seen again."""


@event
class WhatWarp(Query):
    """How is the active boon of a creature warped?

    Attributes:
        warp: ``"ember"``, ``"hollow"``, or empty for not at all; None where it carries no boon.
    """

    warp: str | None = None
