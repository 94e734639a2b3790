"""Quality: masterworks are better than their kind, and have a name."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bidden.events.effects import WhatIs
from bidden.events.things import Distinguish
from bidden.state import Inscribed, name_of
from eventcore import APPLY, MODIFY, REACT, Component, World, component, handles


@component
class Quality(Component):
    """Lets its item be better than its kind at random, more often on deeper levels.

    Attributes:
        stat: The stat of its wearer that it improves.
        percent: The chance in percent to be better, for each level below the first.
        most: The maximum improvement.
        better: The improvement.
    """

    stat: Literal["attack", "defence", "ranged"]
    percent: Annotated[int, Meta(ge=1, le=100)] = 8
    most: Annotated[int, Meta(ge=1)] = 2
    better: Annotated[int, Meta(ge=0)] = 0

    @handles(WhatIs, MODIFY + 37, via="owner")
    def tell(self, question: WhatIs, world: World) -> None:
        """Add its part to the stat of its wearer."""
        if question.stat == self.stat:
            question.add(self.better, f"quality of the {name_of(self.entity)}")

    # Once it is drawn how much, at APPLY.
    @handles(Distinguish, APPLY + 5, role="item")
    def be_better(self, distinguish: Distinguish, world: World) -> None:
        self.better = distinguish.better

    @handles(Distinguish, REACT, role="item")
    def bear_a_name(self, distinguish: Distinguish, world: World) -> None:
        if distinguish.called and Inscribed not in distinguish.item:
            world.attach(distinguish.item, Inscribed(distinguish.called))
