"""Bumping: a step into something becomes another event."""

from bidden.events.combat import Attack
from bidden.events.movement import Move, Open
from eventcore.outcome import DONE, REPLACED
from tests.bidden.scenes import MakeScene


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
