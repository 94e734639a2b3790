"""Tricks after a blow: gains and thefts by the attacker, and answers of the one who is hit."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.body import HowMuchMore
from bidden.events.combat import Hit, TakeDamage, WhatHarmFollows
from bidden.events.effects import Affect
from bidden.events.magic import Shove
from bidden.events.minds import WhatMind
from bidden.events.things import LetGo
from bidden.events.tricks import Imitate, Steal
from bidden.state import Fighter, Look
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, Entity, World, component, handles


@component
class Relish(Component):
    """Causes an effect on its creature whenever its attack hurts.

    Attributes:
        effect: The effect's name.
    """

    effect: str

    @handles(Hit, REACT - 14)
    def feed_on_it(self, hit: Hit, world: World) -> None:
        """Apply the effect to its creature if it is alive."""
        if hit.dealt and hit.enactor.alive:
            world.publish(Affect(hit.enactor, hit.enactor, self.effect))


@component
class Skirmish(Component):
    """Moves its creature a tile away from its target after an attack, if there is room."""

    @handles(Hit, REACT - 12)
    def spring_back(self, hit: Hit, world: World) -> None:
        """Move a tile farther away."""
        if hit.enactor.alive and hit.target.alive:
            world.publish(Shove(hit.target, hit.enactor, tiles=1))


@component
class Imitates(Component):
    """Lets its creature copy the shape, attack and defence of its target."""

    @handles(Hit, REACT - 8)
    def take_after(self, hit: Hit, world: World) -> None:
        """Imitate a target that survived."""
        if hit.enactor.alive and hit.target.alive:
            world.publish(Imitate(hit.enactor, hit.target))

    @handles(Imitate, VALIDATE, role="enactor")
    def refuse_to_be_the_same_again(self, imitate: Imitate, world: World) -> None:
        """Fail for the present shape, and for a target that does not fight."""
        mine, theirs = imitate.enactor[Fighter], imitate.target.get(Fighter)
        if theirs is None or Look not in imitate.target or _same(mine, theirs):
            imitate.fail("same")

    @handles(Imitate, APPLY, role="enactor")
    def be_like_them(self, imitate: Imitate, world: World) -> None:
        """Assume the look and the natural attack, defence and strength of the target."""
        mine, theirs = imitate.enactor[Fighter], imitate.target[Fighter]
        mine.attack, mine.defence = theirs.attack, theirs.defence
        mine.strength = theirs.strength
        look, model = imitate.enactor[Look], imitate.target[Look]
        look.glyph, look.look = model.glyph, model.look


def _same(one: Fighter, other: Fighter) -> bool:
    mine, theirs = ((it.attack, it.defence, it.strength) for it in (one, other))
    return mine == theirs


@component
class Thief(Component):
    """Lets an attack of its creature steal an item; the creature then flees with it.

    Attributes:
        loot: The stolen item; None while it looks for one, as after losing it.
    """

    loot: Entity | None = None

    @handles(Hit, REACT - 11)
    def snatch(self, hit: Hit, world: World) -> None:
        """Steal something from the target if it has nothing yet."""
        if not self._holds_it() and hit.enactor.alive and hit.target.alive:
            world.publish(Steal(hit.enactor, hit.target))

    # After the item was drawn, before it is handed over.
    @handles(Steal, APPLY + 10, role="enactor")
    def know_what_it_has(self, theft: Steal, world: World) -> None:
        self.loot = theft.item

    # After its wits, at MODIFY - 10, and before effects on its mind, at MODIFY.
    @handles(WhatMind, MODIFY - 9)
    def run_with_it(self, question: WhatMind, world: World) -> None:
        """Answer with a plan of fleeing while it holds its loot."""
        if self._holds_it():
            question.plan = ["flee", "rest"]

    @handles(Hit, REACT - 9, role="target")
    def drop_it_when_hurt(self, hit: Hit, world: World) -> None:
        if self.loot is not None and self._holds_it() and hit.dealt and hit.target.alive:
            world.publish(LetGo(hit.enactor, hit.target, self.loot))

    @handles(LetGo, APPLY + 10, role="target")
    def be_after_another(self, letting: LetGo, world: World) -> None:
        """Search for another item once the loot is gone."""
        if letting.item is self.loot:
            self.loot = None

    def _holds_it(self) -> bool:
        """Return whether it still has its loot, which may be used up, burn or be taken away."""
        return self.loot is not None and self.loot.alive and Position not in self.loot


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
