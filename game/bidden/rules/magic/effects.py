"""Effects: what they give, and how lasting effects change a creature's stats.

Effects never add to a number and subtract later. A stat is a query, and each lasting effect adds
its part to the answer. However an effect ends, the stat is then as before. What an effect gives at
once or each turn goes through the events of healing, damage, mana or food.
"""

from __future__ import annotations

import attrs

from bidden.components.knowledge.memory import Memory
from bidden.content.datafiles import ContentError
from bidden.events.body import HowMuchMore
from bidden.events.combat import Die, TakeDamage, resistance_to
from bidden.events.effects import Affect, CanAffect, EffectMoment, WhatIs, what_is
from bidden.events.magic import INSTANT_EFFECTS, Blink, CanApply, InstantEffect
from bidden.events.turns import LookAround
from bidden.rules.magic.effect_kinds import STORES, EffectKind
from eventcore import (
    AIM,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    Fixed,
    World,
    component,
    handles,
)
from eventcore.time import Stacking, StartTimer, StopTimer, Timers


@component
class Effects(Component):
    """Knows the kinds of effects, and adds lasting effects to stats.

    Attributes:
        kinds: The kinds, by name.
    """

    kinds: Fixed[str, EffectKind] = attrs.field(factory=Fixed)

    @handles(Affect, AIM, via="world")
    def set_the_turns(self, affect: Affect, world: World) -> None:
        """Set the default duration, unless the event has one."""
        kind = self._kind(affect.effect)
        if type(affect.turns) is not int or affect.turns < 0:
            raise ValueError(f"turns={affect.turns!r} must be a whole number, 0 or more")
        if type(affect.level) is not int or affect.level < 1:
            raise ValueError(f"level={affect.level!r} must be a whole number, 1 or more")
        if affect.turns and not kind.turns:
            raise ValueError(f"turns={affect.turns} must be 0: {affect.effect!r} is instant")
        affect.turns = affect.turns or kind.turns

    @handles(Affect, VALIDATE, via="world")
    def refuse_what_would_do_nothing(self, affect: Affect, world: World) -> None:
        """Fail an instant effect that would give nothing, and a harmful one on an immune target."""
        if self._is_immune(affect.target, self.kinds[affect.effect], world):
            affect.fail("immune")
        elif not world.ask(CanAffect(affect.target, affect.effect)).would:
            affect.fail("nothing")

    @handles(CanAffect, MODIFY, via="world")
    def tell_whether_it_would(self, question: CanAffect, world: World) -> None:
        """Answer False for an instant effect that would give nothing.

        Also answer False if a stat prevents the effect, or if the target is immune to its only
        harm.
        """
        kind = self._kind(question.effect)
        who = question.enactor
        would = not _is_kept_off(who, kind, world) and (
            (bool(kind.turns) and self._would_last(question.effect, kind, who, world))
            or any(
                amount < 0 or world.ask(HowMuchMore(who, store)).room > 0
                for store, amount in kind.once.items()
            )
            or any(world.ask(CanApply(who, instant)).could for instant in _instants(kind, who, who))
        )
        question.would = would and not self._is_immune(question.enactor, kind, world)

    def _would_last(self, name: str, kind: EffectKind, who: Entity, world: World) -> bool:
        """Return whether the effect would last: one that cannot be stacked lasts only once."""
        lasts = any(timer.kind == name for timer in world.root[Timers].of(who))
        return not (lasts and kind.stacking is Stacking.IGNORE)

    @handles(InstantEffect, VALIDATE, via="world")
    def refuse_what_cannot_be_done(self, instant: InstantEffect, world: World) -> None:
        """Fail an instant effect to which a rule objects."""
        if not world.ask(CanApply(instant.target, instant)).could:
            instant.fail("nothing")

    @handles(Affect, RESOLVE, via="world")
    def start_the_effect(self, affect: Affect, world: World) -> None:
        """Apply the instant parts of the effect, and start its timer."""
        by, to, kind = affect.enactor, affect.target, self.kinds[affect.effect]
        for store, amount in kind.once.items():
            affect.applied |= _give(world, by, to, store, amount, affect.effect, kind.kind)
        for instant in _instants(kind, by, to):
            if isinstance(instant, Blink):
                instant.x, instant.y = affect.x, affect.y
            affect.applied |= world.publish(instant).done
        if affect.turns:
            start = StartTimer(by, to, affect.effect, affect.turns, affect.level)
            affect.applied |= world.publish(start).done

    @handles(Affect, REACT, via="world")
    def leave_another_at_once(self, affect: Affect, world: World) -> None:
        """Start the effect that an instant effect leaves behind."""
        leaves = "" if affect.turns else self.kinds[affect.effect].leaves
        if leaves and affect.applied and affect.target.alive:
            world.publish(Affect(affect.enactor, affect.target, leaves))

    @handles(StartTimer, VALIDATE + 10, via="world")
    def refuse_what_a_stat_prevents(self, start: StartTimer, world: World) -> None:
        """Fail an effect that a stat prevents, as free action prevents paralysis."""
        kind = self.kinds.get(start.kind)
        if kind is not None and _is_kept_off(start.target, kind, world):
            start.fail("kept off")

    def _is_immune(self, who: Entity, kind: EffectKind, world: World) -> bool:
        return kind.only_harms and what_is(world, who, resistance_to(kind.kind)) >= 100

    def _kind(self, name: str) -> EffectKind:
        found = self.kinds.get(name)
        if found is None:
            raise ContentError("effects.toml", name, "is missing")
        return found

    @handles(WhatIs, MODIFY, via="world")
    def add_what_lasts(self, question: WhatIs, world: World) -> None:
        timers, who = world.root[Timers], question.enactor
        if who not in timers.wheel.by_owner:  # the usual case
            return
        for timer in timers.of(who):
            kind = self.kinds[timer.kind]
            waned = kind.waned if timer.waned else None
            changes = kind.changes if waned is None else waned
            if part := changes.get(question.stat, 0) * timer.level:
                question.add(part, kind.stage(timer.kind, timer.level))

    @handles(EffectMoment, REACT, via="world")
    def apply_each_turn(self, feel: EffectMoment, world: World) -> None:
        who, timer, kind = feel.enactor, feel.timer, self.kinds[feel.effect]
        if feel.moment != "tick":
            if feel.moment == "start":
                self._end_what_is_kept_off(who, world)
            if "sight" in kind.changes and Memory in who:
                world.publish(LookAround(who))
        elif timer is not None and world.turn % kind.every == 0:
            sure = kind.each_percent == 100
            if not sure and world.stream("effects").roll(1, 100) > kind.each_percent:
                return
            for store, amount in kind.each.items():
                if who.alive:
                    given = amount * timer.level
                    _give(world, timer.source, who, store, given, feel.effect, kind.kind)

    # Once creatures changed by its end are roused, at REACT - 5.
    @handles(EffectMoment, REACT - 1, via="world")
    def leave_another(self, feel: EffectMoment, world: World) -> None:
        """Start the effect that an ending effect leaves behind."""
        leaves = self.kinds[feel.effect].leaves if feel.moment == "end" else ""
        if leaves and feel.enactor.alive:
            world.publish(Affect(feel.enactor, feel.enactor, leaves))

    def _end_what_is_kept_off(self, who: Entity, world: World) -> None:
        for timer in world.root[Timers].of(who):
            if _is_kept_off(who, self.kinds[timer.kind], world):
                world.publish(StopTimer(who, who, timer.kind))

    @handles(Blink, REACT, via="world")
    def let_go_of_who_is_elsewhere(self, blink: Blink, world: World) -> None:
        """End what held the creature in its old place."""
        for timer in world.root[Timers].of(blink.target):
            if self.kinds[timer.kind].changes.get("caught", 0) > 0:
                world.publish(StopTimer(blink.enactor, blink.target, timer.kind))

    # Before its items fall.
    @handles(Die, REACT - 1, via="world")
    def let_go_of_the_dead(self, die: Die, world: World) -> None:
        """End all effects on a dead creature, without messages."""
        for timer in world.root[Timers].of(die.target):
            world.publish(StopTimer(die.enactor, die.target, timer.kind, quiet=True))


def _is_kept_off(who: Entity, kind: EffectKind, world: World) -> bool:
    return bool(kind.kept_off_by) and what_is(world, who, kind.kept_off_by) > 0


def _instants(kind: EffectKind, by: Entity, to: Entity) -> list[InstantEffect]:
    return [INSTANT_EFFECTS[name](by, to, **fields) for name, fields in kind.instant.items()]


def _give(
    world: World, by: Entity, to: Entity, store: str, amount: int, effect: str, kind: str
) -> bool:
    """Change a store of a body. Return whether it changed."""
    if store == "health" and amount < 0:
        return world.publish(TakeDamage(by, to, -amount, sure=True, source=effect, kind=kind)).done
    return world.publish(STORES[store](by, to, amount, source=effect)).done
