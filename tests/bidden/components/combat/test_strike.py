"""Striking: how hard a blow is, and what it does."""

import pytest

from bidden.events.combat import Attack, Hit, TakeDamage
from eventcore.outcome import DONE, FAILED
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
    "drawing",
    [
        "#@z#",
        """
        @.
        .z
        """,
        """
        z
        @
        """,
    ],
)
def test_neighbours_are_in_reach_the_slanting_ones_too(make_scene: MakeScene, drawing: str) -> None:
    scene = make_scene(drawing)
    assert scene.world.publish(Attack(scene["@"], scene["z"])).outcome is DONE


@pytest.mark.parametrize(
    "drawing",
    [
        "#@.z#",
        "#z....@#",
        """
        @..
        ..z
        """,
    ],
)
def test_who_is_out_of_reach_is_not_struck(make_scene: MakeScene, drawing: str) -> None:
    scene = make_scene(drawing)
    attack = scene.world.publish(Attack(scene["@"], scene["z"]))
    assert (attack.outcome, attack.reason) == (FAILED, "far")
    assert scene.kinds == ["Attack"]
    assert hp(scene["z"]) == 8
    assert draws(scene.world) == {}


def test_a_preview_of_a_blow_tells_what_it_may_cost(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    preview = scene.world.preview(Attack(scene["@"], scene["z"]))
    damage, hit = preview.follows
    assert preview.outcome is DONE
    assert isinstance(damage.event, TakeDamage)
    assert isinstance(hit.event, Hit)
    assert damage.event.strength == 5
    assert hp(scene["z"]) == 8
