"""The rule of getting out: whoever stands in ground that harms has nothing else in mind."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.events.minds import WhatMind
from bidden.rules.ground.dangers import danger_of
from eventcore import MODIFY, Component, World, component, handles

ESCAPE: Final = "escape"
"""The behaviour that leads out of harm."""


@component
class GettingOut(Component):
    """Puts getting out of harm before all that a creature plans."""

    # After what lasts on a creature has had its say, at MODIFY; who has no plan stays.
    @handles(WhatMind, MODIFY + 20, via="world")
    def get_out_first(self, question: WhatMind, world: World) -> None:
        """Put the escape before the plan, where its tile harms the creature."""
        who = question.enactor
        here = who[Position]
        if question.plan and danger_of(who, (here.x, here.y), world) is not None:
            question.plan = [ESCAPE, *question.plan]
