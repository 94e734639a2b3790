"""Traps: springing, finding, disarming."""

import pytest

from bidden import intents
from bidden.components.knowledge.memory import Memory
from bidden.events.movement import Move
from bidden.events.places import Spawn
from bidden.events.queries import WhichStep
from bidden.intents import Disarm, Search
from bidden.session import Session
from bidden.state import Home, is_secret
from eventcore import Entity
from tests.bidden.doing import lay_trap
from tests.bidden.scenes import STOUT, Changes, MakeSession, creature, hp, map_of, place


def test_visible_web_holds_a_player_who_walks_into_it(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    lay_trap(session, "web", 2, secret=False)
    assert map_of(session.view()) == "#@┼.#"
    session.perform(intents.Move(1, 0))
    turns = session.world.turn
    reasons = [session.perform(intents.Move(1, 0)).reason for _ in range(5)]
    assert reasons == ["web"] * 4 + [None]
    assert (session.world.turn - turns, place(session.player)) == (5, (3, 0))


@pytest.mark.parametrize(("drawing", "known"), [("#@..z#", True), ("#@+.z#", False)])
def test_sprung_trap_is_known_to_witnesses(
    make_session: MakeSession, drawing: str, known: bool
) -> None:
    session = make_session(drawing, zombie=STOUT)
    trap = lay_trap(session, "dart trap", 3)
    session.world.publish(Move(creature(session, 4), -1, 0))
    assert hp(creature(session, 3)) == 26
    assert is_secret(trap) == (not known)
    assert any(mark.name == "dart trap" for mark in session.player[Memory].marked) == known


def test_searching_finds_six_of_ten_hidden_things(make_session: MakeSession) -> None:
    found = 0
    for seed in range(20):
        session = make_session("...\n.@.\n...", seed=seed)
        trap = lay_trap(session, "dart trap", seed % 3, 0)
        session.perform(Search())
        found += not is_secret(trap)
        assert session.world.turn == 1
    assert 8 <= found <= 16


@pytest.mark.parametrize("odds", [0, 100])
def test_disarming_removes_a_trap_or_triggers_it(make_session: MakeSession, odds: int) -> None:
    session = make_session("#@.#", you={"Recovery": None})
    trap = lay_trap(session, "dart trap", 2, secret=False, odds=odds)
    assert session.perform(Disarm(1, 0)).done
    assert trap.alive == (odds == 0)
    assert hp(session.player) == (40 if odds else 35)


@pytest.mark.parametrize(("secret", "dx"), [(True, 1), (False, -1), (False, 2), (False, 0)])
def test_only_a_known_adjacent_trap_can_be_disarmed(
    make_session: MakeSession, secret: bool, dx: int
) -> None:
    session = make_session("#.@..#")
    lay_trap(session, "dart trap", 2 + (2 if dx == 2 else 0 if dx == 0 else 1), secret=secret)
    assert session.perform(Disarm(dx, 0)).reason == "no trap"


HALL = """
    #######
    #@...z#
    #.....#
    #######
"""


MINDFUL: Changes = {"Health": {"hp": 30, "most": 30}, "Resistances": None}


def step_of(session: Session, who: Entity, x: int, y: int, *, away: bool = False) -> object:
    return session.world.ask(WhichStep(who, x, y, away=away)).step


def dweller(session: Session, x: int, y: int) -> Entity:
    found = next(one for one in session.world.having(Home) if place(one) == (x, y))
    assert found[Home].level == 1
    return found


def test_dweller_walks_round_traps(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDFUL)
    zombie = dweller(session, 5, 1)
    assert step_of(session, zombie, 1, 1) == (-1, 0)
    lay_trap(session, "dart trap", 4, 1)
    assert step_of(session, zombie, 1, 1) == (-1, 1)


def test_newly_arrived_creature_does_not_know_the_traps(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDFUL)
    lay_trap(session, "dart trap", 4, 2)
    comer = session.world.publish(Spawn(session.player, None, "zombie", 5, 2)).made
    assert comer is not None
    assert Home not in comer
    assert step_of(session, comer, 1, 2) == (-1, 0)
    session.world.attach(comer, Home(2))  # a creature from the level below that came up
    assert step_of(session, comer, 1, 2) == (-1, 0)


def test_flying_creature_does_not_trigger_a_trap(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie={**MINDFUL, "Flying": {}})
    zombie = dweller(session, 5, 1)
    lay_trap(session, "dart trap", 4, 1)
    assert step_of(session, zombie, 1, 1) == (-1, 0)
    session.world.publish(Move(zombie, -1, 0))
    assert (place(zombie), hp(zombie)) == ((4, 1), 30)
