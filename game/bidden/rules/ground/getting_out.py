"""A creature on harmful ground leaves it before it does anything else."""

from __future__ import annotations

from typing import Final

from bidden.events.minds import WhatMind
from bidden.rules.ground.dangers import harms_who_stays
from eventcore import MODIFY, Component, World, component, handles

ESCAPE: Final = "escape"
"""The behaviour that leads out of harmful ground."""


@component
class GettingOut(Component):
    """Puts the escape first in a creature's plan."""

    # After what lasts on a creature has had its say, at MODIFY; who has no plan stays.
    @handles(WhatMind, MODIFY + 20, via="world")
    def get_out_first(self, question: WhatMind, world: World) -> None:
        """Put the escape before the plan if the creature's tile harms it."""
        if question.plan and harms_who_stays(question.enactor, world):
            question.plan = [ESCAPE, *question.plan]
