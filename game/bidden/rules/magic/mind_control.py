"""Mind control: effects that decide a creature's side and plan while they last.

Nothing is stored and restored. The newest lasting effect answers the query. When it ends, however
it ends, the one before it answers again, and finally the creature itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.mind import Mind
from bidden.components.body.limb import Limb
from bidden.events.body import Improve
from bidden.events.effects import CanAffect
from bidden.events.knowledge import Name
from bidden.events.minds import Obey, WhatMind, WhoseSide
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.effects import Effects
from bidden.state import Side
from eventcore import AIM, MODIFY, Action, Component, Entity, World, component, handles
from eventcore.time import Timers


@component
class MindControl(Component):
    """Answers for effects with ``side`` and ``mind``."""

    @handles(WhoseSide, MODIFY, via="world")
    def change_the_side(self, question: WhoseSide, world: World) -> None:
        """Answer with the side of the creature that caused the effect."""
        who = question.enactor
        lasts = who in world.root[Timers].wheel.by_owner
        for kind, source in _newest_first(who, world) if lasts else ():
            if kind.side:
                side = source.get(Side)
                if side is not None and source is not who and source not in question.asked:
                    asked = (*question.asked, who)
                    question.side = world.ask(WhoseSide(source, side.name, asked)).side
                return

    @handles(WhatMind, MODIFY, via="world")
    def replace_the_plan(self, question: WhatMind, world: World) -> None:
        who = question.enactor
        lasts = who in world.root[Timers].wheel.by_owner
        for kind, source in _newest_first(who, world) if lasts else ():
            if kind.mind is not None:
                question.plan, question.source = [*kind.mind], source
                return

    # After it is known whether it would do anything at all.
    @handles(CanAffect, MODIFY + 10, via="world")
    def spare_the_parts_of_a_body(self, question: CanAffect, world: World) -> None:
        """Answer False for one part of a body, which shares the side and the mind of the whole."""
        limb, kind = question.enactor.get(Limb), world.root[Effects].kinds.get(question.effect)
        if limb is not None and limb.of is not None and kind is not None:
            question.would &= not (kind.side or kind.mind is not None)

    # Before confusion, because a controlled creature does not choose its direction.
    @handles(Action, AIM - 20, via="world")
    def act_against_ones_will(self, action: Action, world: World) -> None:
        """Replace an intent from outside with what the controlling mind wants."""
        who = action.enactor
        if action.cause is not None or who not in world.root[Timers].wheel.by_owner:
            return
        if isinstance(action, Improve | Name) or Mind not in who:
            return  # the first two take no time, and need no mind
        if any(kind.mind is not None for kind, _ in _newest_first(who, world)):
            action.replace(Obey(who))


def _newest_first(who: Entity, world: World) -> Iterator[tuple[EffectKind, Entity]]:
    """Yield the kinds of lasting effects on a creature, newest first, with the cause of each."""
    timers = world.root[Timers].of(who)
    if timers:
        kinds = world.root[Effects].kinds
        for timer in sorted(timers, key=lambda timer: (-timer.origin, -timer.number)):
            kind = kinds.get(timer.kind)
            if kind is not None:
                yield kind, timer.source
