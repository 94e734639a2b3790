"""The rule of mind control: whose side a creature is on and by whose mind it acts meanwhile."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.ai.mind import Mind
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.effects import Affect
from bidden.events.minds import Obey, WhatMind, are_foes, are_foes_by_nature, side_of
from bidden.events.movement import Move
from bidden.events.turns import TakeTurn
from bidden.intents import Wait
from bidden.session import Session
from bidden.state import Side, Title
from eventcore import Entity
from eventcore.outcome import REPLACED
from eventcore.time import StopTimer
from tests.bidden.scenes import Changes, Ear, MakeSession, drawn, hp, place

STAY: Changes = {"Mind": {"plan": ["rest"]}}
TOUGH: Changes = {"Health": {"hp": 500, "most": 500}}
CHARMED = ["hunt", "serve", "wander"]
ZOMBIE = ["hunt", "wander"]


def named(session: Session, name: str) -> list[Entity]:
    return [one for one in session.world.having(Title, Side) if one[Title].name == name]


def affect(session: Session, by: Entity, to: Entity, effect: str, turns: int = 0) -> None:
    assert session.world.publish(Affect(by, to, effect, turns)).applied


def rests(session: Session, turns: int) -> None:
    for _ in range(turns):
        session.perform(Wait())


def plan(session: Session, who: Entity) -> tuple[list[str], Entity | None]:
    mind = session.world.ask(WhatMind(who, who[Mind].plan))
    return mind.plan, mind.source


def said(session: Session) -> list[str]:
    return [line.text for line in session.messages.lines]


def place_is_beside(one: Entity, other: Entity) -> bool:
    return one[Position].distance(other[Position]) == 1


# Whose side


def test_by_nature_everybody_is_on_their_own_side(make_session: MakeSession) -> None:
    session = make_session("#@.z.h.+#")
    (zombie,), (hound,), me = named(session, "zombie"), named(session, "hound"), session.player
    world = session.world
    assert [side_of(world, one) for one in (me, zombie, hound)] == ["bidden", "dead", "bidden"]
    assert [are_foes(world, me, one) for one in (zombie, hound, me)] == [True, False, False]
    (door,) = world.having(Door)
    assert side_of(world, door) == ""
    assert not are_foes(world, me, door)


def test_the_charmed_are_on_the_side_of_who_charmed_them(make_session: MakeSession) -> None:
    session = make_session("#@.z.z#", zombie=STAY)
    me, (one, other) = session.player, named(session, "zombie")
    affect(session, me, one, "charm", 3)
    assert not are_foes(session.world, me, one)
    assert are_foes(session.world, one, other)
    assert are_foes_by_nature(me, one)
    assert not are_foes_by_nature(one, other)
    rests(session, 3)
    assert are_foes(session.world, me, one)
    assert not are_foes(session.world, one, other)


def test_the_charmed_go_over_with_who_charmed_them(make_session: MakeSession) -> None:
    session = make_session("#@.z.z#", zombie=STAY)
    me, (one, other) = session.player, named(session, "zombie")
    affect(session, one, other, "charm", 9)
    affect(session, me, one, "charm", 3)
    assert side_of(session.world, other) == "bidden"
    rests(session, 3)
    assert side_of(session.world, other) == "dead"


def test_two_who_charmed_each_other_have_changed_sides(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STAY)
    me, (zombie,) = session.player, named(session, "zombie")
    affect(session, me, zombie, "charm")
    affect(session, zombie, me, "charm")
    assert (side_of(session.world, me), side_of(session.world, zombie)) == ("dead", "bidden")


def test_who_charms_itself_stays_on_its_side(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STAY)
    affect(session, session.player, session.player, "charm")
    assert side_of(session.world, session.player) == "bidden"


def test_the_charm_outlives_who_brought_it_about(make_session: MakeSession) -> None:
    session = make_session("#@.h.z#", hound={"Mind": {"plan": [], "radius": 1}}, zombie=STAY)
    (zombie,), (hound,) = named(session, "zombie"), named(session, "hound")
    affect(session, hound, zombie, "charm", 9)
    session.world.despawn(hound)
    assert side_of(session.world, zombie) == "bidden"
    rests(session, 2)


# Whose mind


def test_the_newest_plan_rules_and_at_its_end_the_one_before_is_back(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z#", zombie=TOUGH)
    me, (zombie,) = session.player, named(session, "zombie")
    affect(session, me, zombie, "charm", 9)
    affect(session, me, zombie, "fear", 6)
    affect(session, zombie, zombie, "knock-out", 2)
    plans = []
    for _ in range(10):
        plans.append((plan(session, zombie), side_of(session.world, zombie)))
        rests(session, 1)
    assert plans == [
        *[(([], zombie), "bidden")] * 2,
        *[((["flee", "wander"], me), "bidden")] * 4,
        *[((CHARMED, me), "bidden")] * 3,
        ((ZOMBIE, None), "dead"),
    ]


def test_what_began_last_rules_even_where_it_ends_last_as_well(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=TOUGH)
    me, (zombie,) = session.player, named(session, "zombie")
    affect(session, me, zombie, "fear", 3)
    affect(session, me, zombie, "charm", 9)
    assert plan(session, zombie)[0] == CHARMED
    rests(session, 4)
    assert plan(session, zombie)[0] == CHARMED


def test_other_effects_leave_the_mind_alone(make_session: MakeSession) -> None:
    session = make_session("#@.z#")
    (zombie,) = named(session, "zombie")
    affect(session, session.player, zombie, "charm")
    affect(session, session.player, zombie, "poison")
    affect(session, session.player, zombie, "might")
    assert plan(session, zombie) == (CHARMED, session.player)
    assert side_of(session.world, zombie) == "bidden"


# What the controlled do


def test_a_charmed_zombie_fights_the_foes_of_its_charmer(make_session: MakeSession) -> None:
    session = make_session("#@.zz#", zombie=TOUGH)
    one, other = named(session, "zombie")
    affect(session, session.player, one, "charm", 5)
    rests(session, 3)
    assert hp(other) < 500
    assert hp(session.player) == 40
    assert "The zombie looks devoted." in said(session)
    assert any(line.startswith("The zombie hits the zombie for") for line in said(session))
    rests(session, 2)
    assert "The zombie looks around as if just awake." in said(session)


def test_who_is_charmed_leaves_off_at_once_and_hunts_again_at_its_end(
    make_session: MakeSession,
) -> None:
    session = make_session("#@...z..#", zombie=TOUGH)
    (zombie,) = named(session, "zombie")
    rests(session, 4)
    assert hp(session.player) < 40
    affect(session, session.player, zombie, "charm", 4)
    hurt = hp(session.player)
    rests(session, 4)
    assert hp(session.player) == hurt
    rests(session, 1)
    assert hp(session.player) < hurt


def test_a_charm_that_is_stopped_in_silence_is_over_at_once(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=TOUGH)
    me, (zombie,) = session.player, named(session, "zombie")
    affect(session, me, zombie, "charm", 9)
    rests(session, 2)
    assert hp(me) == 40
    assert session.world.publish(StopTimer(me, zombie, "charm", quiet=True)).done
    rests(session, 1)
    assert hp(me) < 40


def test_a_charmed_zombie_follows_its_charmer(make_session: MakeSession) -> None:
    session = make_session("#.@....z....#", zombie=TOUGH)
    (zombie,) = named(session, "zombie")
    rests(session, 1)
    affect(session, session.player, zombie, "charm", 30)
    rests(session, 3)
    assert place(zombie) == (4, 0)  # near enough, and it has forgotten whom it hunted
    session.perform(intents.Move(-1, 0))
    assert place(zombie) == (3, 0)


def test_nobody_strikes_the_charmed_but_their_former_friends(make_session: MakeSession) -> None:
    session = make_session("#@zz#")
    one, other = named(session, "zombie")
    affect(session, session.player, one, "charm", 5)
    assert not are_foes(session.world, session.player, one)
    ear = Ear()
    session.world.tap(ear)
    session.world.publish(TakeTurn(other))
    attack = next(event for event in ear.events if isinstance(event, Attack))
    assert (attack.enactor, attack.target) == (other, one)


def test_the_charmed_are_no_foes_in_the_view_and_not_won_over_for_good(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z#", zombie=STAY)
    (zombie,) = named(session, "zombie")
    assert session.view().foes == 1
    affect(session, session.player, zombie, "charm", 2)
    assert (session.view().foes, session.ending) == (0, None)
    rests(session, 2)
    assert session.view().foes == 1


def test_the_terrified_flee(make_session: MakeSession) -> None:
    session = make_session("#@z......#")
    (zombie,) = named(session, "zombie")
    affect(session, session.player, zombie, "fear", 3)
    rests(session, 3)
    assert place(zombie) == (5, 0)
    assert hp(session.player) == 40
    assert said(session) == ["The zombie turns to flee.", "The zombie looks brave again."]
    rests(session, 1)
    assert place(zombie) == (4, 0)


def test_the_knocked_out_do_nothing(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    (zombie,) = named(session, "zombie")
    affect(session, session.player, zombie, "knock-out", 3)
    ear = Ear()
    session.world.tap(ear)
    rests(session, 3)
    assert {type(e).__name__ for e in ear.events if e.enactor is zombie} == {
        "TakeTurn",
        "SpendTime",
        "EffectMoment",
        "Affect",  # a clear head, as it comes to
        "StartTimer",
    }
    assert hp(session.player) == 40
    rests(session, 1)
    assert hp(session.player) < 40
    assert said(session)[:2] == ["The zombie is knocked out.", "The zombie comes to."]


# The player as well


def test_a_player_knocked_out_does_nothing_and_time_goes_by(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie=STAY)
    affect(session, session.player, session.player, "knock-out", 2)
    move = session.perform(intents.Move(1, 0))
    assert (move.outcome, type(move.replacement)) == (REPLACED, Obey)
    assert (drawn(session.world), session.world.turn) == ("#@...z#", 1)
    session.perform(intents.Move(1, 0))
    session.perform(intents.Move(1, 0))
    assert (drawn(session.world), session.world.turn) == ("#.@..z#", 3)
    assert said(session) == [
        "You are knocked out.",
        "You are out cold, and do nothing.",
        "There is a ringing in your ears.",
        "You are out cold, and do nothing.",
        "You come to.",
        "Your head is clear: nothing will knock you out for a while.",
    ]


def test_a_terrified_player_flees_whatever_is_meant(make_session: MakeSession) -> None:
    session = make_session("#.....@.z#", zombie=STAY)
    affect(session, session.player, session.player, "fear", 3)
    for _ in range(3):
        session.perform(intents.Move(1, 0))
    assert place(session.player) == (3, 0)
    session.perform(intents.Move(1, 0))
    assert place(session.player) == (4, 0)
    assert said(session)[0] == "You are terrified!"
    assert said(session)[-1] == "You are brave again."


def test_a_charmed_player_fights_for_the_charmer(make_session: MakeSession) -> None:
    session = make_session("#@h.z#", hound=TOUGH, zombie=STAY)
    (zombie,), (hound,), me = named(session, "zombie"), named(session, "hound"), session.player
    affect(session, zombie, me, "charm", 4)
    assert session.ending is None
    assert session.view().foes_at == (place(hound),)
    session.perform(intents.Move(0, 1))
    assert hp(hound) < 500
    assert hp(zombie) == 8
    assert said(session)[0] == "You would do anything for your new friend."


def test_a_charmed_player_who_is_confused_stumbles(make_session: MakeSession) -> None:
    session = make_session(
        """
        .....
        ..@..
        .....
        .....
        ..z..
    """,
        zombie=STAY,
    )
    (zombie,) = named(session, "zombie")
    affect(session, zombie, session.player, "charm", 9)
    affect(session, session.player, session.player, "confusion", 9)
    ear = Ear()
    session.world.tap(ear)
    session.perform(Wait())
    kinds = [type(event).__name__ for event in ear.events if event.enactor is session.player]
    assert kinds[:5] == ["Wait", "Obey", "Move", "Stumble", "Move"]


def test_who_is_paralysed_does_not_even_obey(make_session: MakeSession) -> None:
    session = make_session("#.@.z#", zombie=STAY)
    affect(session, session.player, session.player, "fear", 3)
    affect(session, session.player, session.player, "paralysis", 3)
    move = session.perform(intents.Move(1, 0))
    assert (move.failed, move.reason, move.cost) == (True, "paralysed", 100)
    assert (drawn(session.world), session.world.turn) == ("#.@.z#", 1)


# Those who stumble


def test_who_stumbles_attacks_whoever_is_there(make_session: MakeSession) -> None:
    session = make_session(
        """
        zzz
        z@z
        zzz
    """,
        zombie={**STAY, **TOUGH},
    )
    zombie = named(session, "zombie")[0]
    affect(session, session.player, zombie, "confusion", 40)
    ear = Ear()
    session.world.tap(ear)
    for _ in range(30):
        session.world.publish(Move(zombie, 1, 0))
    struck = {event.target for event in ear.events if isinstance(event, Attack)}
    beside = {one for one in session.world.having(Side) if place_is_beside(one, zombie)}
    assert struck == beside  # the player, and all of its own side that it can reach
    assert len(beside) > 2
    friend = next(one for one in beside if one is not session.player)
    (x, y), (there_x, there_y) = place(friend), place(zombie)
    move = session.world.publish(Move(friend, there_x - x, there_y - y))
    assert move.reason == "occupied"  # as it knows what it does


@pytest.mark.parametrize("turns", [1, 4, 7])
def test_a_controlled_mind_goes_on_after_saving_and_loading(
    make_session: MakeSession, turns: int
) -> None:
    session = make_session("#@.z...z#", zombie=TOUGH)
    me, (one, _) = session.player, named(session, "zombie")
    affect(session, me, one, "charm", 8)
    affect(session, one, me, "fear", 5)
    rests(session, turns)
    again = Session.restore(session.save(), catalogue=session.catalogue)
    for _ in range(8):
        for both in (session, again):
            both.perform(intents.Move(1, 0))
        assert drawn(again.world) == drawn(session.world)
        assert again.digest.seal() == session.digest.seal()
    assert one[Position] is not again.world[one.id][Position]
