"""Crowds: the cost per game step of many creatures and items that have nothing to do.

The creatures live in a hall and have not seen an enemy: the player stands in a closet next to it.
They wander for a while and then wait. The items lie on a level of a whole game in which the player
waits, either out of sight only or all over the level. The game identifies visible items each turn,
because the player remembers them. Worlds of different sizes alternate turn by turn. Times are CPU
time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from time import process_time_ns
from typing import Final

from benchmarks.chasing import Room
from benchmarks.measure import uncollected
from benchmarks.results import Figure, Section, Target
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.mods import RUN
from bidden.events.places import Spawn
from bidden.intents import Wait
from bidden.rules.knowledge.vision import Vision
from bidden.session import Session
from bidden.state import Levels

__all__ = ["closet", "crowded", "strewn"]

WIDTH, HEIGHT = 80, 43
CLOSET: Final = (1, 1)
COUNTS: Final = (100, 1_000)
THINGS: Final = 1_000
SEED: Final = 2026
SETTLING: Final = 40
"""Number of turns before measuring starts."""
TURNS: Final = 60
MOST: Final = 15_000
"""Target cost of a creature per step, in nanoseconds."""
_TOUGH: Final = 1_000_000_000


def crowded() -> Section:
    """Measure both creatures and items."""
    halls = [closet(count).turn for count in (0, *COUNTS)]
    nobody, few, many = _in_turn(halls)
    each = {
        count: (spent - nobody) / count for count, spent in zip(COUNTS, (few, many), strict=True)
    }
    sessions = [strewn(0), strewn(THINGS, seen=False), strewn(THINGS, seen=True)]
    bare, hidden, about = _in_turn([partial(_wait, session) for session in sessions])
    return Section(
        "crowded",
        "Crowds: creatures and things that have nothing to do",
        figures=[
            *(
                Figure(f"a creature of {count:,}, a step", each[count] / 1e3, "µs")
                for count in COUNTS
            ),
            Figure("a step of a whole game in which the player waits", bare / 1e3, "µs"),
            Figure(f"the same with {THINGS:,} things out of sight", hidden / 1e3, "µs"),
            Figure(f"the same with {THINGS:,} things all over the level", about / 1e3, "µs"),
        ],
        targets=[
            Target("a creature of 1,000, of 15 µs a step", each[COUNTS[-1]] / MOST, 1),
            Target("a step among 1,000 creatures, of ten among 100", many / (10 * few), 1),
            Target("a step with 1,000 things out of sight, of one without", hidden / bare, 1.05),
            Target("a step with 1,000 things all over, of one without", about / bare, 1.05),
        ],
    )


def closet(creatures: int) -> Room:
    """Create a hall with creatures, and the player in a closet without a view of it."""
    inner = "#.#" + "." * (WIDTH - 4) + "#"
    rows = ["#" * WIDTH, inner, *["###" + inner[3:]] * (HEIGHT - 3), "#" * WIDTH]
    spots = [(x, y) for y in range(1, HEIGHT - 1) for x in range(3, WIDTH - 1)]
    return Room([CLOSET, *Random(creatures).sample(spots, creatures)], rows)


def strewn(things: int, *, seen: bool = True) -> Session:
    """Start a game with items on random floor tiles, or only on tiles out of sight."""
    session = Session(SEED, level=RUN, read=False)
    world, here = session.world, session.player[Position]
    health, vision = session.player[Health], world.root[Vision]
    health.hp = health.most = _TOUGH
    floor = world.root[Levels].at(1).floor()
    for x, y in Random(things).sample(floor * 8, things):
        if seen or not vision.has_sight_of(Position(x, y, 1), here, world):
            world.publish(Spawn(world.root, None, "ration", x, y, 1))
    return session


def _wait(session: Session, _: int) -> None:
    session.perform(Wait())


def _in_turn(acts: Sequence[Callable[[int], object]]) -> list[float]:
    """Return the mean time of each function per turn in ns, after the settling turns."""
    spent: list[list[int]] = [[] for _ in acts]
    with uncollected():
        for number in range(SETTLING + TURNS):
            for place in range(len(acts)) if number % 2 else range(len(acts) - 1, -1, -1):
                start = process_time_ns()
                acts[place](number)
                if number >= SETTLING:
                    spent[place].append(process_time_ns() - start)
    return [sum(one) / TURNS for one in spent]
