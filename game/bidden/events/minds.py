"""Events of minds: sides, plans, orders and waking, and the noises that wake creatures."""

from __future__ import annotations

import attrs

from bidden.state import Side
from eventcore import Action, Change, Entity, Notice, Query, World, event, role


@event
class WhoseSide(Query):
    """Which side is a creature on?

    Attributes:
        side: Its natural side, which handlers may replace.
        asked: The creatures already asked, so that two that charmed each other cause no loop.
    """

    side: str
    asked: tuple[Entity, ...] = ()


@event
class Sleeps(Query):
    """Is a creature asleep?"""

    asleep: bool = False


@event
class WhatMind(Query):
    """Which plan does a creature follow?

    Attributes:
        plan: Its own plan, which handlers may replace.
        source: The creature that controls its mind; None if its plan is its own.
    """

    plan: list[str]
    source: Entity | None = None


@event
class Obey(Action):
    """Do what a controlling mind wants. The intents of a controlled creature become this.

    Fails for a paralysed creature, like everything else.
    """


@event
class Rouse(Change):
    """A creature that sleeps or waits becomes active.

    Fails with ``"busy"`` for one that sees or flees an enemy, and with ``"frozen"`` if no time
    passes on its level.

    Attributes:
        x, y: The tile to which it goes; -1 if it does not know what roused it.
        woke: Whether it was asleep, set at MODIFY.
    """

    target: Entity = role()
    x: int = -1
    y: int = -1
    woke: bool = False


@event
class TakeFright(Notice):
    """A creature is hurt so badly that it begins to flee."""


@event
class GiveUp(Notice):
    """A creature gives up searching for an enemy that it lost."""


@event
class Noise(Notice):
    """A noise goes straight through walls. Whoever made it enacts it, and may be gone by now.

    Attributes:
        loudness: The Euclidean distance at which it is heard, in tiles.
        sound: The sound, as in "You hear ...".
        alarming: Whether it attracts even allies.
    """

    x: int
    y: int
    level: int
    loudness: int
    sound: str
    alarming: bool = False


@event
class Bid(Action):
    """Call an order to followers.

    Fails with ``"nobody serves"`` if no follower hears it, and ``"no word"`` for an unknown order.

    Attributes:
        word: ``"come"``, ``"stay"`` or ``"strike"``.
        heard: The followers that hear it, set at VALIDATE.
        x, y: The tile of the caller's nearest visible enemy, set at MODIFY for ``"strike"``; -1 for
            none.
    """

    word: str = ""
    heard: list[Entity] = attrs.Factory(list)
    x: int = -1
    y: int = -1


@event
class Heed(Change):
    """A follower obeys an order. Its master enacts it. It has the same fields as ``Bid``."""

    target: Entity = role()
    word: str = ""
    x: int = -1
    y: int = -1


def side_of(world: World, who: Entity, asked: tuple[Entity, ...] = ()) -> str:
    """Return the side that a creature is on, or an empty string if it takes none.

    ``asked`` names the creatures that were asked on the way to this query.
    """
    side = who.get(Side)
    if side is None:
        return ""
    if asked:
        return world.ask(WhoseSide(who, side.name, asked)).side
    return world.ask(WhoseSide(who, side.name)).side


def are_foes(world: World, one: Entity, other: Entity) -> bool:
    """Return whether two creatures are enemies now, with all effects on them."""
    return are_opposed(side_of(world, one), side_of(world, other))


def are_opposed(mine: str, theirs: str) -> bool:
    """Return whether two sides are enemies. No side has no enemies."""
    return mine != theirs and bool(mine and theirs)


def are_fellows(world: World, one: Entity, other: Entity) -> bool:
    """Return whether two creatures are allies now, with all effects on them."""
    mine = side_of(world, one)
    return bool(mine) and mine == side_of(world, other)


def ruler_of(world: World, who: Entity) -> Entity | None:
    """Return the creature that controls a mind, or None."""
    return world.ask(WhatMind(who, [])).source


def serves(world: World, who: Entity, ruler: Entity) -> bool:
    """Return whether a creature is controlled by another and on its side, and not just afraid."""
    return ruler_of(world, who) is ruler and not are_foes(world, who, ruler)


def is_by_nature_of(who: Entity, side: str) -> bool:
    """Return whether a creature is naturally of a side."""
    own = who.get(Side)
    return own is not None and own.name == side


def is_of_one_side_by_nature(one: Entity, other: Entity) -> bool:
    """Return whether two creatures are naturally of the same side, whatever effects they have."""
    side = other.get(Side)
    return side is not None and is_by_nature_of(one, side.name)


def are_foes_by_nature(one: Entity, other: Entity) -> bool:
    """Return whether two creatures are natural enemies, whatever effects they have."""
    mine, theirs = one.get(Side), other.get(Side)
    return mine is not None and theirs is not None and mine.name != theirs.name
