"""Rooted creatures stay where they are."""

from bidden.events.combat import Attack
from bidden.events.movement import Move
from tests.bidden.scenes import MakeScene


def test_the_rooted_go_nowhere(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#", zombie={"Rooted": {}})
    assert scene.world.publish(Move(scene["z"], -1, 0)).reason == "rooted"
    assert scene.now == "#@.z#"


def test_the_rooted_strike_who_is_beside_them(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Rooted": {}})
    move = scene.world.publish(Move(scene["z"], -1, 0))
    assert isinstance(move.replacement, Attack)
    assert move.replacement.done
