"""The rule of following: who serves goes along over a stair, where it is near enough."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.minds import Heed, TakeFright, ruler_of, serves
from bidden.events.places import Follow
from bidden.events.pursuit import TakeUpTrail
from bidden.session import Session
from bidden.state import Side
from eventcore import Change, Entity
from tests.bidden.scenes import Changes, MakeLevels, Meddle, refusing

EAST, WEST = intents.Move(1, 0), intents.Move(-1, 0)
MINDED: Changes = {"Mind": {"plan": ["rest"]}, "Health": {"hp": 50, "most": 50}}


def zombies(session: Session) -> list[Entity]:
    found = [who for who in session.world.having(Side, Position) if who is not session.player]
    return sorted(found, key=lambda who: who.id)


def where(thing: Entity) -> tuple[int, int, int]:
    place = thing[Position]
    return place.x, place.y, place.level


def lay(session: Session, effect: str) -> None:
    for one in zombies(session):
        assert session.world.publish(Affect(session.player, one, effect, turns=50)).done


def told(session: Session) -> list[str]:
    return [str(line) for line in session.view().lines]


def test_who_serves_and_is_within_three_steps_of_the_stair_follows(
    make_levels: MakeLevels,
) -> None:
    session = make_levels("#zz@>#", "#..<.#", zombie=MINDED)
    lay(session, "charm")
    session.perform(EAST)
    assert where(session.player) == (3, 0, 2)
    assert sorted(where(one) for one in zombies(session)) == [(2, 0, 2), (4, 0, 2)]
    assert told(session)[-1] == "The zombie follows you. (×2)"


def test_they_go_on_to_act_where_they_have_come_to(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", "#.....<.#", zombie=MINDED)
    lay(session, "charm")
    session.perform(EAST)
    (one,) = zombies(session)
    assert one in session.world.agenda
    assert not session.world.agenda.frozen(one)


def test_who_is_farther_away_stays(make_levels: MakeLevels) -> None:
    session = make_levels("#z...@>#", "#..<.#", zombie=MINDED)
    lay(session, "charm")
    session.perform(EAST)
    (one,) = zombies(session)
    assert where(one)[2] == 1
    assert session.world.agenda.frozen(one)
    assert "Your zombie is too far off to follow." in told(session)


def test_who_was_bidden_to_stay_does_and_that_is_told(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", "#..<.#", zombie={**MINDED, "Wits": {}})
    lay(session, "charm")
    (one,) = zombies(session)
    assert session.world.publish(Heed(session.player, one, "stay")).done
    session.perform(EAST)
    assert where(one)[2] == 1
    assert "Your zombie stays, as it was told." in told(session)


def test_neither_a_foe_nor_who_fears_you_follows(make_levels: MakeLevels) -> None:
    for effect in ("", "fear"):
        session = make_levels("#.z@>#", "#..<.#", zombie=MINDED)
        if effect:
            lay(session, effect)
            (one,) = zombies(session)
            assert ruler_of(session.world, one) is session.player
            assert not serves(session.world, one, session.player)
        session.perform(EAST)
        assert [where(one)[2] for one in zombies(session)] == [1]


def test_who_cannot_move_stays(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", "#..<.#", zombie=MINDED)
    lay(session, "paralysis")
    lay(session, "charm")
    session.perform(EAST)
    assert [where(one)[2] for one in zombies(session)] == [1]


def test_where_there_is_no_room_they_stay(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", "#<#", zombie=MINDED)
    lay(session, "charm")
    session.perform(EAST)
    assert where(session.player) == (1, 0, 2)
    assert [where(one)[2] for one in zombies(session)] == [1]


def test_a_follower_may_be_refused(make_levels: MakeLevels, meddle: Meddle) -> None:
    refused: list[Change] = []

    def refuse(change: Change) -> None:
        refusing(Follow)(change)
        refused.extend([change] if isinstance(change, Follow) else [])

    meddle(refuse)
    session = make_levels("#.z@>#", "#..<.#", zombie=MINDED)
    lay(session, "charm")
    session.perform(EAST)
    assert len(refused) == 1
    assert [where(one)[2] for one in zombies(session)] == [1]


HUNTER: Changes = {**MINDED, "Tracker": {"turns": 9}, "Wits": {}}


def on_the_trail(session: Session) -> Entity:
    (one,) = zombies(session)
    assert session.world.publish(TakeUpTrail(one, session.player)).done
    return one


def test_who_hunts_you_and_is_near_the_stair_follows(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", "#..<.#", zombie=HUNTER)
    hunter = on_the_trail(session)
    session.perform(EAST)
    assert where(hunter) in [(2, 0, 2), (4, 0, 2)]
    assert told(session)[-1] == "The zombie follows you."
    assert not session.world.agenda.frozen(hunter)


def test_who_is_on_no_trail_or_far_away_does_not_follow(make_levels: MakeLevels) -> None:
    session = make_levels("#.z@>#", "#..<.#", zombie=HUNTER)
    session.perform(EAST)
    assert [where(one)[2] for one in zombies(session)] == [1]
    session = make_levels("#z...@>#", "#..<.#", zombie=HUNTER)
    on_the_trail(session)
    session.perform(EAST)
    assert [where(one)[2] for one in zombies(session)] == [1]


@pytest.mark.parametrize("effect", ["web", "knock-out", "fear"])
def test_a_hunter_that_is_held_or_not_itself_does_not_follow(
    make_levels: MakeLevels, effect: str
) -> None:
    session = make_levels("#.z@>#", "#..<.#", zombie=HUNTER)
    on_the_trail(session)
    lay(session, effect)
    session.perform(EAST)
    assert [where(one)[2] for one in zombies(session)] == [1]
    assert "behind" not in told(session)[-1]


@pytest.mark.parametrize("state", ["asleep", "fleeing"])
def test_a_hunter_that_sleeps_or_flees_does_not_follow(make_levels: MakeLevels, state: str) -> None:
    wits = {"asleep": 100, "wakes": 0} if state == "asleep" else {}
    session = make_levels("#.z@>#", "#..<.#", zombie={**HUNTER, "Wits": wits})
    hunter = on_the_trail(session)
    if state == "fleeing":
        session.world.publish(TakeFright(hunter))
    assert hunter[Wits].state == state
    session.perform(EAST)
    assert [where(one)[2] for one in zombies(session)] == [1]


def test_who_serves_and_is_held_stays_behind_and_that_is_told(make_levels: MakeLevels) -> None:
    session = make_levels("#z...@>#", "#..<.#", zombie=MINDED)
    lay(session, "charm")
    lay(session, "web")
    session.perform(EAST)
    assert [where(one)[2] for one in zombies(session)] == [1]
    assert told(session)[-1] == "Your zombie is held in a web and stays behind."
    session = make_levels("#.z@>#", "#..<.#", zombie=MINDED)
    lay(session, "charm")
    lay(session, "paralysis")
    session.perform(EAST)
    assert told(session)[-1] == "Your zombie cannot move and stays behind."
