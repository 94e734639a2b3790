"""Going: the step towards a tile, or away from it."""

from __future__ import annotations

from bidden.components.movement.bump import Bump
from bidden.events.queries import WhichStep
from bidden.intents import Walk
from eventcore import Entity, World

__all__ = ["step_by"]


def step_by(world: World, who: Entity, goal: tuple[int, int], *, away: bool = False) -> Walk | None:
    """Ask for the best step that nobody is in the way of; None where there is none."""
    bump = who.get(Bump)
    question = WhichStep(who, goal[0], goal[1], bump is not None and bump.opens_doors, away)
    step = world.ask(question).step
    return None if step is None else Walk(*step)
