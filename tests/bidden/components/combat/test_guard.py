"""Guarding: how blows are turned aside."""

from bidden.events.combat import Attack
from tests.bidden.scenes import MakeScene


def test_defence_leaves_nothing_less_than_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Fighter": {"defence": 100}})
    assert scene.world.publish(Attack(scene["@"], scene["z"])).strength == 0


def test_without_a_guard_defence_does_not_tell(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Fighter": {"defence": 100}, "Guard": None})
    assert scene.world.publish(Attack(scene["@"], scene["z"])).strength == 5
