"""Moving: the step towards a tile, or away from it."""

from __future__ import annotations

from bidden.components.movement.door import UsesDoors
from bidden.events.queries import WhichStep
from bidden.intents import Move
from eventcore import Entity, World


def step_by(world: World, who: Entity, goal: tuple[int, int], *, away: bool = False) -> Move | None:
    """Return the best step that nobody blocks, or None."""
    question = WhichStep(who, goal[0], goal[1], UsesDoors in who, away)
    step = world.ask(question).step
    return None if step is None else Move(*step)
