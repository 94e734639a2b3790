"""Pathfinding: the best free step towards a tile or away from it."""

from __future__ import annotations

import pytest

from bidden.components.movement.position import Position
from bidden.events.movement import Move
from bidden.events.queries import WhichStep
from bidden.events.turns import TakeTurn
from tests.bidden.scenes import MakeScene, Scene


def step(
    scene: Scene, to: tuple[int, int], *, opens_doors: bool = False, away: bool = False
) -> tuple[int, int] | None:
    return scene.world.ask(WhichStep(scene["z"], *to, opens_doors, away)).step


def test_the_way_leads_round_walls(make_scene: MakeScene) -> None:
    scene = make_scene("""
        #######
        #@#..z#
        #.#.###
        #...###
        #######
    """)
    assert step(scene, (1, 1)) == (-1, 0)
    scene.world.publish(Move(scene["z"], -1, 0))
    assert step(scene, (1, 1)) == (-1, 1)


def test_shut_door_blocks_the_path_of_a_creature_that_cannot_open_doors(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("""
        #######
        #@+z..#
        #.##.##
        #....##
        #######
    """)
    assert step(scene, (1, 1)) == (1, 1)
    assert step(scene, (1, 1), opens_doors=True) == (-1, 0)


def test_creature_behind_a_shut_door_walks_as_near_as_it_can(make_scene: MakeScene) -> None:
    scene = make_scene("#@+..z#")
    assert step(scene, (1, 0)) == (-1, 0)
    assert step(make_scene("#@+z..#"), (1, 0)) is None


def test_pathfinding_steps_around_a_creature_in_the_way(make_scene: MakeScene) -> None:
    scene = make_scene("""
        ......
        @..hz.
        ......
    """)
    assert step(scene, (0, 1)) == (-1, 1)
    crowded = make_scene("""
        ...h..
        @..hz.
        ...h..
    """)
    assert step(crowded, (0, 1)) == (0, -1)  # the same distance, but it may lead past them
    walled = make_scene("#@hz#")
    assert step(walled, (1, 0)) is None


@pytest.mark.parametrize("goal", [(-5, 0), (0, -1), (2**70, 0), (99, 99)])
def test_step_toward_a_goal_beyond_the_map_edge_raises_no_error(
    make_scene: MakeScene, goal: tuple[int, int]
) -> None:
    scene = make_scene("#@.z.#")
    assert step(scene, goal) in [None, (1, 0), (-1, 0)]


def test_creatures_in_a_crowd_never_try_a_move_that_would_be_refused(make_scene: MakeScene) -> None:
    scene = make_scene("""
        .........
        .........
        ..@.zzzz.
        ....zzzz.
        ....zzzz.
        .........
    """)
    refused = []
    scene.world.observe(Move, lambda move: refused.append(move) if move.failed else None)
    for _ in range(6):
        for zombie in scene.all("z"):
            scene.world.publish(TakeTurn(zombie))
    assert refused == []
    beside = [zombie[Position].distance(scene["@"][Position]) for zombie in scene.all("z")].count(1)
    assert beside >= 6  # they surrounded the player instead of queueing
