"""Experience: points for kills, levels and improvements."""

from __future__ import annotations

import pytest

from bidden.components.body.experience import Experience
from bidden.components.magic.casting import Mana
from bidden.events.body import Earn, HowMuchIsItWorth
from bidden.events.combat import Die
from bidden.events.effects import what_is
from bidden.intents import Improvable, Improve
from bidden.session import Session
from tests.bidden.scenes import MakeScene, MakeSession, draws, other


def learned(session: Session, points: int) -> Experience:
    session.world.publish(Earn(session.player, session.player, points, "ox"))
    return session.player[Experience]


def test_kill_earns_the_sum_of_the_victims_hit_points_attack_and_defence(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("#@z#", zombie={"Fighter": {"attack": 4, "defence": 3}})
    assert scene.world.ask(HowMuchIsItWorth(scene["z"])).points == 8 + 4 + 3
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert scene.kinds == ["Die", "Spawn", "Arrive", "Earn"]
    one = scene["@"][Experience]
    assert (one.points, one.kills, one.level, one.due) == (15, {"zombie": 1}, 1, 0)


def test_improvement_is_chosen_three_times_at_most(make_session: MakeSession) -> None:
    session = make_session("#@#")
    learned(session, 10_000)
    assert "defence" in [option for option, _ in session.view().improvements]
    outcomes = [session.perform(Improve("defence")).reason for _ in range(4)]
    assert outcomes == [None, None, None, "good enough"]
    assert what_is(session.world, session.player, "defence") == 3
    assert "defence" not in [option for option, _ in session.view().improvements]


def test_deaths_of_allies_and_of_the_player_give_no_experience(make_scene: MakeScene) -> None:
    scene = make_scene("#@hz#")
    scene.world.publish(Die(scene["@"], scene["h"]))
    scene.world.publish(Die(scene["@"], scene["@"], outright=True))
    assert "Earn" not in scene.kinds


@pytest.mark.parametrize(
    ("points", "level", "then"),
    [(0, 1, 50), (49, 1, 50), (50, 2, 150), (149, 2, 150), (150, 3, 300), (300, 4, 500)],
)
def test_each_experience_level_needs_fifty_more_points_than_the_one_before(
    make_session: MakeSession, points: int, level: int, then: int
) -> None:
    one = learned(make_session("#@#"), points)
    assert (one.level, one.due, one.next_level_at) == (level, level - 1, then)


@pytest.mark.parametrize(
    ("option", "stat", "nature", "more"),
    [
        ("attack", "attack", 5, 1),
        ("defence", "defence", 1, 1),
        ("sight", "sight", 0, 1),
        ("regeneration", "regeneration", 40, 20),
        ("mana regeneration", "mana regeneration", 10, 5),
    ],
)
def test_each_improvement_raises_its_stat(
    make_session: MakeSession, option: Improvable, stat: str, nature: int, more: int
) -> None:
    session = make_session("#@#")
    learned(session, 150)
    before = what_is(session.world, session.player, stat, nature)
    for times in (1, 2):
        assert session.perform(Improve(option)).done
        assert what_is(session.world, session.player, stat, nature) == before + more * times
    assert session.perform(Improve(option)).reason == "not due"


def test_raising_maximum_hit_points_or_mana_also_raises_the_current_value(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#", you={"Health": {"hp": 20}, "Mana": {"mana": 2}})
    learned(session, 150)
    session.perform(Improve("hp"))
    session.perform(Improve("mana"))
    view, mana = session.view(), session.player[Mana]
    assert (view.hp, view.max_hp, mana.mana, mana.most) == (30, 50, 7, 13)


def test_monster_that_levels_up_picks_a_random_improvement_at_once(
    make_session: MakeSession,
) -> None:
    session = make_session("#@z#", zombie={"Experience": {"points": 300 - 46, "level": 3}})
    zombie = other(session)
    session.world.publish(Die(zombie, session.player, outright=True))
    one = zombie[Experience]
    assert (one.level, one.due, sum(one.chosen.values())) == (4, 0, 1)
    assert next(iter(one.chosen)) in ("hp", "attack", "defence", "sight")
    assert draws(session.world)["growth"] == 1
