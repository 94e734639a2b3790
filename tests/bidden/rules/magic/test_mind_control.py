"""Mind control: charm, fear and knock-out change side and plan."""

from __future__ import annotations

from bidden import intents
from bidden.ai.mind import Mind
from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.effects import Affect
from bidden.events.minds import Obey, WhatMind, are_foes, are_foes_by_nature, side_of
from bidden.events.movement import Move
from bidden.session import Session
from bidden.state import Side, Title
from eventcore import Entity
from eventcore.outcome import REPLACED
from tests.bidden.scenes import Changes, MakeSession, drawn, hp, listening, place, wait

STAY: Changes = {"Mind": {"plan": ["rest"]}}
TOUGH: Changes = {"Health": {"hp": 500, "most": 500}}
CHARMED = ["hunt", "serve", "wander"]
ZOMBIE = ["hunt", "wander"]


def named(session: Session, name: str) -> list[Entity]:
    return [one for one in session.world.having(Title, Side) if one[Title].name == name]


def affect(session: Session, by: Entity, to: Entity, effect: str, turns: int = 0) -> None:
    assert session.world.publish(Affect(by, to, effect, turns)).applied


def plan(session: Session, who: Entity) -> tuple[list[str], Entity | None]:
    mind = session.world.ask(WhatMind(who, who[Mind].plan))
    return mind.plan, mind.source


def place_is_beside(one: Entity, other: Entity) -> bool:
    return one[Position].distance(other[Position]) == 1


def test_charmed_creature_sides_with_its_charmer(make_session: MakeSession) -> None:
    session = make_session("#@.z.z#", zombie=STAY)
    me, (one, other) = session.player, named(session, "zombie")
    affect(session, me, one, "charm", 3)
    assert not are_foes(session.world, me, one)
    assert are_foes(session.world, one, other)
    assert are_foes_by_nature(me, one)
    assert not are_foes_by_nature(one, other)
    wait(session, 3)
    assert are_foes(session.world, me, one)
    assert not are_foes(session.world, one, other)


def test_newest_mind_control_effect_takes_precedence(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=TOUGH)
    me, (zombie,) = session.player, named(session, "zombie")
    affect(session, me, zombie, "charm", 9)
    affect(session, me, zombie, "fear", 6)
    affect(session, zombie, zombie, "knock-out", 2)
    plans = []
    for _ in range(10):
        plans.append((plan(session, zombie), side_of(session.world, zombie)))
        wait(session, 1)
    assert plans == [
        *[(([], zombie), "bidden")] * 2,
        *[((["flee", "wander"], me), "bidden")] * 4,
        *[((CHARMED, me), "bidden")] * 3,
        ((ZOMBIE, None), "dead"),
    ]


def test_a_charmed_zombie_fights_the_foes_of_its_charmer(make_session: MakeSession) -> None:
    session = make_session("#@.zz#", zombie=TOUGH)
    one, other = named(session, "zombie")
    affect(session, session.player, one, "charm", 5)
    wait(session, 3)
    assert hp(other) < 500
    assert hp(session.player) == 40


def test_the_terrified_flee(make_session: MakeSession) -> None:
    session = make_session("#@z......#")
    (zombie,) = named(session, "zombie")
    affect(session, session.player, zombie, "fear", 3)
    wait(session, 3)
    assert place(zombie) == (5, 0)
    assert hp(session.player) == 40
    wait(session, 1)
    assert place(zombie) == (4, 0)


def test_the_knocked_out_do_nothing(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    (zombie,) = named(session, "zombie")
    affect(session, session.player, zombie, "knock-out", 3)
    ear = listening(session)
    wait(session, 3)
    assert {type(e).__name__ for e in ear.events if e.enactor is zombie} == {
        "TakeTurn",
        "SpendTime",
        "EffectMoment",
        "Affect",  # it gains a clear head as it comes to
        "StartTimer",
    }
    assert hp(session.player) == 40
    wait(session, 1)
    assert hp(session.player) < 40


def test_knocked_out_player_cannot_act_while_time_passes(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie=STAY)
    affect(session, session.player, session.player, "knock-out", 2)
    move = session.perform(intents.Move(1, 0))
    assert (move.outcome, type(move.replacement)) == (REPLACED, Obey)
    assert (drawn(session.world), session.world.turn) == ("#@...z#", 1)
    session.perform(intents.Move(1, 0))
    session.perform(intents.Move(1, 0))
    assert (drawn(session.world), session.world.turn) == ("#.@..z#", 3)


def test_stumbling_creature_strikes_anyone(make_session: MakeSession) -> None:
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
    ear = listening(session)
    for _ in range(30):
        session.world.publish(Move(zombie, 1, 0))
    struck = {event.target for event in ear.events if isinstance(event, Attack)}
    beside = {one for one in session.world.having(Side) if place_is_beside(one, zombie)}
    assert struck == beside  # the player, and all its allies within reach
    assert len(beside) > 2
    friend = next(one for one in beside if one is not session.player)
    (x, y), (there_x, there_y) = place(friend), place(zombie)
    move = session.world.publish(Move(friend, there_x - x, there_y - y))
    assert move.reason == "occupied"  # the friend is in its right mind
