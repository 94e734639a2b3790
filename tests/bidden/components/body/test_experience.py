"""Experience: what is learned from kills, the levels it leads to, and what comes of them."""

from __future__ import annotations

from typing import get_args

import pytest

from bidden.components.body.experience import Experience
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.mana import Mana
from bidden.events.body import IMPROVEMENTS, Earn, HowMuchIsItWorth
from bidden.events.body import Improve as ImproveEvent
from bidden.events.combat import Attack, Die
from bidden.events.effects import Affect, what_is
from bidden.events.places import Spawn
from bidden.intents import Improvable, Improve, Wait
from bidden.session import Session
from bidden.state import Fighter
from eventcore import VALIDATE, Component, Entity, World, component, handles
from eventcore.time import StartTimer
from tests.bidden.scenes import MakeScene, MakeSession, Scene, draws, hp


def learned(session: Session, points: int) -> Experience:
    session.world.publish(Earn(session.player, session.player, points, "ox"))
    return session.player[Experience]


def other(session: Session) -> Entity:
    return next(one for one in session.world.having(Fighter) if one is not session.player)


def test_a_kill_is_worth_hit_points_attack_and_defence(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Fighter": {"attack": 4, "defence": 3}})
    assert scene.world.ask(HowMuchIsItWorth(scene["z"])).points == 8 + 4 + 3
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert scene.kinds == ["Die", "Spawn", "Arrive", "Earn"]
    one = scene["@"][Experience]
    assert (one.points, one.kills, one.level, one.due) == (15, {"zombie": 1}, 1, 0)


def test_each_is_chosen_three_times_at_the_most_and_then_offered_no_more(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#")
    learned(session, 10_000)
    assert "defence" in [option for option, _ in session.view().improvements]
    outcomes = [session.perform(Improve("defence")).reason for _ in range(4)]
    assert outcomes == [None, None, None, "good enough"]
    assert what_is(session.world, session.player, "defence") == 3
    assert "defence" not in [option for option, _ in session.view().improvements]


def test_what_is_worn_makes_nobody_worth_more(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 1}, "Guard": None, "Strike": None})
    assert scene.world.ask(HowMuchIsItWorth(scene["z"])).points == 8


def test_nothing_is_learned_from_friends_or_from_ones_own_death(make_scene: MakeScene) -> None:
    scene = make_scene("#@hz#")
    scene.world.publish(Die(scene["@"], scene["h"]))
    scene.world.publish(Die(scene["@"], scene["@"], outright=True))
    assert "Earn" not in scene.kinds


def test_the_dead_learn_nothing_from_what_their_poison_kills(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 2}, "Wounds": None}, zombie={"Mind": None})
    zombie, deaths = other(session), list[Die]()
    session.world.publish(Affect(zombie, session.player, "poison", 9))
    session.world.publish(Die(session.player, zombie))
    session.world.observe(Die, deaths.append)
    session.perform(Wait())
    session = Session.restore(session.save(), catalogue=session.catalogue)
    session.world.observe(Die, deaths.append)
    session.perform(Wait())
    assert [(die.enactor.id, die.enactor.alive, die.source) for die in deaths] == [
        (zombie.id, False, "poison")
    ]
    assert session.view().epitaph == "Killed by poison on turn 2."


@pytest.mark.parametrize(
    ("points", "level", "then"),
    [(0, 1, 50), (49, 1, 50), (50, 2, 150), (149, 2, 150), (150, 3, 300), (300, 4, 500)],
)
def test_each_level_takes_fifty_points_more(
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
def test_a_stat_is_better_for_good(
    make_session: MakeSession, option: Improvable, stat: str, nature: int, more: int
) -> None:
    session = make_session("#@#")
    learned(session, 150)
    before = what_is(session.world, session.player, stat, nature)
    for times in (1, 2):
        assert session.perform(Improve(option)).done
        assert what_is(session.world, session.player, stat, nature) == before + more * times
    assert session.perform(Improve(option)).reason == "not due"


def test_hit_points_and_mana_grow_with_their_most(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 20}, "Mana": {"mana": 2}})
    learned(session, 150)
    session.perform(Improve("hp"))
    session.perform(Improve("mana"))
    view, mana = session.view(), session.player[Mana]
    assert (view.hp, view.max_hp, mana.mana, mana.most) == (30, 50, 7, 13)


def test_who_sees_farther_sees_it_at_once(make_session: MakeSession) -> None:
    session = make_session("#@......#", you={"Memory": {"radius": 2}})
    learned(session, 50)
    assert session.player[Memory].rows == ["#..." + " " * 5]
    session.perform(Improve("sight"))
    assert session.player[Memory].rows == ["#...." + " " * 4]


def test_to_improve_takes_no_time_and_nobody_acts_meanwhile(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    learned(session, 50)
    assert session.perform(Improve("hp")).cost == 0
    assert (session.world.turn, hp(session.player)) == (0, 50)
    assert session.perform(Improve("hp")).cost == 0


def test_the_paralysed_improve_as_well(make_session: MakeSession) -> None:
    session = make_session("#@#")
    learned(session, 50)
    session.world.publish(StartTimer(session.player, session.player, "paralysis", 5, 1))
    assert session.perform(Improve("attack")).done
    assert session.world.turn == 0


def test_only_what_is_among_the_options_can_be_improved(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Experience": {"options": ["hp", "mana"]}})
    learned(session, 50)
    assert session.view().improvements == (("hp", 10), ("mana", 5))
    assert session.perform(Improve("sight")).reason == "no such option"
    assert session.messages.lines[-1].text == "You cannot become better at that."


def test_monsters_choose_at_random_at_once(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Experience": {"points": 300 - 46, "level": 3}})
    zombie = other(session)
    session.world.publish(Die(zombie, session.player, outright=True))
    one = zombie[Experience]
    assert (one.level, one.due, sum(one.chosen.values())) == (4, 0, 1)
    assert next(iter(one.chosen)) in ("hp", "attack", "defence", "sight")
    assert draws(session.world)["growth"] == 1


def test_a_monster_that_cannot_improve_now_leaves_it_at_that() -> None:
    @component
    class Stubborn(Component):
        @handles(ImproveEvent, VALIDATE)
        def refuse(self, improve: ImproveEvent, world: World) -> None:
            improve.fail("stubborn")

    scene = Scene("#@z#", extra=(Stubborn,))
    scene.world.attach(scene["z"], Stubborn())
    scene.world.publish(Earn(scene["z"], scene["z"], 150, "ox"))
    assert (scene["z"][Experience].level, scene["z"][Experience].due) == (3, 2)
    assert scene.kinds == ["Earn", "Improve"]


def test_who_has_learned_less_asks_nobody(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    assert session.view().improvements == ()
    assert session.perform(Improve("hp")).reason == "not due"
    assert session.messages.lines[-1].text == "You have yet to learn more."


def test_a_level_is_told_and_an_improvement_too(make_session: MakeSession) -> None:
    session = make_session("#@#")
    learned(session, 50)
    session.perform(Improve("attack"))
    assert [line.text for line in session.messages.lines] == [
        "You gain a level! (I to choose)",
        "You improve your attack.",
    ]


def test_it_is_learned_after_all_else_that_the_death_brings(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 1}})
    scene.world.publish(Attack(scene["@"], scene["z"]))
    assert scene.kinds == [
        *("Attack", "TakeDamage", "Die", "Spawn", "Arrive", "Hit", "Feed", "Earn")
    ]
    learn = scene.last(Earn)
    assert learn.cause is scene.last(Die)


def test_the_options_of_the_intent_are_those_there_are() -> None:
    assert get_args(Improvable) == tuple(IMPROVEMENTS)
    assert ImproveEvent.__doc__


@pytest.mark.parametrize("kind", ["orc", "troll", "goblin", "dragon", "harpy", "judge", "wolf"])
def test_creatures_of_many_kinds_get_better_at_something_by_lot(
    make_session: MakeSession, kind: str
) -> None:
    session = make_session("#@....z#", zombie={"Mind": None})
    one = session.world.publish(Spawn(session.world.root, None, kind, 3, 0, 1)).made
    assert one is not None
    session.world.publish(Earn(one, one, 150, "ox"))
    better = one[Experience]
    assert (better.level, better.due, sum(better.chosen.values())) == (3, 0, 2)
    assert {*better.chosen} <= {"hp", "attack", "defence", "sight"}
    assert draws(session.world)["growth"] == 2
