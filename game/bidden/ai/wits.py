"""Awareness: a creature sleeps, waits for something to do, loses its foe, and flees.

Without this component, it takes every turn, and hunts until it reaches the place where it last
saw a foe.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from bidden.ai.behaviours.moving import is_at_heel
from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.events.combat import TakeDamage
from bidden.events.effects import EffectMoment
from bidden.events.minds import GiveUp, Heed, Rouse, Sleeps, TakeFright, WhatMind, are_foes
from bidden.events.turns import TakeTurn
from bidden.rules.magic.effects import Effects
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import TURN

_FLEEING: Final = ("flee", "lurk", "rest")
"""The plan of a fleeing creature: it attacks when cornered."""
_STAYING: Final = ("lurk", "rest")
"""The plan of a creature told to stay: it attacks adjacent foes."""
_COMING: Final = ("serve",)
_COME: Final = ("lurk", "serve")
"""The plan of a creature told to come, on the way and when near."""
_STROLL: Final = 3
"""A creature without anything to do begins to wait in one of this many turns."""
_UNDER_WAY: Final = 5
"""On its way to a foe's last place, its patience is multiplied by this."""
_WHOLE: Final = 100


@component
class Wits(Component):
    """The state of a creature's mind, and when it changes.

    Attributes:
        asleep: The percentage of such creatures that start asleep.
        wakes: The chance in percent that a sleeper notices an enemy's visible step within half its
            sight.
        patience: The number of turns it searches where it lost an enemy, and after which it stops
            fleeing; on its way there it is five times as patient.
        waits_for: The number of turns it waits with nothing to do, unless it is roused before.
        flees_below: The percentage of its hit points below which it flees when hurt.
        state: Its current behaviour.
        unseen: Turns without sight or scent of an enemy, while it hunts, searches or flees.
        waits: Whether it waits, and takes no turns until it is roused or the wait is over.
        word: The order of its master that it still follows: "come" or "stay".
    """

    asleep: Annotated[int, Meta(ge=0, le=100)] = 0
    wakes: Annotated[int, Meta(ge=0, le=100)] = 10
    patience: Annotated[int, Meta(ge=1)] = 8
    waits_for: Annotated[int, Meta(ge=1)] = 50
    flees_below: Annotated[int, Meta(ge=0, le=100)] = 0
    state: Literal["wandering", "asleep", "hunting", "searching", "fleeing"] = "wandering"
    unseen: int = 0
    waits: bool = False
    word: Literal["", "come", "stay"] = ""

    @property
    def _is_idle(self) -> bool:
        """Whether it sleeps or waits, and so takes no turns for now."""
        return self.waits or self.state == "asleep"

    @property
    def is_up(self) -> bool:
        """Whether it neither sleeps nor flees."""
        return self.state not in ("asleep", "fleeing")

    # After the mind has looked, at APPLY.
    @handles(TakeTurn, APPLY + 10)
    def take_stock(self, turn: TakeTurn, world: World) -> None:
        """Hunt if it knows where a foe is, and count the turns in which it does not.

        A fleeing creature counts the turns without a visible foe, whatever it smells.
        """
        mind, self.waits = turn.enactor[Mind], False
        if self.state == "fleeing" and mind.sees_foe:
            self.unseen = 0
        elif self.state != "fleeing" and mind.knows_foe:
            self.state, self.unseen = "hunting", 0
        elif self.state != "wandering":
            self.unseen += 1
            if self.state == "fleeing" and self.unseen > self.patience:
                self.state, self.unseen = "hunting", 0
            elif self.state == "hunting" and mind.goal is None:
                self.state, self.unseen = "searching", 0

    # Before the mind acts, at REACT - 5.
    @handles(TakeTurn, REACT - 7)
    def lose_patience(self, turn: TakeTurn, world: World) -> None:
        """Publish that it gives up a foe that was lost too long ago."""
        if not self.unseen or self.state not in ("hunting", "searching"):
            return
        patience = self.patience if self.state == "searching" else self.patience * _UNDER_WAY
        if self.unseen > patience:
            world.publish(GiveUp(turn.enactor))

    @handles(GiveUp, APPLY)
    def calm_down(self, giving_up: GiveUp, world: World) -> None:
        self.state, self.unseen = "wandering", 0

    # After the mind has acted, and before the turn ends, at REACT.
    @handles(TakeTurn, REACT - 3)
    def wait_for_something_to_do(self, turn: TakeTurn, world: World) -> None:
        """Start a wait by chance if there was nothing to do.

        The wait costs the time that it lasts.
        """
        idles = self.state == "wandering" and turn.enactor[Mind].is_aimless
        if idles and world.stream("waiting").chance(1, _STROLL):
            self.waits = True
            turn.cost = self.waits_for * TURN

    @handles(Sleeps, MODIFY)
    def tell_whether_it_sleeps(self, question: Sleeps, world: World) -> None:
        question.asleep = self.state == "asleep"

    # Before effects that control its mind, at MODIFY, which take precedence.
    @handles(WhatMind, MODIFY - 10)
    def run(self, question: WhatMind, world: World) -> None:
        """Answer with the plan of fleeing while it flees."""
        if self.state == "fleeing":
            question.plan = [*_FLEEING]

    # After the effect by which it serves, at MODIFY.
    @handles(WhatMind, MODIFY + 10)
    def do_as_it_was_told(self, question: WhatMind, world: World) -> None:
        """Answer with the plan of its order while it serves."""
        who, ruler = question.enactor, question.source
        if not self.word or ruler is None or not ruler.alive or are_foes(world, who, ruler):
            return
        if self.word == "stay":
            question.plan = [*_STAYING]
        else:
            question.plan = [*(_COME if is_at_heel(who, ruler) else _COMING)]

    @handles(Heed, APPLY, role="target")
    def take_the_word(self, heed: Heed, world: World) -> None:
        """Follow the order from now on. An order to attack cancels the others."""
        self.word = "come" if heed.word == "come" else "stay" if heed.word == "stay" else ""
        if heed.x >= 0:
            self.state, self.unseen = "hunting", 0

    # Before an effect that ends rouses it.
    @handles(EffectMoment, APPLY)
    def be_told_nothing_any_more(self, feel: EffectMoment, world: World) -> None:
        """Forget the order when an effect on its side ends."""
        if feel.moment == "end" and world.root[Effects].kinds[feel.effect].side:
            self.word = ""

    @handles(Rouse, VALIDATE, role="target")
    def go_on_with_what_matters_more(self, rouse: Rouse, world: World) -> None:
        """Fail if it is busy, or if no time passes on its level."""
        if world.agenda.frozen(rouse.target):
            rouse.fail("frozen")
        elif self.state == "fleeing" or (self.state == "hunting" and not self.unseen):
            rouse.fail("busy")

    @handles(Rouse, MODIFY, role="target")
    def tell_whether_it_slept(self, rouse: Rouse, world: World) -> None:
        rouse.woke = self.state == "asleep"

    @handles(Rouse, APPLY, role="target")
    def come_to(self, rouse: Rouse, world: World) -> None:
        """Act from the next turn on, and hunt if there is a place to go to."""
        who, agenda = rouse.target, world.agenda
        if self._is_idle:
            delay = TURN
            if who in agenda:
                delay = min(TURN, max(0, agenda.due(who) - agenda.now))
                agenda.cancel(who)
            agenda.schedule(who, delay=delay, priority=1)
        self.state = "wandering" if rouse.x < 0 else "hunting"
        self.waits, self.unseen = False, 0

    # Before it dies of it, at REACT.
    @handles(TakeDamage, REACT - 5, role="target")
    def turn_on_who_did_it(self, damage: TakeDamage, world: World) -> None:
        """Wake up from a blow or a shot, towards its source.

        Lasting effects have no source to go to.
        """
        who, by = damage.target, damage.enactor
        if _is_done_for(who):
            return
        there = by.get(Position) if by.alive and are_foes(world, who, by) else None
        here = who.get(Position)
        if isinstance(damage.cause, EffectMoment) or there is None or here is None:
            if self._is_idle:
                world.publish(Rouse(by, who))
        elif there.level == here.level:
            world.publish(Rouse(by, who, there.x, there.y))

    # After it knows from where.
    @handles(TakeDamage, REACT - 4, role="target")
    def turn_to_flee(self, damage: TakeDamage, world: World) -> None:
        """Take fright when too few hit points are left."""
        who = damage.target
        health = who.get(Health)
        if health is None or _is_done_for(who) or self.state == "fleeing":
            return
        if health.hp * _WHOLE < self.flees_below * health.most:
            world.publish(TakeFright(who))

    @handles(TakeFright, APPLY)
    def take_to_its_heels(self, fright: TakeFright, world: World) -> None:
        """Flee until no foe has been in view for a while."""
        self.state, self.unseen = "fleeing", 0

    @handles(EffectMoment, REACT - 5)
    def be_another(self, feel: EffectMoment, world: World) -> None:
        """Wake up when an effect that changes its mind starts or ends."""
        kind = world.root[Effects].kinds[feel.effect]
        changes = feel.moment in ("start", "end") and (kind.side or kind.mind is not None)
        if changes and self._is_idle:
            world.publish(Rouse(feel.enactor, feel.enactor))


def _is_done_for(who: Entity) -> bool:
    health = who.get(Health)
    return not who.alive or (health is not None and health.hp == 0)


def is_asleep(who: Entity) -> bool:
    """Return whether a creature is asleep."""
    wits = who.get(Wits)
    return wits is not None and wits.state == "asleep"


def is_fleeing(who: Entity) -> bool:
    """Return whether a creature is fleeing."""
    wits = who.get(Wits)
    return wits is not None and wits.state == "fleeing"
