"""Brands, slaying, venom, cruel blows, and breakable gear."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.components.body.wounds import Wounds
from bidden.components.things.breakable import Breakable
from bidden.components.things.pack import Pack
from bidden.events.combat import Attack, Die, Hit, TakeDamage
from bidden.events.effects import Affect, what_is
from bidden.events.things import StartWearing
from bidden.intents import Move, TakeOff, Wait
from bidden.session import Session
from eventcore.time import Timers
from tests.bidden.scenes import Ear, MakeSession, draws, hp, listening, observed, other, wear

TOUGH = {"Mind": None, "Health": {"hp": 500, "most": 500}}


def made(things: dict[str, Any]) -> dict[str, Any]:
    """Allow changes to items whose names have several words."""
    return things


def strike(session: Session) -> list[TakeDamage]:
    """Strike the only other creature; return all the damage that results."""
    ear = listening(session)
    session.world.publish(Attack(session.player, other(session)))
    session.world.untap(ear)
    return ear.of(TakeDamage)


def test_flaming_sword_burns_through_defence(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={**TOUGH, "Fighter": {"defence": 99}})
    assert [(one.kind, one.strength) for one in strike(session)] == [("blow", 1)]
    wear(session, "flaming sword")
    blow, fire = strike(session)
    assert [(one.kind, one.source, one.strength) for one in (blow, fire)] == [
        ("blow", "", 1),
        ("fire", "fire", 5),  # 3 plus half for the zombie's vulnerability, rounded up
    ]
    assert (fire.enactor, fire.target) == (session.player, other(session))
    assert session.perform(TakeOff("a")).done
    assert len(strike(session)) == 1


def test_mace_of_rest_adds_damage_only_against_the_dead(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=TOUGH)
    wear(session, "mace of rest")
    attack = session.world.publish(Attack(session.player, other(session)))
    assert attack.strength == 5 + 3 + 4
    living = make_session("#@z#", zombie={**TOUGH, "Side": {"name": "living"}})
    wear(living, "mace of rest")
    assert living.world.publish(Attack(living.player, other(living))).strength == 5 + 3


def test_venom_kill_belongs_to_the_striker(make_session: MakeSession) -> None:
    session = make_session(
        "#@z#",
        zombie={"Mind": None, "Health": {"hp": 20, "most": 20}, "Fighter": {"defence": 99}},
        **made({"venomous dagger": {"Venom": {"percent": 100, "turns": 30}}}),
    )
    deaths = observed(session, Die)
    wear(session, "venomous dagger")
    strike(session)
    zombie = other(session)
    (poison,) = session.world.root[Timers].of(zombie)
    assert (poison.kind, poison.source, poison.duration) == ("poison", session.player, 30)
    while zombie.alive:
        session.perform(Wait())
    assert [(die.enactor, die.source) for die in deaths] == [(session.player, "poison")]
    assert session.character().kills == (("zombie", 1),)


@pytest.mark.parametrize(("dealt", "wounds"), [(4, 1), (9, 1), (0, 0)])
def test_cruel_blow_that_hurts_wounds(make_session: MakeSession, dealt: int, wounds: int) -> None:
    session = make_session("#@z#", zombie={**TOUGH, "Wounding": {"percent": 100}})
    session.world.publish(Hit(other(session), session.player, dealt))
    assert (session.player[Wounds].count, hp(session.player)) == (wounds, 40)


def test_cruel_attack_that_takes_all_hit_points_wounds_once(make_session: MakeSession) -> None:
    session = make_session(
        "#@z#", you={"Health": {"hp": 1, "most": 2}}, zombie={**TOUGH, "Wounding": {"percent": 100}}
    )
    counts = []
    for _ in range(2):
        session.world.publish(Attack(other(session), session.player))
        counts.append(session.player[Wounds].count)
    assert counts == [1, 2]


def test_broken_gear_is_taken_off_and_destroyed(make_session: MakeSession) -> None:
    cracked = {"Breakable": {"striking": 1000, "cracked": True}}
    session = make_session("#@z#", zombie=TOUGH, sword=cracked)
    sword = wear(session, "sword")
    ear = listening(session)
    session.perform(Move(1, 0))
    kinds = [type(event).__name__ for event in ear.events]
    assert kinds[: kinds.index("StopWearing") + 1][-3:] == ["Break", "UseUp", "StopWearing"]
    assert not sword.alive
    assert session.player[Pack].things == {}
    assert session.player.owned == ()
    assert what_is(session.world, session.player, "attack", 5) == 5
    assert session.world.publish(Attack(session.player, other(session))).strength == 5


def test_armour_breaks_only_when_it_is_struck(make_session: MakeSession) -> None:
    session = make_session(
        "#@z#", zombie=TOUGH, **made({"coat of mail": {"Breakable": {"struck": 1000}}})
    )
    mail, me, it = wear(session, "coat of mail"), session.player, other(session)
    found = []
    for one, another in [(me, it), (it, me), (me, it), (it, me)]:
        found.append("whole" if not mail[Breakable].cracked else "cracked")
        session.world.publish(Attack(one, another))
    assert found == ["whole", "whole", "cracked", "cracked"]
    assert not mail.alive


def test_gear_saved_before_cracks_existed_is_uncracked_and_as_durable() -> None:
    before = {"striking": 3, "struck": 0, "hardness": 0, "force": 1}
    after = {"striking": 6, "struck": 0, "hardness": 0, "force": 2, "cracked": False}
    assert Breakable.upgrade(1, before) == after


def breaks(session: Session, name: str, blows: int = 400) -> int:
    """Count how many of these blows by the player would crack the item."""
    broken = 0
    for _ in range(blows):
        thing = session.world.spawn(*session.catalogue.make(name))
        session.world.publish(StartWearing(session.player, session.player, thing))
        session.world.publish(Hit(session.player, other(session), 0))
        broken += thing[Breakable].cracked
        session.world.despawn(thing)
    return broken


def test_chance_to_break_a_weapon_depends_on_weapon_and_armour(make_session: MakeSession) -> None:
    odds = {
        "sword": {"Breakable": {"striking": 100}},
        "coat of mail": {"Breakable": {"hardness": 500, "struck": 0}},
    }
    bare = make_session("#@z#", zombie=TOUGH, **made(odds))
    mailed = make_session("#@z#", zombie=TOUGH, **made(odds))
    mail = mailed.world.spawn(*mailed.catalogue.make("coat of mail"))
    mailed.world.publish(StartWearing(other(mailed), other(mailed), mail))
    assert 20 < breaks(bare, "sword") < 65  # 10 % of 400
    assert 200 < breaks(mailed, "sword") < 280  # 60 % of 400
    assert what_is(mailed.world, other(mailed), "hardness") == 500


@pytest.mark.parametrize(("hp_left", "poisoned"), [(1, False), (500, True)])
def test_venom_spares_the_dead(make_session: MakeSession, hp_left: int, poisoned: bool) -> None:
    session = make_session(
        "#@z#",
        you={"Venom": {"percent": 100}},
        zombie={"Mind": None, "Health": {"hp": hp_left, "most": 500}},
    )
    ear, target = Ear(), other(session)
    session.world.tap(ear)
    session.world.publish(Attack(session.player, target))
    assert target.alive is poisoned
    assert any(isinstance(event, Affect) for event in ear.events) is poisoned
    assert bool(draws(session.world).get("venom")) is poisoned
