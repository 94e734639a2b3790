"""Moving and waiting: hunt, flee, escape harm, serve, wander and rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.situation import Situation
from bidden.components.movement.door import UsesDoors
from bidden.components.movement.position import Position
from bidden.events.queries import WhichStep
from bidden.grid.neighbours import AROUND, step_straight
from bidden.intents import Intent, Move, Wait
from bidden.rules.ground.dangers import danger_of, dangers_to, harms_who_stays
from eventcore import Entity, World

_AT_HEEL: Final = 2
"""The distance to the master, in steps, that is near enough."""
_DRIFT: Final = (Move(0, -1), Move(0, 1), Move(-1, 0), Move(1, 0), Wait())
_FLIT: Final = tuple(Move(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def step_by(world: World, who: Entity, goal: tuple[int, int], *, away: bool = False) -> Move | None:
    """Return the best step to a tile, or away from it, that nobody blocks, or None."""
    question = WhichStep(who, goal[0], goal[1], UsesDoors in who, away)
    step = world.ask(question).step
    return None if step is None else Move(*step)


def hunt(situation: Situation) -> Iterator[Intent]:
    """Go where a foe was last seen, and attack it. Wait while allies or a door are in the way."""
    if situation.goal is not None:
        step = step_by(situation.world, situation.who, situation.goal)
        if step is not None:
            yield step
        yield Wait()


def burrow(situation: Situation) -> Iterator[Intent]:
    """Go straight to where a foe was last seen, and attack whoever is in the way."""
    if situation.goal is not None:
        here = situation.who[Position]
        dx, dy = step_straight(situation.goal[0] - here.x, situation.goal[1] - here.y)
        if dx or dy:
            yield Move(dx, dy)


def lurk(situation: Situation) -> Iterator[Intent]:
    """Attack a foe on a neighbouring tile, without moving."""
    if situation.goal is not None:
        here = situation.who[Position]
        dx, dy = situation.goal[0] - here.x, situation.goal[1] - here.y
        if max(abs(dx), abs(dy)) == 1:
            yield Move(dx, dy)


def flee(situation: Situation) -> Iterator[Intent]:
    """Step to where a foe has the longest way to come, or nowhere if the way out is blocked."""
    if situation.goal is not None:
        step = step_by(situation.world, situation.who, situation.goal, away=True)
        if step is not None:
            yield step


def escape(situation: Situation) -> Iterator[Intent]:
    """Make the first step off harmful ground, straight ones before diagonal ones."""
    here = situation.who[Position]
    if not harms_who_stays(situation.who, situation.world):
        return
    harmful = [danger.tiles for danger in dangers_to(situation.who, situation.world)]
    for dx, dy in (*AROUND[::2], *AROUND[1::2]):
        tile = here.x + dx, here.y + dy
        if not any(tile in tiles for tiles in harmful):
            yield Move(dx, dy)


def is_at_heel(who: Entity, ruler: Entity) -> bool:
    """Return whether a creature is near enough to its master."""
    distance = ruler[Position].distance(who[Position])
    return distance is not None and distance <= _AT_HEEL


def serve(situation: Situation) -> Iterator[Intent]:
    """Go to the master if both are on the same level. Wait when near."""
    ruler, who = situation.ruler, situation.who
    if ruler is None or not ruler.alive or ruler is who:
        return
    there = ruler[Position]
    if there.level != who[Position].level:
        return
    if not is_at_heel(who, ruler):
        step = step_by(situation.world, who, there.tile)
        if step is not None:
            yield step
    yield Wait()


def wander(situation: Situation) -> Iterator[Intent]:
    """Move in one of four directions, or wait (Bidden's drifting), but avoid harmful ground."""
    drift = situation.world.stream("ai").pick(_DRIFT)
    yield Wait() if isinstance(drift, Move) and _leads_into_harm(drift, situation) else drift


def flit(situation: Situation) -> Iterator[Intent]:
    """Half of the time, dart in one of eight directions, but avoid harmful ground."""
    stream = situation.world.stream("ai")
    if stream.chance(1, 2):
        dart = stream.pick(_FLIT)
        if not _leads_into_harm(dart, situation):
            yield dart


def rest(situation: Situation) -> Iterator[Intent]:
    """Wait for a turn."""
    yield Wait()


def _leads_into_harm(step: Move, situation: Situation) -> bool:
    here = situation.who[Position]
    tile = here.x + step.dx, here.y + step.dy
    return danger_of(situation.who, tile, situation.world) is not None
