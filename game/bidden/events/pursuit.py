"""Events of pursuit: a player who stays on a level for long is watched, and then hunted."""

from __future__ import annotations

from eventcore import Change, Entity, Notice, Query, event, role


@event
class FeelWatched(Notice):
    """A player has stayed on a level so long that a hunter will come. The player enacts it."""


@event
class HowSoon(Query):
    """After how many turns on a level does the first hunter come? Handlers may lower it."""

    turns: int


@event
class HowSoonAgain(Query):
    """After how many turns does the next hunter come? Handlers may lower it."""

    turns: int


@event
class ComeAfter(Change):
    """A hunter arrives where its quarry entered the level. The world enacts it.

    Fails with ``"nobody hunts"`` if the place has no hunters, and ``"no room"`` without a free
    tile.

    Attributes:
        target: The quarry.
        what: The table of the hunter, set at AIM.
        number: Its number on this level, from 1, set at AIM.
        rank: How much tougher than its kind it is, from 0, set at AIM.
        sender: The faction that sends it, set at AIM; empty for the place itself.
        x, y: The tile of arrival, set at VALIDATE.
        come: The hunter, set at RESOLVE.
    """

    target: Entity = role()
    what: str = ""
    number: int = 0
    rank: int = 0
    sender: str = ""
    x: int = -1
    y: int = -1
    come: Entity | None = None


@event
class TakeUpTrail(Change):
    """A hunter takes up the trail of its target."""

    target: Entity = role()
