"""The stomach: food, overeating and starving."""

from __future__ import annotations

import pytest

from bidden.components.body.health import Health
from bidden.components.body.stomach import Stomach
from bidden.components.magic.mana import Mana
from bidden.events.body import Feed
from bidden.events.combat import Attack, Die, TakeDamage
from bidden.events.movement import Move
from bidden.intents import Move as Blow
from tests.bidden.scenes import MakeScene, MakeSession


def test_overeating_stretches_the_stomach_half_way_and_costs_a_hit_point(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("#@#")
    you, world = scene["@"], scene.world
    assert not world.publish(Feed(you, you, 334)).overate
    assert (you[Stomach].food, you[Stomach].most, you[Health].hp) == (1000, 1000, 40)
    feed = world.publish(Feed(you, you, 301))
    assert (feed.overate, feed.gained) == (True, 150)
    assert (you[Stomach].food, you[Stomach].most, you[Health].hp) == (1150, 1150, 39)


def test_one_can_die_of_eating(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 1}})
    scene.world.publish(Feed(scene["@"], scene["@"], 900))
    assert scene.last(Die).source == "overeating"


@pytest.mark.parametrize("starves", [True, False])
def test_without_food_a_player_starves_and_others_do_not(
    make_scene: MakeScene, starves: bool
) -> None:
    scene = make_scene("#@#", you={"Stomach": {"food": 2, "starves": starves}})
    you = scene["@"]
    scene.world.publish(Feed(you, you, -1))
    assert you.alive
    scene.world.publish(Feed(you, you, -5))
    assert (you.alive, you[Stomach].food) == (not starves, 0)


def test_who_starves_is_said_to_have_died_of_hunger(make_session: MakeSession) -> None:
    session = make_session("#@.z#", you={"Stomach": {"food": 1}}, zombie={"Mind": None})
    session.world.publish(Feed(session.player, session.player, -1))
    assert session.view().epitaph == "Killed by hunger on turn 0."


@pytest.mark.parametrize("make", [lambda: Mana(6, 5), lambda: Mana(-1, 5), lambda: Stomach(-1, 9)])
def test_a_body_begins_with_what_it_can_hold(make: type) -> None:
    with pytest.raises(ValueError, match="must lie from"):
        make()


def test_a_blow_takes_two_of_food_and_a_refused_one_none(make_scene: MakeScene) -> None:
    scene = make_scene("#@z.#", zombie={"Health": {"hp": 99, "most": 99}})
    you, world = scene["@"], scene.world
    world.publish(Attack(you, scene["z"]))
    assert you[Stomach].food == 664
    world.publish(Attack(scene["z"], you))
    assert you[Stomach].food == 664
    world.publish(Move(scene["z"], 1, 0))
    assert world.publish(Attack(you, scene["z"])).reason == "far"
    assert you[Stomach].food == 664


def test_hunger_is_harm_that_no_vigour_outlasts(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Stomach": {"food": 3}})
    you = scene["@"]
    scene.world.publish(Feed(scene["z"], you, -3))
    damage, die = scene.last(TakeDamage), scene.last(Die)
    assert (damage.kind, damage.source, damage.dealt, damage.outright) == (
        "hunger",
        "hunger",
        40,
        True,
    )
    assert (die.enactor, die.source, you.alive) == (scene["z"], "hunger", False)
    assert "Wound" not in scene.kinds


def test_who_fights_on_an_empty_stomach_starves(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Stomach": {"food": 2}})
    scene.world.publish(Attack(scene["@"], scene["z"]))
    assert not scene["@"].alive


def test_overeating_is_harm_of_its_own_kind_by_who_fed(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Stomach": {"food": 1000}})
    scene.world.publish(Feed(scene["z"], scene["@"], 2))
    damage = scene.last(TakeDamage)
    assert (damage.enactor, damage.kind, damage.source, damage.dealt) == (
        scene["z"], "overeating", "overeating", 1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("food", "feeling"),
    [(1000, "full"), (900, "full"), (899, ""), (200, ""), (199, "hungry"), (50, "hungry"),
     (49, "weak"), (0, "weak")],
)  # fmt: skip
def test_how_full_one_feels(food: int, feeling: str) -> None:
    assert Stomach(food, 1000).feeling == feeling


@pytest.mark.parametrize(
    ("food", "told"),
    [
        (200, ["news: You are hungry."]),
        (50, ["harm: You are weak with hunger: eat, or you starve."]),
        (199, []),
        (900, []),
    ],
)
def test_who_is_hungry_by_a_blow_is_told_so_once(
    make_session: MakeSession, food: int, told: list[str]
) -> None:
    stout = {"Health": {"hp": 99, "most": 99}, "Mind": None}
    session = make_session("#@z#", you={"Stomach": {"food": food, "most": 1000}}, zombie=stout)
    for _ in range(2):
        session.perform(Blow(1, 0))
    lines = [f"{line.tone}: {line.text}" for line in session.messages.lines]
    assert [line for line in lines if "hung" in line] == told
