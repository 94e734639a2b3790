"""The rule of bidding: those who serve and can hear come, stay or strike."""

from __future__ import annotations

from bidden import intents
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.events.combat import Attack
from bidden.events.effects import Affect
from bidden.events.minds import Bid, Heed
from bidden.events.noise import Noise
from bidden.session import Session
from bidden.state import Side
from eventcore import Entity
from tests.bidden.scenes import Changes, Ear, MakeSession, hp, place

COME, STAY, STRIKE = intents.Bid("come"), intents.Bid("stay"), intents.Bid("strike")
WAIT = intents.Wait()
STRONG: Changes = {"Wits": {}, "Health": {"hp": 90, "most": 90}}


def zombies(session: Session) -> list[Entity]:
    found = [who for who in session.world.having(Side) if who is not session.player]
    return sorted(found, key=lambda who: place(who))


def charmed(session: Session, *numbers: int) -> Session:
    for number in numbers:
        session.world.publish(Affect(session.player, zombies(session)[number], "charm", turns=90))
    return session


def rest(session: Session, turns: int) -> None:
    for _ in range(turns):
        session.perform(WAIT)


def test_who_is_bidden_to_stay_stays_and_who_is_bidden_to_come_comes(
    make_session: MakeSession,
) -> None:
    session = charmed(make_session("#@......z#", zombie=STRONG), 0)
    (one,) = zombies(session)
    assert session.perform(STAY).done
    there = place(one)
    rest(session, 5)
    assert place(one) == there
    assert session.perform(COME).done
    rest(session, 8)
    assert place(one) == (3, 0)
    assert [str(line) for line in session.view().lines] == [
        "The zombie looks devoted.",
        "You call: stay!",
        "You call: come!",
    ]


def test_who_stays_strikes_who_comes_beside_it(make_session: MakeSession) -> None:
    session = charmed(make_session("#@...zz#", zombie=STRONG), 0)
    one, foe = zombies(session)
    session.perform(STAY)
    rest(session, 4)
    assert place(one) == (5, 0)
    assert hp(foe) < 90


def test_who_is_to_come_leaves_a_foe_alone(make_session: MakeSession) -> None:
    session = charmed(make_session("#@....z.z#", zombie=STRONG), 0)
    one, _ = zombies(session)
    session.perform(COME)
    rest(session, 4)
    assert place(one) == (3, 0)


def test_who_is_to_strike_goes_for_the_nearest_foe_in_the_callers_view(
    make_session: MakeSession,
) -> None:
    short: Changes = {**STRONG, "Mind": {"radius": 2, "plan": ["rest"]}}
    session = charmed(make_session("#z.@.....z#", zombie=short), 0)
    one, foe = zombies(session)
    rest(session, 3)
    assert place(one) == (1, 0)
    ear = Ear()
    session.world.tap(ear)
    bid = session.perform(STRIKE)
    assert isinstance(bid, Bid)
    assert (bid.heard, bid.x, bid.y) == ([one], 9, 0)
    (heed,) = (event for event in ear.events if isinstance(event, Heed))
    assert (heed.target, heed.word, heed.x) == (one, "strike", 9)
    assert one[Mind].goal == (9, 0)
    assert one[Wits].state == "hunting"
    assert foe.alive


def test_without_a_foe_in_view_they_are_told_nothing_any_more(make_session: MakeSession) -> None:
    session = charmed(make_session("#@..z#", zombie=STRONG), 0)
    (one,) = zombies(session)
    session.perform(STAY)
    assert one[Wits].word == "stay"
    session.perform(STRIKE)
    assert (one[Wits].word, one[Mind].goal) == ("", None)


def test_a_call_is_heard_ten_tiles_away_and_by_those_alone_who_serve(
    make_session: MakeSession,
) -> None:
    near = charmed(make_session("#@#########z#", zombie=STRONG), 0)
    assert near.perform(STAY).done
    far = charmed(make_session("#@##########z#", zombie=STRONG), 0)
    assert (far.perform(STAY).reason, far.perform(STAY).cost) == ("nobody serves", 0)
    foe = make_session("#@#z#", zombie=STRONG)
    assert foe.perform(COME).reason == "nobody serves"
    assert str(foe.view().lines[-1]) == "Nobody who serves you can hear it."


def test_foes_hear_it_as_well(make_session: MakeSession) -> None:
    session, ear = charmed(make_session("#@z####z#", zombie=STRONG), 0), Ear()
    session.world.tap(ear)
    session.perform(STAY)
    noise = next(event for event in ear.events if isinstance(event, Noise))
    assert (noise.sound, noise.loudness, noise.alarming) == ("somebody call", 10, False)
    _, foe = zombies(session)
    assert foe[Wits].state == "hunting"


def test_when_the_charm_ends_it_is_told_nothing_any_more(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie={**STRONG, "Mind": {"plan": ["hunt"], "radius": 7}})
    (one,) = zombies(session)
    session.world.publish(Affect(session.player, one, "charm", turns=2))
    session.perform(STAY)
    rest(session, 12)
    assert one[Wits].word == ""
    assert hp(session.player) < 40


def test_what_is_no_word_is_refused(make_session: MakeSession) -> None:
    session = charmed(make_session("#@z#", zombie=STRONG), 0)
    assert session.world.publish(Bid(session.player, "dance")).reason == "no word"


def test_while_it_fears_another_it_does_not_heed(make_session: MakeSession) -> None:
    session, ear = charmed(make_session("#@..z..z#", zombie=STRONG), 0), Ear()
    one, foe = zombies(session)
    session.perform(STAY)
    session.world.publish(Affect(foe, one, "fear", turns=20))
    before = place(one)
    session.world.tap(ear)
    rest(session, 2)
    assert place(one) != before
    assert not any(isinstance(e, Attack) and e.enactor is one for e in ear.events)
