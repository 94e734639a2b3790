"""Steps in a direction, into an obstacle, or on the spot."""

import pytest

from bidden.components.movement.position import Waiting
from bidden.events.combat import Attack
from bidden.events.movement import Move, Open, Wait
from bidden.intents import Move as Step
from bidden.worldgen.plan import Placement
from eventcore.outcome import DONE, FAILED, REPLACED
from tests.bidden.scenes import MakeScene, MakeSession, creature, place, put

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


def test_waiting_is_counted_and_changes_nothing_else(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#")
    assert [scene.world.publish(Wait(scene["@"])).outcome for _ in range(3)] == [DONE] * 3
    assert (scene["@"][Waiting].waited, scene["z"][Waiting].waited) == (3, 0)
    assert scene.now == "#@.z#"
    assert scene.kinds == ["Wait"] * 3


def test_the_rooted_go_nowhere(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#", zombie={"Rooted": {}})
    assert scene.world.publish(Move(scene["z"], -1, 0)).reason == "rooted"
    assert scene.now == "#@.z#"


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


@pytest.mark.parametrize(("way", "glyph"), [((1, 0), "→"), ((-1, 0), "←")])
def test_one_way_passage_can_be_entered_from_one_side_only(
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


def test_a_step_into_a_foe_becomes_a_blow(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    move = scene.world.publish(Move(scene["@"], 1, 0))
    assert move.outcome is REPLACED
    attack = move.replacement
    assert isinstance(attack, Attack)
    assert (attack.outcome, attack.cause) == (DONE, move)
    assert (attack.enactor, attack.target) == (scene["@"], scene["z"])


def test_step_into_fellow_is_refused(make_scene: MakeScene) -> None:
    scene = make_scene("#zz@h#")
    left, _ = scene.all("z")
    assert scene.world.publish(Move(left, 1, 0)).reason == "occupied"
    assert scene.world.publish(Move(scene["h"], -1, 0)).reason == "occupied"
    assert scene.kinds == ["Move", "Move"]


def test_a_step_into_a_shut_door_opens_it(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#")
    move = scene.world.publish(Move(scene["@"], 1, 0))
    assert move.outcome is REPLACED
    assert isinstance(move.replacement, Open)
    assert move.replacement.done
    assert scene.now == "#@'.#"
