"""Bumping: a step into something is another event."""

from bidden.events.combat import Attack
from bidden.events.movement import Move, Open
from eventcore.outcome import DONE, FAILED, REPLACED
from tests.bidden.scenes import MakeScene, hp


def test_a_step_into_a_foe_becomes_a_blow(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    move = scene.world.publish(Move(scene["@"], 1, 0))
    assert move.outcome is REPLACED
    assert str(move.failed_by) == "Bump.strike_or_open (AIM 60)"
    attack = move.replacement
    assert isinstance(attack, Attack)
    assert (attack.outcome, attack.cause) == (DONE, move)
    assert (attack.enactor, attack.target) == (scene["@"], scene["z"])


def test_a_blow_is_struck_from_where_one_stands(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Move(scene["@"], 1, 0))
    assert scene.now == "#@z#"
    assert hp(scene["z"]) < 8


def test_creatures_bump_as_the_player_does(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Move(scene["z"], -1, 0))
    assert hp(scene["@"]) < 40
    assert scene.now == "#@z#"


def test_nobody_strikes_their_own_side(make_scene: MakeScene) -> None:
    scene = make_scene("#zz@h#")
    left, _ = scene.all("z")
    assert scene.world.publish(Move(left, 1, 0)).reason == "occupied"
    assert scene.world.publish(Move(scene["h"], -1, 0)).reason == "occupied"
    assert scene.kinds == ["Move", "Move"]


def test_a_step_into_a_shut_door_opens_it(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#")
    move = scene.world.publish(Move(scene["@"], 1, 0))
    assert move.outcome is REPLACED
    assert str(move.failed_by) == "Bump.strike_or_open (AIM 60)"
    assert isinstance(move.replacement, Open)
    assert move.replacement.done
    assert scene.now == "#@'.#"


def test_a_step_into_an_open_door_is_a_step(make_scene: MakeScene) -> None:
    scene = make_scene("#@'.#")
    assert scene.world.publish(Move(scene["@"], 1, 0)).outcome is DONE
    assert scene.kinds == ["Move"]
    assert scene.now == "#.@.#"


def test_a_foe_in_an_open_door_is_struck(make_scene: MakeScene) -> None:
    scene = make_scene("#@'z#")
    scene.world.publish(Move(scene["z"], -1, 0))
    move = scene.world.publish(Move(scene["@"], 1, 0))
    assert isinstance(move.replacement, Attack)
    assert move.replacement.target is scene["z"]


def test_zombies_do_not_open_doors(make_scene: MakeScene) -> None:
    scene = make_scene("#.+z#")
    move = scene.world.publish(Move(scene["z"], -1, 0))
    assert (move.outcome, move.reason, move.replacement) == (FAILED, "door", None)
    assert scene.kinds == ["Move"]
    assert scene.now == "#.+z#"


def test_a_creature_that_knows_doors_opens_them(make_scene: MakeScene) -> None:
    scene = make_scene("#.+z#", zombie={"UsesDoors": {}})
    scene.world.publish(Move(scene["z"], -1, 0))
    assert scene.now == "#.'z#"


def test_a_step_onto_free_ground_is_a_step(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#")
    assert scene.world.publish(Move(scene["@"], 1, 0)).outcome is DONE
    assert scene.kinds == ["Move"]
    assert scene.now == "#.@z#"
