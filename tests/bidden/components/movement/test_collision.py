"""Collision: what is solid stops what is solid."""

import pytest

from bidden.events.combat import Die
from bidden.events.movement import Move
from eventcore.outcome import DONE, FAILED
from tests.bidden.scenes import MakeScene


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, -1), (0, 1), (1, 1)])
def test_walls_stop_a_step(make_scene: MakeScene, dx: int, dy: int) -> None:
    scene = make_scene("""
        ####
        ##@#
        ####
    """)
    before = scene.now
    move = scene.world.publish(Move(scene["@"], dx, dy))
    assert (move.outcome, move.reason) == (FAILED, "wall")
    assert str(move.failed_by) == "Collision.stop_at_walls (VALIDATE 110)"
    assert scene.now == before


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, -1), (0, 1)])
def test_beyond_the_edge_all_is_wall(make_scene: MakeScene, dx: int, dy: int) -> None:
    scene = make_scene("@")
    assert scene.world.publish(Move(scene["@"], dx, dy)).reason == "wall"
    assert scene.now == "@"


def test_a_shut_door_stops_who_does_not_open_it(make_scene: MakeScene) -> None:
    scene = make_scene("#z+.#")
    move = scene.world.publish(Move(scene["z"], 1, 0))
    assert (move.outcome, move.reason) == (FAILED, "door")
    assert str(move.failed_by) == "Collision.stop_at_what_is_solid (VALIDATE 120)"
    assert scene.now == "#z+.#"


def test_an_open_door_lets_everyone_through(make_scene: MakeScene) -> None:
    scene = make_scene("#z'.#")
    moves = [scene.world.publish(Move(scene["z"], 1, 0)) for _ in range(2)]
    assert [move.outcome for move in moves] == [DONE, DONE]
    assert scene.now == "#.'z#"


def test_a_tile_is_held_by_one_solid_creature(make_scene: MakeScene) -> None:
    scene = make_scene("#zz#")
    left, right = scene.all("z")
    assert scene.world.publish(Move(left, 1, 0)).reason == "occupied"
    assert scene.world.publish(Move(right, -1, 0)).reason == "occupied"
    assert scene.now == "#zz#"


def test_a_tile_that_was_left_is_free(make_scene: MakeScene) -> None:
    scene = make_scene("#zz.#")
    left, right = scene.all("z")
    scene.world.publish(Move(right, 1, 0))
    assert scene.world.publish(Move(left, 1, 0)).outcome is DONE
    assert scene.now == "#.zz#"


def test_who_is_not_solid_neither_stops_nor_is_stopped(make_scene: MakeScene) -> None:
    scene = make_scene("#zh#", zombie={"Collision": None, "Bump": None})
    assert scene.world.publish(Move(scene["z"], 1, 0)).outcome is DONE
    assert scene.world.publish(Move(scene["z"], 1, 0)).outcome is DONE


def test_a_corpse_is_in_nobodys_way(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert scene.now == "#@%#"
    assert scene.world.publish(Move(scene["@"], 1, 0)).outcome is DONE
    assert scene.now == "#.@#"
