"""Walking: the cost of a step in the whole game and in the tutorial's engine on the same level.

The player walks between random places of a first level. The rival, written in ``tutorial``, has
the same map and the same number of monsters in the same positions. The game runs all its rules and
the digest that recording needs; the rival has no noise, scent, gas, darkness or player memory. The
player attacks any monster that blocks the way, and nobody dies. Both walk alternately, several
steps at a time, and the message log stays empty. Times are CPU time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import median
from time import process_time_ns
from typing import Final

from benchmarks.results import Figure, Section, Target
from benchmarks.tutorial import TOUGH, TutorialGame
from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.content.mods import FIRST
from bidden.grid.neighbours import AROUND
from bidden.intents import Move
from bidden.session import Session
from bidden.state import Levels, Secret, Stair
from eventcore import Entity

__all__ = ["Walk", "walking"]

SEEDS: Final = (1, 2, 3, 4)
STEPS: Final = 400
LEG: Final = 40
"""Number of steps towards each place before turning to the next."""
PLACES: Final = 10
AT_A_TIME: Final = 20
RADIUS: Final = 8
"""Sight radius of the player in the tutorial's engine."""

Tile = tuple[int, int]


class Walk:
    """A walk between places of a level that can continue from any of its tiles."""

    def __init__(self, tiles: Sequence[Tile], start: Tile, seed: int) -> None:
        """Choose the places to visit.

        Args:
            tiles: The tiles that may be entered.
            start: The starting tile.
            seed: The seed for choosing the places.
        """
        open_ones = {*tiles}
        reached = [*_steps_from(start, open_ones)]
        goals = Random(seed).sample(reached, PLACES)
        self._fields = [_steps_from(goal, open_ones) for goal in goals]

    def step(self, number: int, spot: Tile) -> Tile:
        """Return the next step from a tile, as (columns, rows)."""
        field = self._fields[number // LEG % PLACES]
        x, y = spot
        far = {(dx, dy): field.get((x + dx, y + dy), len(field)) for dx, dy in AROUND}
        return min(far, key=far.__getitem__)


def walking() -> Section:
    """Measure both engines on one level per seed."""
    mine, ratios, monsters = list[float](), list[float](), list[float]()
    for seed in SEEDS:
        here, there, number = _walked(seed)
        mine.append(here)
        ratios.append(there / here)
        monsters.append(number)
    ratio = median(ratios)
    return Section(
        "walking",
        "Walking: steps of the whole game, beside the tutorial's engine on the same level",
        figures=[
            Figure("monsters on the level", median(monsters), ""),
            Figure("a step of the whole game", median(mine) / 1e3, "µs"),
            Figure("one of the tutorial's", ratio * median(mine) / 1e3, "µs"),
        ],
        targets=[Target("a step of the whole game, of the tutorial's", 1 / ratio, 1 / 5)],
    )


def _walked(seed: int) -> tuple[float, float, int]:
    """Return the time of a step here and in the rival in ns, and the number of monsters."""
    session = Session(seed, level=FIRST, read=False)
    rival, walk, monsters = beside(session)
    spent = [0, 0]
    for first in range(0, STEPS, AT_A_TIME):
        for who in (0, 1) if first // AT_A_TIME % 2 else (1, 0):
            start = process_time_ns()
            for number in range(first, first + AT_A_TIME):
                if who:
                    rival.turn(walk.step(number, (rival.player.x, rival.player.y)))
                else:
                    here = session.player[Position]
                    session.perform(Move(*walk.step(number, (here.x, here.y))))
            spent[who] += process_time_ns() - start
    return spent[0] / STEPS, spent[1] / STEPS, len(monsters)


def beside(session: Session) -> tuple[TutorialGame, Walk, list[Entity]]:
    """Return the rival's game on the same level, the walk of both, and the monsters."""
    world, player, here = session.world, session.player, session.player[Position]
    level = world.root[Levels].at(1)
    fixed: Mapping[Tile, str] = {
        (one[Position].x, one[Position].y): "shunned"
        for kind in (Stair, Trap, Secret)
        for one in world.roster(kind, Position)
    }
    tiles = [tile for tile in level.floor() if tile not in fixed]
    monsters = [one for one in world.roster(Mind, Position) if one is not player]
    for one in (player, *monsters):
        one[Health].hp = one[Health].most = TOUGH
    start = here.x, here.y
    spots = [start, *((one[Position].x, one[Position].y) for one in monsters)]
    game = TutorialGame(level.rows, spots, radius=RADIUS)
    return game, Walk([start, *tiles], start, session.world.seed), monsters


def _steps_from(goal: Tile, tiles: set[Tile]) -> dict[Tile, int]:
    """Return the number of steps to the goal from each tile that reaches it, nearest first."""
    steps, front = {goal: 0}, [goal]
    for x, y in front:
        for dx, dy in AROUND:
            beside = x + dx, y + dy
            if beside in tiles and beside not in steps:
                steps[beside] = steps[x, y] + 1
                front.append(beside)
    return steps
