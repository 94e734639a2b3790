"""Events of a run: offers, bindings, their terms and rewards, and achievements."""

from __future__ import annotations

import attrs

from bidden.bindings import Binding, Task
from eventcore import Action, Change, Entity, Notice, event, role


@event
class Call(Change):
    """Summoners offer bindings to the player at the circle. The world enacts it.

    Fails with ``"bound"`` while a task is unfinished.

    Attributes:
        target: The player.
        offers: The offers, drawn at APPLY.
    """

    target: Entity = role()
    offers: list[Binding] = attrs.Factory(list)


@event
class Bind(Action):
    """Accept the offer of a summoner, and go to the place of its task.

    Fails with ``"no offer"``, and with ``"bound"`` while a task is unfinished.

    Attributes:
        binding: The offer, set at AIM.
        first: The first level of the binding, set at APPLY.
        thing: The burden, set at REACT; None for other tasks.
        keys: The number of useless keys taken from the player, set at REACT.
    """

    summoner: Entity | None = role(default=None)
    binding: Binding | None = None
    first: int = 0
    thing: Entity | None = None
    keys: int = 0


@event
class Deliver(Change):
    """Bring a burden to its destination. Fails with ``"not held"``."""

    thing: Entity = role()
    target: Entity = role()


@event
class Fulfil(Change):
    """The task of the binding is done. Whoever did it enacts it.

    Fails with ``"no task"`` if no such task is unfinished, or if someone else did what only the
    player can do.

    Attributes:
        target: The goal of the task.
        binding: The fulfilled binding, set at AIM.
        burns: The number of times the bond had burnt, set at APPLY.
        standing: The new standing with the summoner's faction, set at APPLY.
        rival: The faction with which the standing fell, set at APPLY.
    """

    target: Entity = role()
    task: Task = "hunt"
    binding: Binding | None = None
    burns: int = 0
    standing: int = 0
    rival: str = ""


@event
class Uproar(Change):
    """The last task is done, and its place turns on the player, who enacts it.

    Everyone on the level is roused, all peace ends, a hunter comes, and the last gate opens far
    away.

    Attributes:
        x, y: The tile of the gate, set at AIM.
        level: The level, set at AIM.
        roused: The creatures that were roused, set at REACT.
    """

    x: int = -1
    y: int = -1
    level: int = 0
    roused: list[Entity] = attrs.Factory(list)


@event
class LetPass(Notice):
    """The player, its target, sees a peaceful creature for the first time."""

    target: Entity = role()


@event
class BreakPeace(Notice):
    """A peaceful creature turns on its target, who hurt it."""

    target: Entity = role()


@event
class Talk(Action):
    """Talk to a peaceful creature. A step towards it becomes this.

    Attributes:
        about: The topic, drawn at APPLY: ``"task"``, ``"way"``, ``"danger"``, or empty for nothing
            and for the offer of a summoner.
        what: The name of the subject, set with the topic.
        x, y: The tile of the subject; -1 on another level.
    """

    target: Entity = role()
    about: str = ""
    what: str = ""
    x: int = -1
    y: int = -1
    level: int = 0


@event
class FeelTheTerm(Notice):
    """A quarter of the term is left. The player enacts it."""


@event
class BurnTheBound(Change):
    """The term has run out, and the bond burns the player. The world enacts it.

    Fails with ``"no term"`` if no term runs.

    Attributes:
        number: The number of burns with this one, which is also its damage; set at AIM.
    """

    target: Entity = role()
    number: int = 0


@event
class Achieve(Change):
    """Earn an achievement. Fails with ``"earned"`` for an earned one.

    Attributes:
        what: Its table in ``achievements.toml``.
        name: Its title, set at AIM.
        about: How it is earned, set at AIM.
    """

    what: str = ""
    name: str = ""
    about: str = ""
