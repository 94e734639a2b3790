"""The stomach: food, overeating and starving."""

from __future__ import annotations

import pytest

from bidden.components.body.health import Health
from bidden.components.body.metabolism import Stomach
from bidden.events.body import Feed
from bidden.events.combat import Attack
from bidden.events.movement import Move
from tests.bidden.scenes import MakeScene


def test_overeating_stretches_the_stomach_and_hurts(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    you, world = scene["@"], scene.world
    assert not world.publish(Feed(you, you, 334)).overate
    assert (you[Stomach].food, you[Stomach].most, you[Health].hp) == (1000, 1000, 40)
    feed = world.publish(Feed(you, you, 301))
    assert (feed.overate, feed.gained) == (True, 150)
    assert (you[Stomach].food, you[Stomach].most, you[Health].hp) == (1150, 1150, 39)


@pytest.mark.parametrize("starves", [True, False])
def test_only_the_player_starves(make_scene: MakeScene, starves: bool) -> None:
    scene = make_scene("#@#", you={"Stomach": {"food": 2, "starves": starves}})
    you = scene["@"]
    scene.world.publish(Feed(you, you, -1))
    assert you.alive
    scene.world.publish(Feed(you, you, -5))
    assert (you.alive, you[Stomach].food) == (not starves, 0)


def test_attack_costs_two_food_and_a_refused_attack_costs_none(make_scene: MakeScene) -> None:
    scene = make_scene("#@z.#", zombie={"Health": {"hp": 99, "most": 99}})
    you, world = scene["@"], scene.world
    world.publish(Attack(you, scene["z"]))
    assert you[Stomach].food == 664
    world.publish(Attack(scene["z"], you))
    assert you[Stomach].food == 664
    world.publish(Move(scene["z"], 1, 0))
    assert world.publish(Attack(you, scene["z"])).reason == "far"
    assert you[Stomach].food == 664


@pytest.mark.parametrize(
    ("food", "feeling"),
    [(1000, "full"), (900, "full"), (899, ""), (200, ""), (199, "hungry"), (50, "hungry"),
     (49, "weak"), (0, "weak")],
)  # fmt: skip
def test_stomach_feels_full_hungry_or_weak_depending_on_the_food_left(
    food: int, feeling: str
) -> None:
    assert Stomach(food, 1000).feeling == feeling
