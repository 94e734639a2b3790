"""The rule of effects: what they give, and how what lasts on a creature changes its stats.

Nothing is added to a number and taken away again. A stat is asked for, and each effect
that lasts adds its part: so when it ends, however it ends, all is as it was before. What
an effect gives at once or each turn goes down the chain of healing, harm, mana or food.
"""

from __future__ import annotations

import attrs

from eventcore import (
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    World,
    component,
    handles,
)
from eventcore.time import StartTimer, StopTimer, Timer, Timers
from game.components.memory import Memory
from game.datafiles import ContentError
from game.events.being import LookAround
from game.events.body import HowMuchMore
from game.events.combat import Die, TakeDamage
from game.events.effects import Affect, Feel, WhatIs
from game.rules.effect_kinds import STORES, EffectKind

__all__ = ["Effects"]


@component
class Effects(Component):
    """Knows the kinds of effect, and lets those that last have their say.

    Attributes:
        kinds: The kinds, by name.
    """

    kinds: dict[str, EffectKind] = attrs.field(factory=dict)

    @handles(Affect, VALIDATE, via="world")
    def refuse_what_would_do_nothing(self, affect: Affect, world: World) -> None:
        """Refuse an effect that lasts for no time and gives what there is no room for.

        Raises:
            ContentError: There is no such effect.
        """
        kind = self._kind(affect.effect)
        affect.turns = affect.turns or kind.turns
        if not affect.turns and not any(
            amount < 0 or world.ask(HowMuchMore(affect.target, store)).room > 0
            for store, amount in kind.once.items()
        ):
            affect.fail("nothing")

    @handles(Affect, RESOLVE, via="world")
    def bring_it_about(self, affect: Affect, world: World) -> None:
        """Give what it gives at once, and let it last."""
        by, to, kind = affect.enactor, affect.target, self.kinds[affect.effect]
        for store, amount in kind.once.items():
            affect.applied |= _give(world, by, to, store, amount, affect.effect)
        if affect.turns:
            start = StartTimer(by, to, affect.effect, affect.turns, affect.level)
            affect.applied |= world.publish(start).done

    def _kind(self, name: str) -> EffectKind:
        found = self.kinds.get(name)
        if found is None:
            raise ContentError("effects.toml", name, "is missing")
        return found

    @handles(WhatIs, MODIFY, via="world")
    def add_what_lasts(self, question: WhatIs, world: World) -> None:
        """Add the part of each effect on the one who is asked about."""
        for timer in world.root[Timers].of(question.enactor):
            question.value += self._part(timer, question.stat, world.turn)

    def _part(self, timer: Timer, stat: str, turn: int) -> int:
        kind = self.kinds[timer.kind]
        changes = kind.changes
        if kind.waned is not None and timer.remaining(turn) <= timer.duration // 2:
            changes = kind.waned
        return changes.get(stat, 0) * timer.level

    @handles(Feel, REACT, via="world")
    def bear_it(self, feel: Feel, world: World) -> None:
        """Get or lose what an effect gives each turn, and see what it lets one see."""
        who, timer, kind = feel.enactor, feel.timer, self.kinds[feel.effect]
        if feel.moment != "tick":
            if "sight" in kind.changes and Memory in who:
                world.publish(LookAround(who))
        elif timer is not None:
            for store, amount in kind.each.items():
                if who.alive:
                    _give(world, timer.source, who, store, amount * timer.level, feel.effect)

    @handles(Die, REACT, via="world")
    def let_go_of_the_dead(self, die: Die, world: World) -> None:
        """End what lasts on the dead, in silence."""
        for timer in world.root[Timers].of(die.target):
            world.publish(StopTimer(die.enactor, die.target, timer.kind, quiet=True))


def _give(world: World, by: Entity, to: Entity, store: str, amount: int, effect: str) -> bool:
    """Let a store of a body grow or shrink, and say whether it did."""
    if store == "health" and amount < 0:
        return world.publish(TakeDamage(by, to, -amount, sure=True, of=effect)).done
    return world.publish(STORES[store](by, to, amount, of=effect)).done
