"""Striking: the strength of a blow and what it does."""

import pytest

from bidden.events.combat import Attack, TakeDamage
from tests.bidden.scenes import MakeScene, draws, hp


def test_a_blow_is_as_strong_as_attack_less_defence(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Attack(scene["@"], scene["z"]))
    assert scene.last(TakeDamage).strength == 5 - 0
    scene.world.publish(Attack(scene["z"], scene["@"]))
    assert scene.last(TakeDamage).strength == 4 - 1


@pytest.mark.parametrize(("defence", "strength"), [(0, 5), (3, 2), (4, 1), (5, 1), (9, 1)])
def test_blow_hurts_by_one_at_least(make_scene: MakeScene, defence: int, strength: int) -> None:
    scene = make_scene("#@z#", zombie={"Fighter": {"defence": defence}})
    scene.world.publish(Attack(scene["@"], scene["z"]))
    assert scene.last(TakeDamage).strength == strength


def test_a_blow_hurts_once_and_says_who_by(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    attack = scene.world.publish(Attack(scene["@"], scene["z"]))
    assert scene.kinds == ["Attack", "TakeDamage", "Hit", "Feed"]
    damage = scene.last(TakeDamage)
    assert (damage.enactor, damage.target) == (scene["@"], scene["z"])
    assert damage.cause is attack
    assert hp(scene["z"]) == 8 - damage.dealt


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        ("#@z#", None),
        ("@.\n.z", None),
        ("z\n@", None),
        ("#@.z#", "far"),
        ("#z....@#", "far"),
        ("@..\n..z", "far"),
    ],
)
def test_blow_reaches_the_eight_neighbours(
    make_scene: MakeScene, drawing: str, reason: str | None
) -> None:
    scene = make_scene(drawing)
    assert scene.world.publish(Attack(scene["@"], scene["z"])).reason == reason
    assert (hp(scene["z"]) == 8) is bool(reason)
    assert bool(draws(scene.world)) is not bool(reason)
