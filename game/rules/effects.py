"""The rule of effects: what lasts on a creature changes what is asked of it.

Nothing is added to a number and taken away again. A stat is asked for, and each effect
that lasts adds its part: so when it ends, however it ends, all is as it was before.
"""

from __future__ import annotations

from typing import Final

import attrs

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Component,
    World,
    component,
    handles,
)
from eventcore.time import TURN, Packet, Stacking, StopTimer, Timer, TimerKind, Timers
from game.components.memory import Memory
from game.events.being import LookAround
from game.events.combat import Die, TakeDamage
from game.events.effects import Feel, Stumble, WhatIs, what_is
from game.events.movement import Move

__all__ = ["EffectKind", "Effects", "timer_kind"]

_AROUND: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@attrs.frozen
class EffectKind:
    """A kind of effect, as its table in ``effects.toml`` has it.

    Attributes:
        changes: Added to stats, by their names, for each level.
        waned: Added instead from half time on; None for no change then.
        hurts: The most hit points it costs each turn, for each level.
        stacking: What becomes of one that is there already.
        most: The highest level.
        start: What the player is told as it starts.
        half: What the player is told at half time.
        end: What the player is told as it ends.
    """

    changes: dict[str, int] = attrs.field(factory=dict)
    waned: dict[str, int] | None = None
    hurts: int = 0
    stacking: Stacking = Stacking.REFRESH
    most: int = 1
    start: str = ""
    half: str = ""
    end: str = ""


def timer_kind(name: str, kind: EffectKind) -> TimerKind:
    """Give the kind of timer that keeps an effect."""

    def feel(moment: str) -> Packet:
        return Packet("Feel", {"effect": name, "moment": moment})

    tick = feel("tick") if kind.hurts else None
    return TimerKind(
        feel("start"), tick, feel("half"), feel("end"), stacking=kind.stacking, most=kind.most
    )


@component
class Effects(Component):
    """Knows the kinds of effect, and lets those that last have their say.

    Attributes:
        kinds: The kinds, by name.
    """

    kinds: dict[str, EffectKind] = attrs.field(factory=dict)

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

    @handles(Move, AIM - 10, via="world")
    def lead_astray(self, move: Move, world: World) -> None:
        """Let the confused go where chance takes them."""
        if not world.root[Timers].of(move.enactor) or isinstance(move.cause, Stumble):
            return
        if what_is(world, move.enactor, "confused") > 0:
            move.replace(Stumble(move.enactor))

    @handles(Stumble, APPLY, via="world")
    def stumble(self, stumble: Stumble, world: World) -> None:
        """Take a step in whatever direction."""
        dx, dy = world.stream("confusion").pick(_AROUND)
        world.publish(Move(stumble.enactor, dx, dy))

    @handles(Action, VALIDATE, via="world")
    def hold_the_paralysed(self, action: Action, world: World) -> None:
        """Refuse whatever the paralysed attempt; the turn passes all the same."""
        who = action.enactor
        if not world.root[Timers].of(who):
            return
        if what_is(world, who, "paralysed") > 0 and what_is(world, who, "free_action") <= 0:
            action.fail("paralysed", cost=TURN)

    @handles(Feel, REACT, via="world")
    def bear_it(self, feel: Feel, world: World) -> None:
        """Suffer what an effect costs, and see what it lets one see."""
        kind = self.kinds[feel.effect]
        if feel.moment == "tick" and feel.timer is not None:
            strength = kind.hurts * feel.timer.level
            world.publish(TakeDamage(feel.enactor, feel.enactor, strength))
        elif "sight" in kind.changes and Memory in feel.enactor:
            world.publish(LookAround(feel.enactor))

    @handles(Die, REACT, via="world")
    def let_go_of_the_dead(self, die: Die, world: World) -> None:
        """End what lasts on the dead, in silence."""
        for timer in world.root[Timers].of(die.target):
            world.publish(StopTimer(die.enactor, die.target, timer.kind, quiet=True))
