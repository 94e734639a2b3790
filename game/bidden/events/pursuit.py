"""Events of pursuit: who stays long on a level is watched, and then come after."""

from __future__ import annotations

from eventcore import Change, Entity, Notice, Query, event, role


@event
class FeelWatched(Notice):
    """Somebody has stayed so long on a level that a hunter will come. Enacted by who stays."""


@event
class HowSoon(Query):
    """After how many turns on a level does the first hunter come?

    Attributes:
        turns: The answer; handlers may name fewer.
    """

    turns: int


@event
class HowSoonAgain(Query):
    """After how many turns does the next hunter come, once one has?

    Attributes:
        turns: The answer; handlers may name fewer.
    """

    turns: int


@event
class ComeAfter(Change):
    """A hunter comes, by the way that its quarry came. Enacted by the world.

    Fails with ``"nobody hunts"`` where no kind of hunter is of that place, and with ``"no room"``
    where there is no free tile to come to.

    Attributes:
        target: Who is hunted.
        what: What kind of hunter it is, by the name of its table; set at AIM.
        number: Which one it is on that level, from 1; set at AIM.
        rank: How much tougher than its kind it is, from 0; set at AIM.
        sender: Which faction sends it; empty where the place does. Set at AIM.
        x: The column it comes to, set at VALIDATE.
        y: The row it comes to, set at VALIDATE.
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
    """A hunter takes up a trail. Enacted by the hunter.

    Attributes:
        target: Whose trail it is.
    """

    target: Entity = role()
