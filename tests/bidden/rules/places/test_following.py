"""Following: allies and hunters near the stair come along, the others stay behind."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.events.effects import Affect
from bidden.events.minds import Heed
from bidden.events.places import StayBehind
from bidden.events.pursuit import TakeUpTrail
from bidden.session import Session
from eventcore import Entity
from tests.bidden.scenes import Changes, MakeLevels, listening, others, where

EAST = intents.Move(1, 0)
BELOW = "#..<.#"
MINDED: Changes = {"Mind": {"plan": ["rest"]}, "Health": {"hp": 50, "most": 50}, "Wits": {}}
HUNTER: Changes = {**MINDED, "Tracker": {"turns": 9}}


def lay(session: Session, *effects: str) -> None:
    for effect in effects:
        for one in others(session):
            assert session.world.publish(Affect(session.player, one, effect, turns=50)).done


def levels(session: Session) -> list[int]:
    return [where(one)[2] for one in others(session)]


def test_ally_within_three_steps_of_the_stair_follows(make_levels: MakeLevels) -> None:
    session = make_levels("#zz@>#", BELOW, zombie=MINDED)
    lay(session, "charm")
    session.perform(EAST)
    assert where(session.player) == (3, 0, 2)
    assert sorted(where(one) for one in others(session)) == [(2, 0, 2), (4, 0, 2)]
    assert not any(session.world.agenda.frozen(one) for one in others(session))


@pytest.mark.parametrize(
    ("drawing", "effects", "why", "held_by"),
    [
        ("#z...@>#", ["charm"], "far", ""),
        ("#z..@>#", ["charm"], "far", ""),
        ("#z...@>#", ["charm", "web"], "held", "web"),
        ("#.z@>#", ["charm", "paralysis"], "held", "paralysis"),
    ],
)
def test_ally_that_stays_behind_reports_the_reason(
    make_levels: MakeLevels, drawing: str, effects: list[str], why: str, held_by: str
) -> None:
    session = make_levels(drawing, BELOW, zombie=MINDED)
    lay(session, *effects)
    ear = listening(session)
    session.perform(EAST)
    assert [(one.why, one.held_by) for one in ear.of(StayBehind)] == [(why, held_by)]
    assert levels(session) == [1]
    assert session.world.agenda.frozen(others(session)[0])


def test_ally_that_was_told_to_stay_stays(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", BELOW, zombie=MINDED)
    lay(session, "charm")
    assert session.world.publish(Heed(session.player, others(session)[0], "stay")).done
    ear = listening(session)
    session.perform(EAST)
    assert ([one.why for one in ear.of(StayBehind)], levels(session)) == (["bidden"], [1])


@pytest.mark.parametrize("effects", [(), ("fear",)])
def test_foe_does_not_follow(make_levels: MakeLevels, effects: tuple[str, ...]) -> None:
    session = make_levels("#.z@>#", BELOW, zombie=MINDED)
    lay(session, *effects)
    ear = listening(session)
    session.perform(EAST)
    assert (ear.of(StayBehind), levels(session)) == ([], [1])


def on_the_trail(session: Session) -> Entity:
    (one,) = others(session)
    assert session.world.publish(TakeUpTrail(one, session.player)).done
    return one


def test_hunter_near_the_stair_follows(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", BELOW, zombie=HUNTER)
    hunter = on_the_trail(session)
    session.perform(EAST)
    assert where(hunter) in [(2, 0, 2), (4, 0, 2)]
    assert not session.world.agenda.frozen(hunter)


@pytest.mark.parametrize(
    ("drawing", "effect"),
    [("#z...@>#", ""), ("#.z@>#", "web"), ("#.z@>#", "knock-out"), ("#.z@>#", "fear")],
)
def test_hunter_far_away_or_held_does_not_follow(
    make_levels: MakeLevels, drawing: str, effect: str
) -> None:
    session = make_levels(drawing, BELOW, zombie=HUNTER)
    on_the_trail(session)
    lay(session, *[effect] * bool(effect))
    session.perform(EAST)
    assert levels(session) == [1]
