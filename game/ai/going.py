"""Going: the step towards a tile, or away from it."""

from __future__ import annotations

from eventcore import Entity, World
from game.components.bump import Bump
from game.events.asking import WhichStep
from game.intents import Walk

__all__ = ["step_by"]


def step_by(world: World, who: Entity, goal: tuple[int, int], *, away: bool = False) -> Walk | None:
    """Ask for the best step that nobody is in the way of; None where there is none."""
    bump = who.get(Bump)
    question = WhichStep(who, goal[0], goal[1], bump is not None and bump.opens_doors, away)
    step = world.ask(question).step
    return None if step is None else Walk(*step)
