"""The rule of the script: what a scenario brings about, in which turn."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from bidden.events.effects import Affect
from bidden.events.turns import BeginScenario
from bidden.state import Title
from eventcore import REACT, Component, World, component, handles
from eventcore.time import Tick


@attrs.frozen
class Cue:
    """An effect that a scenario brings about.

    Attributes:
        effect: Its name.
        turns: How long it lasts; 0 for as long as such an effect does.
        level: How intense it is.
        after: In which turn it comes; 0 for at once.
        on: Upon whom: all that are called so.
        by: By whom: the first that is called so; by the owner itself where it is empty.
    """

    effect: str
    turns: Annotated[int, Meta(ge=0)] = 0
    level: Annotated[int, Meta(ge=1)] = 1
    after: Annotated[int, Meta(ge=0)] = 0
    on: str = "you"
    by: str = ""


@component
class Scenario(Component):
    """Brings about what a scenario has in store.

    Attributes:
        cues: What that is.
    """

    cues: list[Cue] = attrs.field(factory=list)

    @handles(BeginScenario, REACT, via="world")
    def start_the_first_effects(self, begin: BeginScenario, world: World) -> None:
        """Bring about the effects that come at once."""
        self._bring_about(0, world)

    @handles(Tick, REACT, via="world")
    def start_the_effects_that_are_due(self, tick: Tick, world: World) -> None:
        """Bring about the effects that come in this turn."""
        self._bring_about(world.turn, world)

    def _bring_about(self, turn: int, world: World) -> None:
        for cue in self.cues:
            if cue.after == turn:
                called = [*world.having(Title)]
                by = next((one for one in called if one[Title].name == cue.by), None)
                for one in called:
                    if one[Title].name == cue.on and one.alive:
                        source = one if by is None else by
                        world.publish(Affect(source, one, cue.effect, cue.turns, cue.level))
