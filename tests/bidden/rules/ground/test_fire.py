"""Fire: its fuel, its victims and its remains."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.events.combat import TakeDamage
from bidden.events.ground import Burn, Ignite, Lay
from bidden.events.places import Spawn
from bidden.session import Session
from bidden.state import name_of
from tests.bidden.rules.ground.acting import at, called, covers, ground, pour, row
from tests.bidden.scenes import MINDLESS, Changes, MakeSession, hp, listening, place

EAST, WAIT = intents.Move(1, 0), intents.Wait()


def ignite(session: Session, x: int, y: int) -> Ignite:
    return session.world.publish(Ignite(session.world.root, 1, x, y))


def test_grass_burns_for_three_turns_and_leaves_ash(make_session: MakeSession) -> None:
    session = make_session("#@.....z#", zombie=MINDLESS)
    pour(session, "tall grass", (4, 0))
    assert ignite(session, 4, 0).done
    lefts = []
    for _ in range(3):
        lefts.append(at(session, "fires"))
        session.perform(WAIT)
    assert lefts == [{(4, 0): 3}, {(4, 0): 2}, {(4, 0): 1}]
    assert (at(session, "fires"), covers(session)) == ({}, {(4, 0): "ash"})


@pytest.mark.parametrize("kind", ["", "ash", "deep water"])
def test_bare_ground_does_not_catch_fire(make_session: MakeSession, kind: str) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "tall grass", (3, 0))
    pour(session, kind, (4, 0))
    assert ignite(session, 4, 0).reason == "nothing burns"
    ignite(session, 3, 0)
    assert ignite(session, 3, 0).reason == "nothing burns"  # and again


def test_oil_catches_fire_from_what_burns_beside_it_at_once(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "oil", *row(0, 3, 4, 5, 7))
    ignite(session, 3, 0)
    seen = []
    for _ in range(3):
        session.perform(WAIT)
        seen.append([x for x, _ in at(session, "fires")])
    assert seen == [[3, 4], [3, 4, 5], [3, 4, 5]]


def test_fire_spreads_with_the_probability_of_the_ground_cover(make_session: MakeSession) -> None:
    caught = 0
    for seed in range(20):
        session = make_session("#@......z#", seed=seed, zombie=MINDLESS)
        pour(session, "tall grass", *row(0, 4, 5))
        ignite(session, 4, 0)
        ear = listening(session)
        session.perform(WAIT)
        (burn,) = ear.of(Burn)
        caught += len(burn.caught)
    assert 5 <= caught <= 13  # 45 % of 20 is 9


def test_fire_damages_a_creature_in_it_and_credits_the_igniter(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie=MINDLESS)
    pour(session, "tall grass", (5, 0))
    session.world.publish(Ignite(session.player, 1, 5, 0))
    ear = listening(session)
    session.perform(WAIT)
    (harm,) = ear.of(TakeDamage)
    zombie = called(session, "zombie")
    assert (harm.enactor, harm.target) == (session.player, zombie)
    assert (harm.source, harm.kind, harm.strength) == ("fire", "fire", 6)  # it burns half as well
    assert isinstance(harm.cause, Burn)
    assert hp(zombie) == 8 - harm.dealt


def test_step_into_fire_hurts_at_once(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "tall grass", (2, 0))
    ignite(session, 2, 0)
    assert [str(one) for one in session.forecast(EAST).targets] == ["you take 1–4 damage"]
    assert session.view().harm_at == ((2, 0),)
    ear = listening(session)
    session.perform(EAST)
    stepped, burnt = ear.of(TakeDamage)
    assert (stepped.strength, burnt.strength) == (4, 4)
    assert not isinstance(stepped.cause, Burn)
    assert isinstance(burnt.cause, Burn)


def test_fireproof_creature_walks_through_fire(make_session: MakeSession) -> None:
    for proof, far in ((0, 4), (100, 2)):
        resistances: Changes = {"Resistances": {"percent": {"fire": proof}}}
        session = make_session("#@...z#", zombie=resistances)
        pour(session, "oil", (3, 0))
        for _ in range(4):
            pour(session, "oil", (3, 0))
            ignite(session, 3, 0)
            session.perform(WAIT)
        assert place(called(session, "zombie"))[0] == far
        assert hp(called(session, "zombie")) == 8


def test_creature_leaves_fire_before_anything_else(make_session: MakeSession) -> None:
    session = make_session("#@......z.#")
    zombie = called(session, "zombie")
    pour(session, "oil", *row(0, 2, 3, 4, 5, 6, 7, 8))
    for x in range(2, 9):
        ignite(session, x, 0)
    session.perform(WAIT)
    assert place(zombie) == (9, 0)


def test_webs_and_scrolls_burn_away_and_potions_do_not(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "ash", (5, 0))
    world = session.world
    for x, what in ((3, "web"), (4, "scroll of sleep"), (5, "potion of health")):
        world.publish(Spawn(world.root, None, what, x, 0, 1))
    assert [ignite(session, x, 0).done for x in (3, 4, 5)] == [True, True, False]
    left = [name_of(thing) for thing in world]
    assert "potion of health" in left
    assert not {"web", "scroll of sleep"} & {*left}
    assert at(session, "fires") == {}


def test_fire_damage_ignites_the_ground_under_the_target(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie=MINDLESS)
    pour(session, "tall grass", (5, 0))
    zombie = called(session, "zombie")
    session.world.publish(TakeDamage(session.player, zombie, 1, source="fire", kind="fire"))
    assert at(session, "fires") == {(5, 0): 3}
    assert ground(session).on("fires", 1)[5, 0].by is session.player


def test_water_puts_fire_out(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "oil", *row(0, 3, 4))
    ignite(session, 3, 0)
    ignite(session, 4, 0)
    session.world.publish(Lay(session.world.root, 1, "deep water", [(3, 0)]))
    assert at(session, "fires") == {(4, 0): 5}
