"""Calls to allies: come, stay, strike."""

from __future__ import annotations

from bidden import intents
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.events.effects import Affect
from bidden.events.minds import Bid, Heed
from bidden.session import Session
from eventcore import Entity
from tests.bidden.scenes import Changes, MakeSession, hp, listening, others, place, wait

COME, STAY, STRIKE = intents.Bid("come"), intents.Bid("stay"), intents.Bid("strike")
STRONG: Changes = {"Wits": {}, "Health": {"hp": 90, "most": 90}}


def zombies(session: Session) -> list[Entity]:
    return sorted(others(session), key=place)


def charmed(session: Session, *numbers: int) -> Session:
    for number in numbers:
        session.world.publish(Affect(session.player, zombies(session)[number], "charm", turns=90))
    return session


def test_ally_obeys_stay_and_come(make_session: MakeSession) -> None:
    session = charmed(make_session("#@......z#", zombie=STRONG), 0)
    (one,) = zombies(session)
    assert session.perform(STAY).done
    there = place(one)
    wait(session, 5)
    assert place(one) == there
    assert session.perform(COME).done
    wait(session, 8)
    assert place(one) == (3, 0)


def test_staying_ally_strikes_neighbours(make_session: MakeSession) -> None:
    session = charmed(make_session("#@...zz#", zombie=STRONG), 0)
    one, foe = zombies(session)
    session.perform(STAY)
    wait(session, 4)
    assert place(one) == (5, 0)
    assert hp(foe) < 90


def test_ally_told_to_strike_hunts_the_nearest_foe(make_session: MakeSession) -> None:
    short: Changes = {**STRONG, "Mind": {"radius": 2, "plan": ["rest"]}}
    session = charmed(make_session("#z.@.....z#", zombie=short), 0)
    one, foe = zombies(session)
    wait(session, 3)
    assert place(one) == (1, 0)
    ear = listening(session)
    bid = session.perform(STRIKE)
    assert isinstance(bid, Bid)
    assert (bid.heard, bid.x, bid.y) == ([one], 9, 0)
    (heed,) = ear.of(Heed)
    assert (heed.target, heed.word, heed.x) == (one, "strike", 9)
    assert one[Mind].goal == (9, 0)
    assert one[Wits].state == "hunting"
    assert foe.alive


def test_call_reaches_allies_within_ten_tiles(make_session: MakeSession) -> None:
    near = charmed(make_session("#@#########z#", zombie=STRONG), 0)
    assert near.perform(STAY).done
    far = charmed(make_session("#@##########z#", zombie=STRONG), 0)
    assert (far.perform(STAY).reason, far.perform(STAY).cost) == ("nobody serves", 0)
    foe = make_session("#@#z#", zombie=STRONG)
    assert foe.perform(COME).reason == "nobody serves"


def test_creature_forgets_its_orders_when_its_charm_ends(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie={**STRONG, "Mind": {"plan": ["hunt"], "radius": 7}})
    (one,) = zombies(session)
    session.world.publish(Affect(session.player, one, "charm", turns=2))
    session.perform(STAY)
    wait(session, 12)
    assert one[Wits].word == ""
    assert hp(session.player) < 40
