"""Throwing and shooting: where a missile lands, how hard it hits, and when it is refused.

Strength is half the attack, rounded down, plus the item's own value (1 for most, 5 for
a bow), less defence, at least 0. Damage is from 1 to the strength, or 1.
"""

import pytest

from bidden.events.combat import Impact
from bidden.intents import PutOn, Shoot
from bidden.session import Session
from tests.bidden.doing import throw
from tests.bidden.scenes import STOUT, MakeSession, creature, give, hp, observed


def hits(session: Session) -> list[Impact]:
    """Return a list that collects all hits from now on."""
    heard = observed(session, Impact)
    return heard


def wield_a_bow(session: Session) -> None:
    give(session, "bow")
    assert session.perform(PutOn("a")).done
    give(session, "arrow")


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
def test_throw_strength_is_half_the_attack_plus_the_item_minus_defence(
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
def test_shot_needs_bow_and_target(
    make_session: MakeSession, armed: bool, x: int, reason: str
) -> None:
    session = make_session("#@...z#z#", zombie=STOUT)
    if armed:
        wield_a_bow(session)
    turn = session.world.turn
    assert session.perform(Shoot(x, 0 if x >= 0 else -1)).reason == reason
    assert session.world.turn == turn
