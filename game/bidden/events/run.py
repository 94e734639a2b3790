"""Events of a run: one is called, bound, paid, and burnt where a term is out."""

from __future__ import annotations

import attrs

from bidden.bindings import Binding, Task
from eventcore import Action, Change, Entity, Notice, event, role


@event
class Call(Change):
    """Who is played is called to the circle, where summoners offer bindings. Enacted by the world.

    Fails with ``"bound"`` while a task is still to be done.

    Attributes:
        target: Who is called.
        offers: What is offered, drawn at APPLY.
    """

    target: Entity = role()
    offers: list[Binding] = attrs.Factory(list)


@event
class Bind(Action):
    """Be bound by what a summoner offers, and go where it is to be done.

    Fails with ``"no offer"`` where none is, and with ``"bound"`` while a task is still to be done.

    Attributes:
        summoner: Who offers it.
        binding: What it is, set at AIM.
        first: The first level of it, set at APPLY.
        thing: What is borne, set at REACT; None where nothing is.
        keys: How many keys of former lands came to nothing, set at REACT.
    """

    summoner: Entity | None = role(default=None)
    binding: Binding | None = None
    first: int = 0
    thing: Entity | None = None
    keys: int = 0


@event
class Deliver(Change):
    """Bring what is borne to where it is awaited. Fails with ``"not held"``.

    Attributes:
        thing: What is borne.
        target: What awaits it.
    """

    thing: Entity = role()
    target: Entity = role()


@event
class Fulfil(Change):
    """The task of the binding is done. Enacted by whoever did it.

    Fails with ``"no task"`` where no such task is to be done, or another did what only who is
    bound can do.

    Attributes:
        target: What the task was about.
        task: Which task it was.
        binding: What it fulfils, set at AIM.
        burns: How often the bond had burnt, set at APPLY.
        standing: How one stands with the summoner's faction from now on, set at APPLY.
        rival: The faction one stands worse with, set at APPLY.
    """

    target: Entity = role()
    task: Task = "hunt"
    binding: Binding | None = None
    burns: int = 0
    standing: int = 0
    rival: str = ""


@event
class Uproar(Change):
    """A place rises against who did there what was to be done last. Enacted by who did it.

    All who live on the level are roused, nobody there keeps the peace any more, a hunter comes, and
    far off opens the gate by which the run is won.

    Attributes:
        x: The column of the gate, set at AIM.
        y: Its row, set at AIM.
        level: The level, set at AIM.
        roused: Who was roused, set at REACT.
    """

    x: int = -1
    y: int = -1
    level: int = 0
    roused: list[Entity] = attrs.Factory(list)


@event
class LetPass(Notice):
    """A creature that keeps the peace is seen by who is played.

    Attributes:
        target: Whom it lets pass.
    """

    target: Entity = role()


@event
class BreakPeace(Notice):
    """A creature that kept the peace was hurt, and keeps it no longer.

    Attributes:
        target: Who hurt it.
    """

    target: Entity = role()


@event
class Talk(Action):
    """Have a word with somebody who means no harm: what a step up to them becomes.

    Attributes:
        target: Who is talked to.
        about: What they tell of, ``"task"``, ``"way"`` or ``"danger"``, drawn at APPLY; empty for
            nothing, and for what they offer.
        what: What that is called, set with it.
        x: The column of it; -1 where it is on another level.
        y: The row of it; -1 for the same.
        level: The level of it.
    """

    target: Entity = role()
    about: str = ""
    what: str = ""
    x: int = -1
    y: int = -1
    level: int = 0


@event
class FeelTheTerm(Notice):
    """A quarter of the term is left. Enacted by who is bound."""


@event
class BurnTheBound(Change):
    """The term is out, and the bond burns. Enacted by the world.

    Fails with ``"no task"`` where nothing is to be done any more.

    Attributes:
        target: Who is bound.
        number: How often it has burnt, with this one; so many hit points it costs. Set at AIM.
    """

    target: Entity = role()
    number: int = 0
