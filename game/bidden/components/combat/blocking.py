"""Blocking: shields stop some blows and missiles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.effects import WhatIs
from bidden.state import name_of
from eventcore import MODIFY, Component, World, component, handles


@component
class Blocking(Component):
    """Lets its item sometimes stop attacks and missiles against its wearer.

    Attributes:
        percent: The chance in percent.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]

    @handles(WhatIs, MODIFY + 36, via="owner")
    def tell_the_odds(self, question: WhatIs, world: World) -> None:
        """Add its part to the stat of its wearer."""
        if question.stat == "block":
            question.add(self.percent, name_of(self.entity))
