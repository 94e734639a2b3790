"""Collision: what is solid stops what is solid."""

import pytest

from bidden.events.movement import Move
from bidden.intents import Move as Step
from bidden.worldgen.plan import Placement
from eventcore.outcome import FAILED
from tests.bidden.scenes import MakeScene, MakeSession, creature, place, put


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
    assert scene.now == "#z+.#"


def test_a_tile_is_held_by_one_solid_creature(make_scene: MakeScene) -> None:
    scene = make_scene("#zz#")
    left, right = scene.all("z")
    assert scene.world.publish(Move(left, 1, 0)).reason == "occupied"
    assert scene.world.publish(Move(right, -1, 0)).reason == "occupied"
    assert scene.now == "#zz#"


@pytest.mark.parametrize(("way", "glyph"), [((1, 0), "→"), ((-1, 0), "←")])
def test_a_one_way_passage_is_stepped_onto_from_its_side_only(
    make_session: MakeSession, way: tuple[int, int], glyph: str
) -> None:
    session = make_session("#@.z#", zombie={"Mind": None})
    put(session, Placement("one-way passage", 2, 0, dx=way[0], dy=way[1]))
    session.perform(Step(-1, 0))
    zombie = creature(session, 3)
    moves = [session.world.publish(Move(who, dx, 0)) for who, dx in ((zombie, -1), (zombie, 1))]
    east = session.perform(Step(1, 0))
    if way == (1, 0):
        assert moves[0].reason == "one way"
        assert (east.reason, place(session.player)) == (None, (2, 0))
    else:
        assert moves[0].reason is None
        assert (east.reason, place(session.player)) == ("one way", (1, 0))
    session.perform(Step(-1, 0))
    assert session.view().tiles[0][2].glyph == glyph
    assert session.view().tiles[0][2].name == "a one-way passage"


def test_one_way_passage_admits_diagonal_steps(make_session: MakeSession) -> None:
    for y in (0, 1, 2):
        session = make_session("\n".join(".@...#" if row == y else "......" for row in range(3)))
        put(session, Placement("one-way passage", 2, 1, dx=1))
        assert session.perform(Step(1, 1 - y)).done
        assert session.perform(Step(1, y - 1)).done
        assert session.perform(Step(-1, 1 - y)).reason == "one way"
