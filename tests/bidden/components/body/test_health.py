"""Health: hit points, and losing them."""

import pytest

from bidden.components.body.health import Health
from bidden.events.body import Heal
from bidden.events.combat import Die, TakeDamage
from tests.bidden.scenes import MakeScene, hp


def test_a_wound_costs_from_1_up_to_its_strength_and_each_of_these(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Health": {"hp": 900, "most": 900}})
    dealt = [scene.world.publish(TakeDamage(scene["z"], scene["@"], 3)).dealt for _ in range(100)]
    assert set(dealt) == {1, 2, 3}
    assert hp(scene["@"]) == 900 - sum(dealt)


@pytest.mark.parametrize("strength", [0, -3])
def test_a_wound_lessened_to_nothing_still_costs_1(make_scene: MakeScene, strength: int) -> None:
    scene = make_scene("#@z#")
    assert scene.world.publish(TakeDamage(scene["@"], scene["z"], strength)).dealt == 1


@pytest.mark.parametrize("seed", range(4))
def test_no_more_is_dealt_than_was_left(make_scene: MakeScene, seed: int) -> None:
    scene = make_scene("#@z#", seed=seed)
    wounds = [TakeDamage(scene["@"], scene["z"], 7) for _ in range(8)]
    dealt = [scene.world.publish(wound).dealt for wound in wounds]
    assert sum(dealt) == 8
    assert hp(scene["z"]) == 0


def test_death_comes_at_0_by_whoever_dealt_the_wound(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 1}})
    damage = scene.world.publish(TakeDamage(scene["@"], scene["z"], 1))
    die = scene.last(Die)
    assert (die.enactor, die.target, die.cause) == (scene["@"], scene["z"], damage)
    assert not scene["z"].alive


def test_healing_stops_at_what_one_has_unhurt(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 35}})
    you, world = scene["@"], scene.world
    assert world.publish(Heal(you, you, 15)).gained == 5
    assert world.publish(Heal(you, you, 15)).reason == "full"
    assert you[Health].hp == 40
