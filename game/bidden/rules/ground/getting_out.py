"""The rule of getting out: whoever stands in ground that harms has nothing else in mind."""

from __future__ import annotations

from typing import Final

from bidden.events.minds import WhatMind
from bidden.rules.ground.dangers import harms_who_stays
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
        if question.plan and harms_who_stays(question.enactor, world):
            question.plan = [ESCAPE, *question.plan]
