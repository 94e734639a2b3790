"""Scripts: what happens on which turn of a scenario."""

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
    """An effect in the script of a scenario.

    Attributes:
        effect: The name of the effect.
        turns: The duration; 0 for the default duration.
        level: The level of the effect.
        after: The turn on which it starts; 0 for the beginning.
        on: The name of the creatures that it affects.
        by: The name of the creature that causes it; empty for each target itself.
    """

    effect: str
    turns: Annotated[int, Meta(ge=0)] = 0
    level: Annotated[int, Meta(ge=1)] = 1
    after: Annotated[int, Meta(ge=0)] = 0
    on: str = "you"
    by: str = ""


@component
class Scenario(Component):
    """Starts the effects in the script of a scenario.

    Attributes:
        cues: The effects.
    """

    cues: list[Cue] = attrs.field(factory=list)

    @handles(BeginScenario, REACT, via="world")
    def start_the_first_effects(self, begin: BeginScenario, world: World) -> None:
        self._bring_about(0, world)

    @handles(Tick, REACT, via="world")
    def start_the_effects_that_are_due(self, tick: Tick, world: World) -> None:
        self._bring_about(world.turn, world)

    def _bring_about(self, turn: int, world: World) -> None:
        for cue in self.cues:
            if cue.after == turn:
                called = [*world.having(Title)]
                by = next((creature for creature in called if creature[Title].name == cue.by), None)
                for creature in called:
                    if creature[Title].name == cue.on and creature.alive:
                        source = creature if by is None else by
                        world.publish(Affect(source, creature, cue.effect, cue.turns, cue.level))
