"""The rules of fire: what catches it, whom it harms, and what is left."""

from __future__ import annotations

import attrs
import pytest

from bidden import intents
from bidden.content.kinds.spell_kinds import Spell
from bidden.events.combat import TakeDamage
from bidden.events.ground import Burn, Ignite, Lay
from bidden.events.magic import LearnSpell
from bidden.events.movement import Displace
from bidden.events.places import Spawn
from bidden.rules.ground.ground import Ground
from bidden.rules.magic.powers import Aim
from bidden.session import Session
from bidden.state import name_of
from eventcore import Fixed
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.ground.acting import at, called, covers, ground, listening, pour, row
from tests.bidden.scenes import Changes, MakeSession, hp, place

EAST, WAIT = intents.Move(1, 0), intents.Wait()
MINDLESS: Changes = {"Mind": None}


def ignite(session: Session, x: int, y: int) -> Ignite:
    return session.world.publish(Ignite(session.world.root, 1, x, y))


def test_a_world_in_which_nothing_lies_on_the_ground_has_none_of_its_rules(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z#", zombie=MINDLESS)
    assert Ground not in session.world.root
    pour(session, "tall grass", (2, 0))
    assert Ground in session.world.root


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
def test_what_does_not_burn_does_not_catch_fire(make_session: MakeSession, kind: str) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "tall grass", (3, 0))
    pour(session, kind, (4, 0))
    assert ignite(session, 4, 0).reason == "nothing burns"
    ignite(session, 3, 0)
    assert ignite(session, 3, 0).reason == "nothing burns"  # once more


def test_oil_catches_fire_from_what_burns_beside_it_at_once(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=MINDLESS)
    pour(session, "oil", *row(0, 3, 4, 5, 7))
    ignite(session, 3, 0)
    seen = []
    for _ in range(3):
        session.perform(WAIT)
        seen.append([x for x, _ in at(session, "fires")])
    assert seen == [[3, 4], [3, 4, 5], [3, 4, 5]]


def test_fire_leaps_by_the_odds_of_what_lies_there(make_session: MakeSession) -> None:
    caught = 0
    for seed in range(40):
        session = make_session("#@......z#", seed=seed, zombie=MINDLESS)
        pour(session, "tall grass", *row(0, 4, 5))
        ignite(session, 4, 0)
        ear = listening(session)
        session.perform(WAIT)
        (burn,) = (event for event in ear.events if isinstance(event, Burn))
        caught += len(burn.caught)
    assert 10 <= caught <= 26  # 45 % of 40 are 18


def test_fire_harms_who_stands_in_it_and_credits_who_set_it(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie=MINDLESS)
    pour(session, "tall grass", (5, 0))
    session.world.publish(Ignite(session.player, 1, 5, 0))
    ear = listening(session)
    session.perform(WAIT)
    (harm,) = (event for event in ear.events if isinstance(event, TakeDamage))
    zombie = called(session, "zombie")
    assert (harm.enactor, harm.target) == (session.player, zombie)
    assert (harm.source, harm.kind, harm.strength) == ("fire", "fire", 6)  # it burns half as well
    assert isinstance(harm.cause, Burn)
    assert hp(zombie) == 8 - harm.dealt


def test_who_steps_into_fire_is_harmed_at_once_and_was_told_before(
    make_session: MakeSession,
) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "tall grass", (2, 0))
    ignite(session, 2, 0)
    assert [str(one) for one in session.forecast(EAST).targets] == ["you: 1–4 hp"]
    assert session.view().harm_at == ((2, 0),)
    ear = listening(session)
    session.perform(EAST)
    stepped, burnt = (event for event in ear.events if isinstance(event, TakeDamage))
    assert (stepped.strength, burnt.strength) == (4, 4)
    assert not isinstance(stepped.cause, Burn)
    assert isinstance(burnt.cause, Burn)


def test_who_comes_to_be_in_fire_otherwise_is_harmed_too(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "tall grass", (3, 0))
    ignite(session, 3, 0)
    session.world.publish(Displace(session.player, session.player, 3, 0, 1))
    assert 36 <= hp(session.player) <= 39


def test_who_is_of_fire_is_not_harmed_and_goes_through(make_session: MakeSession) -> None:
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


def test_who_stands_in_fire_gets_out_first(make_session: MakeSession) -> None:
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


def test_a_fireball_sets_alight_all_that_burns_in_its_area(make_session: MakeSession) -> None:
    session = make_session("#@........z#", zombie=MINDLESS)
    world = session.world
    pour(session, "tall grass", *row(0, 4, 6, 9))
    world.publish(Spawn(world.root, session.player, "scroll of fireball"))
    scroll = session.view().pack[0].slot
    session.perform(intents.Read(scroll))  # to learn what it is, where one stands
    assert at(session, "fires") == {(4, 0): 2}
    assert "The tall grass catches fire!" in [str(line) for line in session.view().lines]


def test_a_spell_of_fire_sets_alight_as_well(make_session: MakeSession) -> None:
    plain = make_session("#@.....z#", zombie=MINDLESS)
    flame = Spell(mana=1, effects=("fire",), aim=Aim.AREA, radius=1)
    session = Session(0, catalogue=attrs.evolve(plain.catalogue, spells=Fixed({"flame": flame})))
    pour(session, "tall grass", *row(0, 2, 3, 4, 5))
    session.world.publish(LearnSpell(session.player, session.player, "flame"))
    assert session.perform(intents.Cast("flame", 4, 0)).done
    assert {*row(0, 3, 4, 5)} <= {*at(session, "fires")}


def test_harm_by_fire_sets_alight_what_is_beneath(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie=MINDLESS)
    pour(session, "tall grass", (5, 0))
    zombie = called(session, "zombie")
    session.world.publish(TakeDamage(session.player, zombie, 1, source="fire", kind="fire"))
    assert at(session, "fires") == {(5, 0): 3}
    assert ground(session).on("fires", 1)[5, 0].by is session.player


def test_what_is_wet_puts_fire_out(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "oil", *row(0, 3, 4))
    ignite(session, 3, 0)
    ignite(session, 4, 0)
    session.world.publish(Lay(session.world.root, 1, "deep water", [(3, 0)]))
    assert at(session, "fires") == {(4, 0): 5}


def test_a_fire_pot_breaks_where_it_is_aimed_and_burns(make_session: MakeSession) -> None:
    session = make_session("#@........z#", zombie=MINDLESS)
    world = session.world
    world.publish(Spawn(world.root, session.player, "fire pot"))
    session.perform(intents.Throw("a", 4, 0))
    session.perform(WAIT)
    assert list(at(session, "fires")) == row(0, 3, 4, 5)
    assert not [thing for thing in world if name_of(thing) == "fire pot"]


def test_it_replays_and_can_be_saved_while_it_burns(make_session: MakeSession) -> None:
    session = make_session("#@.....z#", zombie=MINDLESS)
    pour(session, "tall grass", *row(0, 2, 3, 4, 5))
    session.world.publish(Ignite(session.player, 1, 4, 0))
    session.perform(WAIT)
    session.digest.seal()
    twin = Session.restore(session.save(), catalogue=session.catalogue)
    for one in (session, twin):
        for _ in range(5):
            one.perform(WAIT)
    assert session.save() == twin.save()


def test_what_burns_is_named(make_session: MakeSession) -> None:
    session = make_session("#@....z...#", zombie=MINDLESS)
    pour(session, "rushes", *row(0, 4, 5, 6))
    give(session, "fire pot")
    session.perform(intents.Throw("a", 5, 0))
    pour(session, "rushes", (9, 0))
    ignite(session, 9, 0)
    told = [str(line) for line in session.view().lines]
    assert "The fire pot bursts into flames!" in told
    assert "The rushes catch fire!" in told
    assert "The oil catches fire!" not in told


def test_who_leaks_burning_oil_is_named(make_session: MakeSession) -> None:
    session = make_session(
        "#@....z#", zombie={**MINDLESS, "Leaks": {"kind": "oil", "lights": True}}
    )
    zombie = called(session, "zombie")
    session.world.publish(TakeDamage(session.player, zombie, 99, sure=True))
    assert "The zombie goes up in flames!" in [str(line) for line in session.view().lines]
