"""Kinds of wounds, and which kind a creature suffers."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from bidden.content.kinds.wound_kinds import WoundKind
from bidden.events.body import WhatWounds
from bidden.events.combat import Wound
from bidden.events.magic import CanApply, Maim
from eventcore import APPLY, MODIFY, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Maiming(Component):
    """Draws the kind of each wound.

    A creature does not suffer the same kind twice while other kinds are left. The draw is weighted
    among the kinds that fit the harm. If the creature has all of these, any other kind is equally
    likely.
    """

    _kinds: Mapping[str, WoundKind] = attrs.field(factory=dict, init=False, repr=False)

    def made_of(self, kinds: Mapping[str, WoundKind]) -> None:
        """Set the kinds of wounds, by name."""
        self._kinds = kinds

    @property
    def kinds(self) -> Mapping[str, WoundKind]:
        return self._kinds

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_it_can_be_wounded(self, question: CanApply, world: World) -> None:
        if isinstance(question.instant, Maim):
            question.could &= world.ask(WhatWounds(question.instant.target)).can

    @handles(Maim, RESOLVE, via="world")
    def maim(self, maim: Maim, world: World) -> None:
        world.publish(Wound(maim.enactor, maim.target, kind=maim.kind))

    @handles(Wound, VALIDATE, via="world")
    def spare_who_cannot_be_wounded(self, wound: Wound, world: World) -> None:
        """Fail if the creature has only hit points. Kill it if this wound is one too many."""
        body = world.ask(WhatWounds(wound.target))
        if not body.can or (not wound.emptied and len(body.kinds) + 1 >= body.most):
            wound.fail("nothing")

    # Before it is taken.
    @handles(Wound, APPLY, via="world")
    def say_which(self, wound: Wound, world: World) -> None:
        """Draw the kind of the wound, unless it already has a valid kind."""
        taken = world.ask(WhatWounds(wound.target)).kinds
        kinds = sorted(self.kinds)  # independent of the order of files and mods
        left = [name for name in kinds if name not in taken] or kinds
        if wound.kind in left or not left:
            return
        weights = [self.kinds[name].of.get(wound.harm, 0) for name in left]
        if not any(weights):
            weights = [1] * len(left)
        wound.kind = world.stream("wounds").weighted(left, weights)
