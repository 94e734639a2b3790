"""Retorts: damage and effects on the attacker, or effects on its target."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bidden.events.body import HowMuchMore
from bidden.events.combat import Hit, TakeDamage, WhatHarmFollows
from bidden.events.effects import Affect
from eventcore import MODIFY, REACT, Component, Entity, World, component, handles


@component
class Retort(Component):
    """Causes an effect when an attack or a shot hurts its creature but does not kill it.

    Attributes:
        effect: The effect's name.
        on: The target: the attacker ("striker") or the creature ("self").
        percent: The chance in percent.
        lost: The minimum number of hit points its creature must lack.
    """

    effect: str
    on: Literal["striker", "self"] = "self"
    percent: Annotated[int, Meta(ge=1, le=100)] = 100
    lost: Annotated[int, Meta(ge=1)] = 1

    # After venom and wounds, at REACT - 20 at the latest, because the creature must survive them.
    @handles(Hit, REACT - 15, role="target")
    def answer(self, hit: Hit, world: World) -> None:
        me, to = hit.target, hit.enactor if self.on == "striker" else hit.target
        if not (hit.dealt and me.alive and to.alive):
            return
        hurt = world.ask(HowMuchMore(me, "health")).room >= self.lost
        if hurt and world.stream("retorts").chance(self.percent, 100):
            world.publish(Affect(me, to, self.effect))

    # After the damage to a body, which happens first.
    @handles(WhatHarmFollows, MODIFY + 5)
    def tell_what_it_is_to_strike(self, question: WhatHarmFollows, world: World) -> None:
        """Add the possible effect on the attacker."""
        if self.on != "striker" or not question.struck or question.kills or not question.dealt:
            return
        if world.ask(HowMuchMore(self.entity, "health")).room + question.dealt >= self.lost:
            question.found.append(Affect(self.entity, question.harm.enactor, self.effect))


@component
class Thorns(Component):
    """Returns some of the damage of each attack and shot to the attacker, even of a deadly one.

    Attributes:
        percent: The percentage of the damage, rounded down; at least one hit point.
        called: Its name in the message to the attacker: "A thorn costs you 2".
    """

    percent: Annotated[int, Meta(ge=1)] = 50
    called: Annotated[str, Meta(min_length=1)] = "a thorn"

    @handles(Hit, REACT - 13, role="target")
    def return_it(self, hit: Hit, world: World) -> None:
        """Damage the attacker, who may be far away."""
        if hit.dealt and hit.enactor.alive:
            world.publish(self._harm_to(hit.enactor, hit.dealt))

    # After the damage to a body, which happens first.
    @handles(WhatHarmFollows, MODIFY + 10)
    def tell_what_comes_back(self, question: WhatHarmFollows, world: World) -> None:
        """Add the damage to the attacker."""
        if question.struck and question.dealt:
            question.found.append(self._harm_to(question.harm.enactor, question.dealt))

    def _harm_to(self, striker: Entity, dealt: int) -> TakeDamage:
        back = dealt * self.percent // 100
        return TakeDamage(self.entity, striker, back, sure=True, source=self.called, kind="magic")
