"""Noise: its sources, and which creatures hear it."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.events.effects import Affect
from bidden.events.minds import Noise
from bidden.session import Session
from tests.bidden.scenes import Changes, MakeSession, listening, others

SLEEPS: Changes = {"Wits": {"asleep": 100, "wakes": 0}}


def states(session: Session) -> list[str]:
    return [one[Wits].state for one in sorted(others(session), key=lambda one: one.id)]


def noises(session: Session, *intents_given: intents.Intent) -> list[Noise]:
    ear = listening(session)
    for intent in intents_given:
        session.perform(intent)
    return ear.of(Noise)


@pytest.mark.parametrize(("loudness", "heard"), [(7, "asleep"), (8, "hunting"), (9, "hunting")])
def test_sleeper_hears_half_as_far(make_session: MakeSession, loudness: int, heard: str) -> None:
    session = make_session("#@...z#", zombie=SLEEPS)
    me = session.player
    session.world.publish(Noise(me, 1, 0, 1, loudness, "a shout"))
    assert states(session) == [heard]
    assert others(session)[0][Mind].goal == (None if heard == "asleep" else (1, 0))


def test_only_alarming_noise_of_its_own_kind_wakes_a_sleeper(make_session: MakeSession) -> None:
    session = make_session("#@.####z.z#", zombie=SLEEPS)
    one, other = sorted(others(session), key=lambda who: who.id)
    for alarming, expected in ((False, "asleep"), (True, "hunting")):
        session.world.publish(Noise(one, 7, 0, 1, 9, "a door creak", alarming))
        assert other[Wits].state == expected
        assert one[Wits].state == "asleep"  # a creature's own noise does not wake it


def test_opening_a_door_makes_noise(make_session: MakeSession) -> None:
    session = make_session("#@+.z#", zombie=SLEEPS)
    (noise,) = noises(session, intents.Move(1, 0))
    assert (noise.x, noise.y, noise.level, noise.loudness) == (2, 0, 1, 5)
    assert noise.enactor is session.player
    assert states(session) == ["hunting"]


def test_attack_noise_alerts_the_target_and_its_allies(make_session: MakeSession) -> None:
    session = make_session("#@z.z#", zombie={**SLEEPS, "Health": {"hp": 50, "most": 50}})
    first = noises(session, intents.Move(1, 0))[0]
    assert (first.sound, first.loudness, first.alarming) == ("fighting", 8, True)
    assert states(session) == ["hunting", "hunting"]


def test_poison_damage_makes_no_noise(make_session: MakeSession) -> None:
    session = make_session("#@.....z#", zombie={**SLEEPS, "Mind": {"radius": 1}})
    session.world.publish(Affect(session.player, session.player, "poison"))
    assert noises(session, *[intents.Wait()] * 3) == []


def test_player_is_notified_of_noise_that_it_hears_but_does_not_see(
    make_session: MakeSession,
) -> None:
    session = make_session("#@####z.z#", zombie=SLEEPS)
    one = others(session)[0]
    for spot, loudness in (((6, 0), 8), ((6, 0), 4), ((1, 0), 8)):
        session.world.publish(Noise(one, *spot, 1, loudness, "fighting"))
    session.world.publish(Noise(session.player, 6, 0, 1, 8, "fighting"))
    session.world.publish(Noise(one, 6, 0, 2, 8, "fighting"))
    assert [line.count for line in session.messages.lines] == [1]
