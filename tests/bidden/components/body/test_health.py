"""Health: hit points, and losing them."""

import pytest

from bidden.components.body.health import Health
from bidden.events.body import Heal
from bidden.events.combat import Die, TakeDamage
from tests.bidden.scenes import MakeScene, draws, hp


def test_a_wound_costs_from_1_up_to_its_strength_and_each_of_these(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Health": {"hp": 900, "most": 900}})
    dealt = [scene.world.publish(TakeDamage(scene["z"], scene["@"], 3)).dealt for _ in range(100)]
    assert set(dealt) == {1, 2, 3}
    assert hp(scene["@"]) == 900 - sum(dealt)


def test_a_wound_of_strength_1_costs_1(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert scene.world.publish(TakeDamage(scene["@"], scene["z"], 1)).dealt == 1
    assert hp(scene["z"]) == 7


@pytest.mark.parametrize("strength", [0, -3])
def test_a_wound_lessened_to_nothing_still_costs_1(make_scene: MakeScene, strength: int) -> None:
    scene = make_scene("#@z#")
    assert scene.world.publish(TakeDamage(scene["@"], scene["z"], strength)).dealt == 1


def test_damage_is_drawn_from_the_stream_of_combat_alone(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", seed=3)
    before = draws(scene.world)
    scene.world.publish(TakeDamage(scene["@"], scene["z"], 4))
    assert (before, draws(scene.world)) == ({}, {"combat": 1})


def test_the_same_seed_deals_the_same_wounds(make_scene: MakeScene) -> None:
    def dealt(seed: int) -> list[int]:
        scene = make_scene("#@z#", seed=seed, zombie={"Health": {"hp": 99, "most": 99}})
        wounds = [TakeDamage(scene["@"], scene["z"], 6) for _ in range(8)]
        return [scene.world.publish(wound).dealt for wound in wounds]

    assert dealt(1) == dealt(1) == [4, 1, 6, 4, 2, 6, 2, 5]
    assert dealt(2) == [3, 4, 2, 4, 5, 4, 1, 5]


@pytest.mark.parametrize("seed", range(10))
def test_hit_points_do_not_fall_below_0_and_no_more_is_dealt_than_was_left(
    make_scene: MakeScene, seed: int
) -> None:
    scene = make_scene("#@z#", seed=seed)
    wounds = [TakeDamage(scene["@"], scene["z"], 7) for _ in range(8)]
    dealt = [scene.world.publish(wound).dealt for wound in wounds]
    assert sum(dealt) == 8
    assert hp(scene["z"]) == 0


def test_who_has_hit_points_left_lives(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 2}})
    scene.world.publish(TakeDamage(scene["@"], scene["z"], 1))
    assert (hp(scene["z"]), scene["z"].alive) == (1, True)
    assert scene.kinds == ["TakeDamage"]


def test_death_comes_at_0_by_whoever_dealt_the_wound(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 1}})
    damage = scene.world.publish(TakeDamage(scene["@"], scene["z"], 1))
    die = scene.last(Die)
    assert (die.enactor, die.target, die.cause) == (scene["@"], scene["z"], damage)
    assert not scene["z"].alive


@pytest.mark.parametrize(("hp", "most"), [(-1, 5), (6, 5), (1, 0)])
def test_health_lies_between_none_and_its_most(hp: int, most: int) -> None:
    with pytest.raises(ValueError, match=f"hp is {hp}, .* most, which is {most}"):
        Health(hp, most)


def test_healing_stops_at_what_one_has_unhurt(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 35}})
    you, world = scene["@"], scene.world
    assert world.publish(Heal(you, you, 15)).gained == 5
    assert world.publish(Heal(you, you, 15)).reason == "full"
    assert you[Health].hp == 40


def test_damage_that_is_sure_draws_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    damage = TakeDamage(scene["@"], scene["@"], 7, sure=True)
    assert scene.world.publish(damage).dealt == 7
    assert scene.world.draws() == []
