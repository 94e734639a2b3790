"""Walking: what a step of the whole game costs, beside the tutorial's engine on the same level.

The player walks from place to place of a first level, as somebody would who is after nothing. The
rival, as ``tutorial`` has it, has the same ground, and as many monsters where those of the game
stand. Here all rules are at work, with the digest that a recording needs: of noise, scent, gas,
darkness and what the player remembers the rival knows nothing. Who is in the way is struck, and
nobody dies of it. Both walk in turn, some steps at a time, and nobody reads what the player is
told. What is counted is the processor's time.
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
"""So many steps are taken towards a place, and then towards another."""
PLACES: Final = 10
AT_A_TIME: Final = 20
RADIUS: Final = 8
"""How far the player sees in the tutorial."""

Tile = tuple[int, int]


class Walk:
    """A way over a level, which leads on from wherever one stands."""

    def __init__(self, tiles: Sequence[Tile], start: Tile, seed: int) -> None:
        """Choose where to go.

        Args:
            tiles: Those that are walked on.
            start: The first of them.
            seed: Chooses the places.
        """
        open_ones = {*tiles}
        reached = [*_steps_from(start, open_ones)]
        goals = Random(seed).sample(reached, PLACES)
        self._fields = [_steps_from(goal, open_ones) for goal in goals]

    def step(self, number: int, spot: Tile) -> Tile:
        """Give the step to take, as columns and rows."""
        field = self._fields[number // LEG % PLACES]
        x, y = spot
        far = {(dx, dy): field.get((x + dx, y + dy), len(field)) for dx, dy in AROUND}
        return min(far, key=far.__getitem__)


def walking() -> Section:
    """Measure both on a level of each seed."""
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
    """Give the nanoseconds that a step takes here and there, and how many monsters there are."""
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
    """Give the rival's game of the same level, the way that both go, and who is met on it."""
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
    """Give how many steps it takes from tiles to a goal, the nearest first."""
    steps, front = {goal: 0}, [goal]
    for x, y in front:
        for dx, dy in AROUND:
            beside = x + dx, y + dy
            if beside in tiles and beside not in steps:
                steps[beside] = steps[x, y] + 1
                front.append(beside)
    return steps
