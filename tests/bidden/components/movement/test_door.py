"""Hinges: what a door itself does when it is opened or shut."""

from bidden.events.combat import Die
from bidden.events.movement import Move, Open, Shut
from eventcore import DONE, FAILED
from tests.bidden.scenes import MakeScene


def test_a_shut_door_swings_open_and_shut_again(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#")
    assert scene.world.publish(Open(scene["@"], scene["+"])).outcome is DONE
    assert scene.now == "#@'.#"
    assert scene.world.publish(Shut(scene["@"], scene["+"])).outcome is DONE
    assert scene.now == "#@+.#"


def test_an_open_door_is_not_opened(make_scene: MakeScene) -> None:
    scene = make_scene("#@'.#")
    opening = scene.world.publish(Open(scene["@"], scene["'"]))
    assert (opening.outcome, opening.reason) == (FAILED, "open")
    assert str(opening.failed_by) == "Hinge.open_only_once (VALIDATE 120)"


def test_a_shut_door_is_not_shut(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#")
    shutting = scene.world.publish(Shut(scene["@"], scene["+"]))
    assert (shutting.outcome, shutting.reason) == (FAILED, "shut")
    assert str(shutting.failed_by) == "Hinge.shut_only_when_free (VALIDATE 120)"


def test_whatever_lies_in_a_door_keeps_it_open_a_corpse_too(make_scene: MakeScene) -> None:
    scene = make_scene("#@'z#")
    scene.world.publish(Move(scene["z"], -1, 0))
    assert scene.world.publish(Shut(scene["@"], scene["'"])).reason == "occupied"
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert scene.world.publish(Shut(scene["@"], scene["'"])).reason == "occupied"
    assert scene.now == "#@'.#"


def test_other_doors_stay_as_they_are(make_scene: MakeScene) -> None:
    scene = make_scene("#+@+#")
    left, _ = scene.all("+")
    scene.world.publish(Open(scene["@"], left))
    assert scene.now == "#'@+#"


def test_a_door_without_a_hinge_stays_as_it_is(make_scene: MakeScene) -> None:
    scene = make_scene("#@+.#", door={"Hinge": None})
    assert scene.world.publish(Open(scene["@"], scene["+"])).reason == "nothing"
    assert scene.now == "#@+.#"
