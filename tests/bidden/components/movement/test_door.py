"""Doors: which creatures can use them, and the effects of opening and closing."""

from bidden.events.combat import Die
from bidden.events.movement import Close, Move, Open
from eventcore.outcome import DONE, FAILED
from tests.bidden.scenes import MakeScene


def test_a_shut_door_swings_open_and_shut_again(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#")
    assert scene.world.publish(Open(scene["@"], scene["+"])).outcome is DONE
    assert scene.now == "#@'.#"
    assert scene.world.publish(Close(scene["@"], scene["+"])).outcome is DONE
    assert scene.now == "#@+.#"


def test_corpse_keeps_a_door_open(make_scene: MakeScene) -> None:
    scene = make_scene("#@'z#")
    scene.world.publish(Move(scene["z"], -1, 0))
    assert scene.world.publish(Close(scene["@"], scene["'"])).reason == "occupied"
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert scene.world.publish(Close(scene["@"], scene["'"])).reason == "occupied"
    assert scene.now == "#@'.#"


def test_player_cannot_close_a_door_while_standing_in_it(make_scene: MakeScene) -> None:
    scene = make_scene("#@'.#")
    scene.world.publish(Move(scene["@"], 1, 0))
    assert scene.world.publish(scene.closing(scene["@"], 0, 0)).reason == "occupied"


def test_a_door_out_of_reach_is_not_opened(make_scene: MakeScene) -> None:
    scene = make_scene("#@.+.#")
    opening = scene.world.publish(Open(scene["@"], scene["+"]))
    assert (opening.outcome, opening.reason) == (FAILED, "far")
    assert scene.now == "#@.+.#"


def test_creature_without_hands_closes_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("#z'.#")
    closing = scene.world.publish(scene.closing(scene["z"], 1, 0))
    assert (closing.outcome, closing.reason) == (FAILED, "far")
