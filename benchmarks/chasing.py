"""Chasing: what a monster's turn costs when all chase one player through an open room.

The rival is the scheme of the tcod tutorial (version 2), as people write it: entities in a set,
actions as small objects that are performed, a field of view computed once a turn for the player,
and each monster in view, each turn, makes an array of costs from the walkable tiles, adds 10 for
each entity that blocks, lets tcod find a path to the player, and takes its first step.

Here all goes through events, as in a game, with its rules, the agenda and the digest: TakeTurn,
Move, Attack, TakeDamage. The message log is left out, as the rival has none. Both begin each
round anew, scattered alike, with the player walking round the room for as long as nobody is in
the way; nobody dies of it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import Any, Final

import numpy as np
import tcod.constants
import tcod.map
import tcod.path

from benchmarks.measure import WorkError
from benchmarks.results import Figure, Section, Target
from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.catalogue import load_catalogue
from bidden.events.effects import what_is
from bidden.events.movement import Arrive, Move
from bidden.events.turns import TakeTurn
from bidden.order import COMPONENTS
from bidden.rules.body.corpses import Corpses
from bidden.rules.body.metabolism import Metabolism
from bidden.rules.knowledge.nearest_foe import NearestFoe
from bidden.rules.knowledge.vision import Vision
from bidden.rules.magic.conditions import Conditions
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.mind_control import MindControl
from bidden.rules.movement.occupancy import Occupancy
from bidden.rules.movement.pathfinding import Pathfinding
from bidden.rules.places.spawning import Spawning
from bidden.rules.places.stairs import Stairs
from bidden.state import Level, Levels
from eventcore import Digest, World
from eventcore.time import add_timers, next_actor, start_clock

__all__ = ["Room", "TutorialRoom", "chasing"]

WIDTH, HEIGHT = 80, 43
START: Final = (10, 8)
EAST, SOUTH = 60, 26
COUNTS: Final = (50, 200, 1_000)
ROUNDS: Final = 5
TURNS: Final = 20
"""How many turns a round has."""
RIVAL_TURNS: Final = {50: 20, 200: 10, 1_000: 2}
"""How many turns are compared with the rival: with 1,000 monsters one takes it a second."""
SIGHT: Final = 100
"""How far all see: as far as the room goes."""
TOUGH: Final = 1_000_000_000

Spot = tuple[int, int]


def chasing() -> Section:
    """Measure both schemes at each number of monsters."""
    mine: dict[int, list[float]] = {count: [] for count in COUNTS}
    ratios: dict[int, list[float]] = {count: [] for count in COUNTS}
    for number in range(ROUNDS):
        for count in COUNTS if number % 2 else COUNTS[::-1]:
            turns = RIVAL_TURNS[count]
            spots = scattered(count, number)
            first, rest = Room(spots).run(TURNS, turns)
            mine[count].append((first * turns + rest * (TURNS - turns)) / TURNS)
            theirs, _ = TutorialRoom(spots).run(turns, turns)
            ratios[count].append(theirs / first)
    cost = {count: median(mine[count]) for count in COUNTS}
    ratio = {count: median(ratios[count]) for count in COUNTS}
    # Of the same round: what else the machine did fell on both.
    grown = median(many / few for many, few in zip(mine[1_000], mine[50], strict=True))
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
    """Give the room: floor, with a wall around."""
    return ["#" * WIDTH, *["#" + "." * (WIDTH - 2) + "#"] * (HEIGHT - 2), "#" * WIDTH]


def scattered(count: int, seed: int) -> list[Spot]:
    """Give tiles to begin on, each once: the player's in a corner, and the monsters'."""
    spots = [(x, y) for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1)]
    spots.remove(START)
    return [START, *Random(seed).sample(spots, count)]


def route(turn: int) -> Spot:
    """Give the player's step in a turn: round the room, some way from its walls."""
    turn %= 2 * (EAST + SOUTH)
    for length, step in ((EAST, (1, 0)), (SOUTH, (0, 1)), (EAST, (-1, 0))):
        if turn < length:
            return step
        turn -= length
    return 0, -1


def timed(turns: int, first: int, monsters: int, take: Callable[[int], int]) -> tuple[float, float]:
    """Give the nanoseconds that a monster's turn took in the first turns, and in the rest.

    Raises:
        WorkError: Not every monster had each of its turns.
    """
    spent = [0, 0]
    take(0)  # the first may compile, sort or cache
    gc.collect()
    gc.disable()
    try:
        for turn in range(turns):
            start = perf_counter_ns()
            took = take(1 + turn)
            spent[turn >= first] += perf_counter_ns() - start
            if took != monsters:
                raise WorkError(f"{took} of {monsters} monsters had a turn")
    finally:
        gc.enable()
    rest = max(1, turns - first)
    return spent[0] / (first * monsters), spent[1] / (rest * monsters)


class Room:
    """A room of the game, with all its rules."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        catalogue = load_catalogue(COMPONENTS)
        world = self.world = World(seed=1, components=COMPONENTS)
        self.digest = Digest(world)
        add_timers(world, catalogue.timers)
        seeing = (Occupancy(), Vision(), NearestFoe(), Pathfinding(), Levels([Level(ground())]))
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
        """Let turns go by; see ``timed``."""
        return timed(turns, first, len(self.monsters), self.turn)

    def turn(self, number: int) -> int:
        """Let the player act, and then all who are due, as a session does."""
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


class TutorialEntity:
    """An entity of the tutorial's."""

    def __init__(self, x: int, y: int, power: int, defense: int) -> None:
        self.x = x
        self.y = y
        self.blocks_movement = True
        self.hp = TOUGH
        self.power = power
        self.defense = defense


class TutorialMap:
    """A map of the tutorial's."""

    def __init__(self) -> None:
        self.tiles: Any = np.zeros((WIDTH, HEIGHT), dtype=np.bool_, order="F")
        self.tiles[1:-1, 1:-1] = True
        self.visible: Any = np.zeros((WIDTH, HEIGHT), dtype=np.bool_, order="F")
        self.entities: set[TutorialEntity] = set()

    def get_blocking_entity_at(self, x: int, y: int) -> TutorialEntity | None:
        for entity in self.entities:
            if entity.blocks_movement and entity.x == x and entity.y == y:
                return entity
        return None


class Impossible(Exception):
    """What a performed action raises that cannot be."""


class TutorialAction:
    """An action of the tutorial's: something an entity does in a direction."""

    def __init__(self, game_map: TutorialMap, entity: TutorialEntity, dx: int, dy: int) -> None:
        self.game_map = game_map
        self.entity = entity
        self.dx = dx
        self.dy = dy

    @property
    def dest_xy(self) -> Spot:
        return self.entity.x + self.dx, self.entity.y + self.dy

    @property
    def blocking_entity(self) -> TutorialEntity | None:
        return self.game_map.get_blocking_entity_at(*self.dest_xy)

    def perform(self) -> None:
        raise NotImplementedError


class MeleeAction(TutorialAction):
    """Hit whoever is there."""

    def perform(self) -> None:
        target = self.blocking_entity
        if target is None:
            raise Impossible("Nothing to attack.")
        damage = self.entity.power - target.defense
        if damage > 0:
            target.hp -= damage


class MovementAction(TutorialAction):
    """Go there."""

    def perform(self) -> None:
        x, y = self.dest_xy
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            raise Impossible("That way is blocked.")
        if not self.game_map.tiles[x, y]:
            raise Impossible("That way is blocked.")
        if self.blocking_entity is not None:
            raise Impossible("That way is blocked.")
        self.entity.x, self.entity.y = x, y


class BumpAction(TutorialAction):
    """Hit whoever is there, or go there."""

    def perform(self) -> None:
        kind = MeleeAction if self.blocking_entity else MovementAction
        kind(self.game_map, self.entity, self.dx, self.dy).perform()


class HostileEnemy:
    """The mind of a monster of the tutorial's."""

    def __init__(self, game_map: TutorialMap, entity: TutorialEntity) -> None:
        self.game_map = game_map
        self.entity = entity
        self.path: list[list[int]] = []

    def get_path_to(self, dest_x: int, dest_y: int) -> list[list[int]]:
        cost = np.array(self.game_map.tiles, dtype=np.int8)
        for entity in self.game_map.entities:
            if entity.blocks_movement and cost[entity.x, entity.y]:
                cost[entity.x, entity.y] += 10
        graph = tcod.path.SimpleGraph(cost=cost, cardinal=2, diagonal=3)
        pathfinder = tcod.path.Pathfinder(graph)
        pathfinder.add_root((self.entity.x, self.entity.y))
        path: list[list[int]] = pathfinder.path_to((dest_x, dest_y))[1:].tolist()
        return path

    def perform(self, target: TutorialEntity) -> None:
        dx, dy = target.x - self.entity.x, target.y - self.entity.y
        if self.game_map.visible[self.entity.x, self.entity.y]:
            if max(abs(dx), abs(dy)) <= 1:
                MeleeAction(self.game_map, self.entity, dx, dy).perform()
                return
            self.path = self.get_path_to(target.x, target.y)
        if self.path:
            x, y = self.path.pop(0)
            dx, dy = x - self.entity.x, y - self.entity.y
            MovementAction(self.game_map, self.entity, dx, dy).perform()


class TutorialRoom:
    """The room as the tutorial has it."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.map = TutorialMap()
        self.player = TutorialEntity(*spots[0], power=5, defense=1)
        monsters = [TutorialEntity(*spot, power=5, defense=0) for spot in spots[1:]]
        self.map.entities = {self.player, *monsters}
        self.minds = [HostileEnemy(self.map, monster) for monster in monsters]

    def run(self, turns: int, first: int) -> tuple[float, float]:
        """Let turns go by; see ``timed``."""
        return timed(turns, first, len(self.minds), self.turn)

    def turn(self, number: int) -> int:
        """Let the player act, then the monsters, and then the player look."""
        self.map.visible = tcod.map.compute_fov(
            self.map.tiles,
            (self.player.x, self.player.y),
            radius=0,
            algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
        )
        with suppress(Impossible):
            BumpAction(self.map, self.player, *route(number)).perform()
        for mind in self.minds:
            with suppress(Impossible):
                mind.perform(self.player)
        return len(self.minds)
