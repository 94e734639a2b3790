"""Throwing and shooting: where it lands, how hard it hits, and when it cannot be done.

The numbers: half the attack, rounded down, and the thing's own value (1 for most things, 5 for
a bow), less defence, never below 0; the harm is from 1 to that, or 1.
"""

import pytest

from bidden.components.movement.position import Position
from bidden.components.things.gear import Gear
from bidden.events.combat import Die, Impact
from bidden.intents import PutOn, Shoot, Throw
from bidden.session import Session
from tests.bidden.components.magic.test_magic import give, said
from tests.bidden.rules.magic.test_powers import STOUT, creature
from tests.bidden.scenes import Changes, MakeSession, hp, place


def hits(session: Session) -> list[Impact]:
    """All hits from now on."""
    heard: list[Impact] = []
    session.world.observe(Impact, heard.append)
    return heard


def wield_a_bow(session: Session) -> None:
    give(session, "bow")
    assert session.perform(PutOn("a")).done
    give(session, "arrow")


def throw(session: Session, name: str, x: int, y: int = 0) -> tuple[int, int] | None:
    """Throw a thing; give where it lies then, None where it is no more."""
    thing = give(session, name)
    slot = next(held.slot for held in session.view().pack if not held.worn)
    assert session.perform(Throw(slot, x, y)).done
    return place(thing) if thing.alive else None


@pytest.mark.parametrize(
    ("name", "attack", "defence", "strength"),
    [
        ("ration", 5, 0, 3),
        ("rock", 5, 0, 5),
        ("rock", 4, 2, 3),
        ("dagger", 5, 2, 4),
        ("rock", 5, 9, 0),
    ],
)
def test_a_throw_is_worth_half_the_attack_and_the_thing_less_defence(
    make_session: MakeSession, name: str, attack: int, defence: int, strength: int
) -> None:
    session = make_session(
        "#@.z#",
        you={"Fighter": {"attack": attack, "defence": 1}},
        zombie={**STOUT, "Fighter": {"attack": 1, "defence": defence}},
    )
    heard = hits(session)
    throw(session, name, 3)
    assert [hit.strength for hit in heard] == [strength]
    assert 1 <= 30 - hp(creature(session, 3)) <= max(1, strength)


def test_a_shot_is_worth_half_the_attack_and_five_less_defence(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie={**STOUT, "Fighter": {"attack": 1, "defence": 2}})
    wield_a_bow(session)
    heard = hits(session)
    assert session.perform(Shoot(5, 0)).done
    assert [hit.strength for hit in heard] == [(5 + 1) // 2 + 5 - 2]


@pytest.mark.parametrize(
    ("armed", "x", "reason"),
    [
        (False, 5, "no bow"),
        (True, 4, "nobody there"),
        (True, 7, "out of sight"),
        (True, -1, "no aim"),
        (True, 1, "nobody there"),
    ],
)
def test_a_shot_takes_a_bow_sight_and_somebody_there(
    make_session: MakeSession, armed: bool, x: int, reason: str
) -> None:
    session = make_session("#@...z#z#", zombie=STOUT)
    if armed:
        wield_a_bow(session)
    turn = session.world.turn
    assert session.perform(Shoot(x, 0 if x >= 0 else -1)).reason == reason
    assert session.world.turn == turn


@pytest.mark.parametrize("x", [-1, 1])
def test_a_throw_takes_a_direction(make_session: MakeSession, x: int) -> None:
    session = make_session("#@..#")
    give(session, "rock")
    assert session.perform(Throw("a", x, 0)).reason == "no aim"
    assert session.world.turn == 0


def test_a_potion_breaks_on_whom_it_hits_and_works_on_them(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    assert throw(session, "potion of poison", 3) is None
    assert said(session)[:3] == [
        "You throw the potion of poison.",
        f"You hit the zombie for {29 - hp(creature(session, 3))}.",  # a point was the poison's
        "The zombie looks poisoned.",
    ]


def test_a_potion_that_hits_nobody_is_whole(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    assert throw(session, "potion of poison", 3) == (3, 0)


def test_what_is_wielded_comes_off_before_it_flies(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    wield_a_bow(session)
    assert session.perform(Throw("a", 3, 0)).done
    (bow,) = session.world.having(Gear)
    assert (bow.owner, place(bow)) == (None, (3, 0))
    assert session.view().shooting is None


def test_who_dies_of_a_throw_was_killed_by_the_thrower(make_session: MakeSession) -> None:
    stout: Changes = {"Health": {"hp": 1, "most": 30}, "Mind": None}
    session = make_session("#@.z#", zombie=stout)
    deaths: list[Die] = []
    session.world.observe(Die, deaths.append)
    throw(session, "rock", 3)
    assert [die.enactor for die in deaths] == [session.player]
    assert session.player[Position].x == 1
