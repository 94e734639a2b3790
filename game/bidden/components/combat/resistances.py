"""Resistances: kinds of damage that a creature suffers less, not at all, or more."""

from __future__ import annotations

from bidden.events.combat import check_harms, resistance_to
from bidden.events.effects import WhatIs
from bidden.state import name_of
from eventcore import MODIFY, Component, World, component, handles


@component
class Resistances(Component):
    """Damage resistances of its creature, or of the wearer of its item.

    Their sum changes each ``TakeDamage`` of the kind.

    Attributes:
        percent: Percentage of each kind of damage that is prevented; negative values add damage.

    Raises:
        ValueError: A kind of harm is unknown.
    """

    percent: dict[str, int]

    def __attrs_post_init__(self) -> None:
        check_harms(self.percent)

    @handles(WhatIs, MODIFY + 20)
    def spare_its_creature(self, question: WhatIs, world: World) -> None:
        """Add the natural resistances of its creature."""
        self._add(question, "nature")

    @handles(WhatIs, MODIFY + 25, via="owner")
    def spare_its_wearer(self, question: WhatIs, world: World) -> None:
        """Add the resistances of its wearer."""
        self._add(question, name_of(self.entity))

    def _add(self, question: WhatIs, of: str) -> None:
        for kind, percent in self.percent.items():
            if question.stat == resistance_to(kind):
                question.add(percent, of)
