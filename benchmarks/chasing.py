"""Chasing: the cost of a monster's turn when all monsters chase the player through an open room.

The rival is the engine of the tcod tutorial, as written in ``tutorial``.

Here every action is an event (TakeTurn, Move, Attack, TakeDamage), with the game's rules, agenda
and digest. The message log is left out, because the rival has none. Both start each round with the
same positions. The player walks around the room unless a monster blocks the way, and nobody dies.
Times are CPU time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time_ns
from typing import Final

from benchmarks.measure import WorkError, uncollected
from benchmarks.results import Figure, Section, Target
from benchmarks.tutorial import TOUGH, TutorialGame
from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.catalogue import load_catalogue
from bidden.events.effects import what_is
from bidden.events.movement import Arrive, Move
from bidden.events.turns import TakeTurn
from bidden.order import COMPONENTS
from bidden.rules.body.deaths import Corpses
from bidden.rules.knowledge.nearest_foe import NearestFoe
from bidden.rules.knowledge.vision import Vision
from bidden.rules.magic.conditions import Conditions
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.mind_control import MindControl
from bidden.rules.movement.occupancy import Occupancy
from bidden.rules.movement.pathfinding import Pathfinding
from bidden.rules.places.spawning import Spawning
from bidden.rules.places.stairs import Stairs
from bidden.rules.turns.pacing import Metabolism
from bidden.state import Level, Levels
from eventcore import Digest, World
from eventcore.time import add_timers, next_actor, start_clock

__all__ = ["Room", "chasing", "rival"]

WIDTH, HEIGHT = 80, 43
START: Final = (10, 8)
EAST, SOUTH = 60, 26
COUNTS: Final = (50, 200, 1_000)
ROUNDS: Final = 3
TURNS: Final = 20
"""Number of turns in a round."""
RIVAL_TURNS: Final = {50: 20, 200: 10, 1_000: 1}
"""Turns compared with the rival, which needs a second for one with 1,000 monsters."""
SIGHT: Final = 100
"""Sight radius of every creature: the whole room."""

Spot = tuple[int, int]


def chasing() -> Section:
    """Measure both engines at each number of monsters."""
    mine: dict[int, list[float]] = {count: [] for count in COUNTS}
    ratios: dict[int, list[float]] = {count: [] for count in COUNTS}
    for number in range(ROUNDS):
        for count in COUNTS if number % 2 else COUNTS[::-1]:
            turns = RIVAL_TURNS[count]
            spots = scattered(count, number)
            first, rest = Room(spots).run(TURNS, turns)
            mine[count].append((first * turns + rest * (TURNS - turns)) / TURNS)
            theirs, _ = rival(spots, turns)
            ratios[count].append(theirs / first)
    cost = {count: median(mine[count]) for count in COUNTS}
    ratio = {count: median(ratios[count]) for count in COUNTS}
    # Use times of the same round, so other load on the machine affected both.
    grown = median(many / few for many, few in zip(mine[COUNTS[-1]], mine[COUNTS[0]], strict=True))
    return Section(
        "chasing",
        f"Chasing: monsters that all chase in a room of {WIDTH} × {HEIGHT} tiles",
        figures=[
            *(Figure(f"actor-turns a second, {n:,} monsters", 1e9 / cost[n], "") for n in COUNTS),
            *(Figure(f"a monster's turn among {n:,}", cost[n] / 1e3, "µs") for n in COUNTS),
            *(Figure(f"times as fast as the tutorial's, {n:,}", ratio[n], "") for n in COUNTS),
        ],
        targets=[
            *(
                Target(f"a turn among {n}, of the tutorial's", 1 / ratio[n], 1 / 10)
                for n in COUNTS[:2]
            ),
            Target("a monster's turn among 1,000, of that among 50", grown, 1.25),
        ],
    )


def ground() -> list[str]:
    """Return the rows of the room: floor surrounded by walls."""
    return ["#" * WIDTH, *["#" + "." * (WIDTH - 2) + "#"] * (HEIGHT - 2), "#" * WIDTH]


def scattered(count: int, seed: int) -> list[Spot]:
    """Return distinct starting tiles: the player's near a corner, then the monsters'."""
    spots = [(x, y) for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1)]
    spots.remove(START)
    return [START, *Random(seed).sample(spots, count)]


def route(turn: int) -> Spot:
    """Return the player's step in a turn, on a loop around the room away from its walls."""
    turn %= 2 * (EAST + SOUTH)
    for length, step in ((EAST, (1, 0)), (SOUTH, (0, 1)), (EAST, (-1, 0))):
        if turn < length:
            return step
        turn -= length
    return 0, -1


def timed(turns: int, first: int, monsters: int, take: Callable[[int], int]) -> tuple[float, float]:
    """Return the mean time of a monster's turn in the first turns and in the rest, in ns.

    Raises:
        WorkError: A monster missed a turn.
    """
    spent = [0, 0]
    take(0)  # the first turn may compile, sort or cache
    with uncollected():
        for turn in range(turns):
            start = process_time_ns()
            took = take(1 + turn)
            spent[turn >= first] += process_time_ns() - start
            if took != monsters:
                raise WorkError(f"{took} of {monsters} monsters had a turn")
    rest = max(1, turns - first)
    return spent[0] / (first * monsters), spent[1] / (rest * monsters)


class Room:
    """A room in the game, with its rules."""

    def __init__(self, spots: Sequence[Spot], rows: Sequence[str] = ()) -> None:
        """Place the player on the first spot and monsters on the others.

        Args:
            spots: Starting positions as (column, row).
            rows: The map rows; `ground()` by default.
        """
        catalogue = load_catalogue(COMPONENTS)
        world = self.world = World(seed=1, components=COMPONENTS)
        self.digest = Digest(world)
        add_timers(world, catalogue.timers)
        seeing = (
            Occupancy(),
            Vision(),
            NearestFoe(),
            Pathfinding(),
            Levels([Level([*rows] or ground())]),
        )
        rules = (Conditions(), MindControl(), Metabolism(), Stairs(), Spawning(), Corpses())
        for rule in (Effects(catalogue.effects), *seeing, *rules):
            world.attach(world.root, rule)
        names = ["you", *["orc"] * (len(spots) - 1)]
        everyone = [
            world.spawn(Position(*spot), *catalogue.make(name))
            for name, spot in zip(names, spots, strict=True)
        ]
        self.player, *self.monsters = everyone
        for one in everyone:
            one[Health].hp = one[Health].most = TOUGH
            one[Mind].radius = SIGHT
        start_clock(world)
        for one in everyone:
            world.publish(Arrive(one))
            world.agenda.schedule(one, priority=int(one is not self.player))

    def run(self, turns: int, first: int) -> tuple[float, float]:
        """Run turns and return their times; see ``timed``."""
        return timed(turns, first, len(self.monsters), self.turn)

    def turn(self, number: int) -> int:
        """Let the player act, then every monster that is due, as a session does."""
        world, player, agenda = self.world, self.player, self.world.agenda
        world.publish(Move(player, *route(number)))
        agenda.delay(player, 100, what_is(world, player, "speed", 100))
        took = 0
        while (actor := next_actor(world)) is not player:
            if actor is None:
                raise WorkError("nobody is due")
            turn = world.publish(TakeTurn(actor))
            agenda.delay(actor, max(1, turn.cost), max(10, what_is(world, actor, "speed", 100)))
            took += 1
        self.digest.seal()
        return took


def rival(spots: Sequence[Spot], turns: int) -> tuple[float, float]:
    """Run turns of the tutorial's engine and return their times; see ``timed``."""
    game = TutorialGame(ground(), spots)
    return timed(turns, turns, len(game.minds), lambda number: game.turn(route(number)))
