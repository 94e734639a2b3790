"""Events of minds: whose side one is on, by whose mind one acts, and what rouses or scares one."""

from __future__ import annotations

import attrs

from bidden.state import Side
from eventcore import Action, Change, Entity, Notice, Query, World, event, role


@event
class WhoseSide(Query):
    """Whose side is a creature on?

    Attributes:
        side: Its own by nature; handlers may name another.
        asked: Who was asked on the way to this question, so that two who charmed each
            other are not asked for ever.
    """

    side: str
    asked: tuple[Entity, ...] = ()


@event
class Sleeps(Query):
    """Is a creature asleep?

    Attributes:
        asleep: Whether it is.
    """

    asleep: bool = False


@event
class WhatMind(Query):
    """By which plan does a creature act?

    Attributes:
        plan: Its own by nature; handlers may put another in its place.
        source: Who brought that about; None where the plan is its own.
    """

    plan: list[str]
    source: Entity | None = None


@event
class Obey(Action):
    """Do what another mind wants: what an intent becomes while one's own does not rule.

    Fails as whoever is paralysed fails in everything.
    """


@event
class Rouse(Change):
    """A creature that sleeps or waits comes to, and goes where it was roused from.

    Fails with ``"busy"`` for one that sees a foe or runs from one, and with ``"frozen"`` where no
    time passes for it.

    Attributes:
        target: Who is roused.
        x: The column it is to go to; -1 where it does not know from where it was roused.
        y: The row; -1 for the same.
        woke: Whether it slept, set at MODIFY.
    """

    target: Entity = role()
    x: int = -1
    y: int = -1
    woke: bool = False


@event
class TakeFright(Notice):
    """A creature is hurt so badly that it turns to flee."""


@event
class GiveUp(Notice):
    """A creature has not seen its foe for so long that it gives up looking for it."""


@event
class Bid(Action):
    """Call a word to those who serve.

    Fails with ``"nobody serves"`` where none of them can hear, and with ``"no word"`` for another.

    Attributes:
        word: ``"come"``, ``"stay"`` or ``"strike"``.
        heard: Who serves and hears it, set at VALIDATE.
        x: Of the nearest foe in view of who calls, where they are to strike, the column; set at
            MODIFY, -1 for none.
        y: The row; -1 for the same.
    """

    word: str = ""
    heard: list[Entity] = attrs.Factory(list)
    x: int = -1
    y: int = -1


@event
class Heed(Change):
    """One who serves does as it is bidden. Whoever it serves enacts it.

    Attributes:
        target: Who serves.
        word: As ``Bid`` has it.
        x: The column to strike at, -1 for none.
        y: The row; -1 for the same.
    """

    target: Entity = role()
    word: str = ""
    x: int = -1
    y: int = -1


def side_of(world: World, who: Entity, asked: tuple[Entity, ...] = ()) -> str:
    """Ask whose side a creature is on; empty for what takes no side.

    Args:
        world: Where it is.
        who: The creature.
        asked: Who was asked on the way to this question.
    """
    side = who.get(Side)
    if side is None:
        return ""
    if asked:
        return world.ask(WhoseSide(who, side.name, asked)).side
    return world.ask(WhoseSide(who, side.name)).side


def is_of_one_side_by_nature(one: Entity, other: Entity) -> bool:
    """Say whether two take a side, and the same one, whatever lasts on them."""
    mine, theirs = one.get(Side), other.get(Side)
    return mine is not None and theirs is not None and mine.name == theirs.name


def are_foes(world: World, one: Entity, other: Entity) -> bool:
    """Say whether two are on different sides for now, as whoever charmed them has it."""
    return are_opposed(side_of(world, one), side_of(world, other))


def are_opposed(mine: str, theirs: str) -> bool:
    """Say whether who is on one side and who is on another are foes; who takes none has none."""
    return mine != theirs and bool(mine and theirs)


def ruler_of(world: World, who: Entity) -> Entity | None:
    """Ask by whose mind a creature acts; None where that is its own."""
    return world.ask(WhatMind(who, [])).source


def serves(world: World, who: Entity, ruler: Entity) -> bool:
    """Say whether a creature acts by another's mind, and on their side; who fears one does not."""
    return ruler_of(world, who) is ruler and not are_foes(world, who, ruler)


def are_fellows(world: World, one: Entity, other: Entity) -> bool:
    """Say whether two are on one side for now."""
    mine = side_of(world, one)
    return bool(mine) and mine == side_of(world, other)


def is_by_nature_of(who: Entity, side: str) -> bool:
    """Say whether a creature is of a side by nature."""
    own = who.get(Side)
    return own is not None and own.name == side


def are_foes_by_nature(one: Entity, other: Entity) -> bool:
    """Say whether two are on different sides by nature, whatever lasts on them."""
    mine, theirs = one.get(Side), other.get(Side)
    return mine is not None and theirs is not None and mine.name != theirs.name
