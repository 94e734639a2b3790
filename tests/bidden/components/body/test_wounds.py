"""Wounds: wounds in place of death, until there are too many."""

import pytest

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.things.pack import Pack
from bidden.events.body import Heal, Mend, Refill
from bidden.events.combat import Die, TakeDamage, Wound
from bidden.events.effects import Affect
from bidden.intents import Quaff
from eventcore import Change
from eventcore.outcome import DONE, REPLACED
from tests.bidden.components.magic.test_magic import drink, give, said
from tests.bidden.scenes import MakeScene, MakeSession, Meddler, hp, refusing


def test_emptied_vigour_costs_a_wound_and_refills(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert scene.kinds == ["TakeDamage", "Die", "Wound", "Refill"]
    assert (scene.last(Die).outcome, scene.last(Wound).outcome) == (REPLACED, DONE)
    assert (scene["@"][Wounds].wounds, hp(scene["@"])) == (1, 40)


def test_the_fifth_wound_kills_and_keeps_what_it_came_of(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    left = []
    for _ in range(5):
        scene.world.publish(TakeDamage(scene["z"], scene["@"], 99, sure=True, source="poison"))
        left.append((scene["@"].alive, scene["@"][Wounds].wounds, hp(scene["@"])))
    assert left == [(True, n, 40) for n in (1, 2, 3, 4)] + [(False, 5, 0)]
    die = scene.last(Die)
    assert (die.enactor, die.source, die.outright, die.done) == (scene["z"], "poison", True, True)
    assert die.cause is scene.last(Wound)


def test_hit_points_refill_in_an_event_that_the_wound_causes(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    refill = scene.last(Refill)
    assert refill.cause is scene.last(Wound)
    assert (refill.enactor, refill.target) == (scene["z"], scene["@"])
    assert (refill.amount, refill.gained) == (40, 40)


def test_a_rule_may_let_half_of_them_refill(make_scene: MakeScene) -> None:
    def halve(change: Change) -> None:
        if isinstance(change, Refill):
            change.amount //= 2

    scene = make_scene("#@z#", extra=(Meddler,))
    scene.world.attach(scene.world.root, Meddler(halve))
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert (hp(scene["@"]), scene["@"][Wounds].wounds) == (20, 1)


def test_a_rule_may_refuse_that_any_refill(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", extra=(Meddler,))
    scene.world.attach(scene.world.root, Meddler(refusing(Refill)))
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert (hp(scene["@"]), scene["@"].alive) == (0, True)
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 1))
    assert scene["@"][Wounds].wounds == 2


def test_monsters_have_hit_points_alone(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert scene.world.publish(Wound(scene["@"], scene["z"])).reason == "nothing"
    scene.world.publish(TakeDamage(scene["@"], scene["z"], 8, sure=True))
    assert not scene["z"].alive


def test_no_wound_stands_for_an_outright_death(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    damage = scene.world.publish(TakeDamage(scene["z"], scene["@"], outright=True))
    assert (damage.dealt, scene["@"].alive, scene["@"][Wounds].wounds) == (40, False, 0)


def test_a_wound_that_stands_for_no_death_leaves_hit_points_alone(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Health": {"hp": 7}})
    assert scene.world.publish(Wound(scene["z"], scene["@"])).wounds == 1
    assert hp(scene["@"]) == 7


def test_wounds_close_down_to_none(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Wounds": {"wounds": 3}})
    you = scene["@"]
    assert scene.world.publish(Mend(you, you, 2)).gained == 2
    assert scene.world.publish(Mend(you, you, 2)).gained == 1
    assert scene.world.publish(Mend(you, you, 2)).reason == "full"
    assert scene.world.publish(Heal(you, you, 1)).reason == "full"


def test_a_potion_of_mending_closes_a_wound_and_is_kept_by_the_unwounded(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#", you={"Wounds": {"wounds": 2}})
    drink(session, "potion of mending")
    assert session.player[Wounds].wounds == 1
    assert said(session) == ["You quaff the potion of mending.", "A wound closes."]
    drink(session, "potion of mending")
    give(session, "potion of mending")
    assert session.perform(Quaff("a")).reason == "nothing"
    assert list(session.player[Pack].things) == ["a"]


def test_wounds_are_told_and_seen(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 1}, "Wounds": {"wounds": 2}})
    assert (session.view().wounds, session.view().max_wounds) == (2, 5)
    session.world.publish(Affect(session.player, session.player, "poison", 1))
    session.world.publish(TakeDamage(session.player, session.player, source="fire", kind="fire"))
    assert session.view().wounds == 3
    texts = [line.text for line in session.messages.lines]
    assert texts[-2:] == ["Fire costs you 1.", "You are wounded (3 of 5)."]


def test_the_last_wound_is_the_end_and_the_epitaph_says_of_what(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": {"wounds": 4}})
    session.world.publish(TakeDamage(session.player, session.player, 1, source="fire", kind="fire"))
    assert not session.player.alive
    assert session.view().epitaph == "Killed by fire on turn 0."
    assert session.view().death > 0


@pytest.mark.parametrize("wounds", [-1, 6])
def test_there_are_no_fewer_wounds_than_none_and_no_more_than_kill(wounds: int) -> None:
    with pytest.raises(ValueError, match=f"wounds is {wounds}, and must lie from 0 to most, "):
        Wounds(wounds=wounds)


def test_who_dies_of_a_wound_has_no_hit_points_left(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Wounds": {"wounds": 4}})
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert (scene["@"].alive, scene["@"][Health].hp) == (False, 0)
