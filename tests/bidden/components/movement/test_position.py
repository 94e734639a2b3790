"""Stepping: turning a direction into a tile, and going there."""

import pytest

from bidden.events.movement import Displace, Move
from bidden.events.queries import WhatIsAt
from eventcore.outcome import DONE, FAILED
from tests.bidden.scenes import MakeScene, hp, place

ROOM = """
#####
#...#
#.@.#
#...#
#####
"""


@pytest.mark.parametrize(
    ("dx", "dy", "there"),
    [
        (0, -1, (2, 1)),
        (1, -1, (3, 1)),
        (1, 0, (3, 2)),
        (1, 1, (3, 3)),
        (0, 1, (2, 3)),
        (-1, 1, (1, 3)),
        (-1, 0, (1, 2)),
        (-1, -1, (1, 1)),
    ],
)
def test_a_step_goes_to_the_neighbouring_tile_in_its_direction(
    make_scene: MakeScene, dx: int, dy: int, there: tuple[int, int]
) -> None:
    scene = make_scene(ROOM)
    move = scene.world.publish(Move(scene["@"], dx, dy))
    assert move.outcome is DONE
    assert place(scene["@"]) == there


def test_standing_still_is_no_step(make_scene: MakeScene) -> None:
    scene = make_scene(ROOM)
    move = scene.world.publish(Move(scene["@"], 0, 0))
    assert (move.outcome, move.reason) == (FAILED, "still")


@pytest.mark.parametrize(("dx", "dy"), [(2, 0), (5, 0), (-2, 0), (0, 2), (0, -7), (1, 2)])
def test_step_of_two_tiles_is_refused(make_scene: MakeScene, dx: int, dy: int) -> None:
    scene = make_scene(ROOM)
    move = scene.world.publish(Move(scene["@"], dx, dy))
    assert (move.outcome, move.reason) == (FAILED, "far")
    assert place(scene["@"]) == (2, 2)


def test_a_leap_onto_a_foe_is_no_blow_at_a_distance(make_scene: MakeScene) -> None:
    scene = make_scene("#@....z#")
    move = scene.world.publish(Move(scene["@"], 5, 0))
    assert (move.reason, move.replacement) == ("far", None)
    assert scene.kinds == ["Move"]
    assert hp(scene["z"]) == 8


# Being displaced


def test_displaced_creature_leaves_and_arrives(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#")
    displace = scene.world.publish(Displace(scene["z"], scene["@"], 2, 0))
    assert scene.kinds == ["Displace", "Leave", "Arrive"]
    assert [event.cause for event in scene.ear.events[1:]] == [displace] * 2
    assert scene.now == "#.@z#"
    for x, there in ((1, []), (2, [scene["@"]])):
        assert scene.world.ask(WhatIsAt(scene.world.root, x, 0, 1)).found == there
