"""Missiles: which weapons need them, and what becomes of them.

Strength is half the attack, rounded down, plus the values of weapon and missile, less
defence. A crossbow shot takes half as long again.
"""

from __future__ import annotations

import pytest

from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Impact
from bidden.events.turns import SpendTime
from bidden.intents import PutOn, Shoot
from bidden.session import Session
from bidden.state import Ammunition, Stack
from tests.bidden.scenes import STOUT, MakeSession, draws, give

FAR = {**STOUT, "Fighter": {"attack": 1, "defence": 2}}


def arm(session: Session, weapon: str, *missiles: str) -> None:
    """Give the player a weapon to wield and a bundle of each missile."""
    give(session, weapon)
    assert session.perform(PutOn("a")).done
    for missile in missiles:
        give(session, missile)


def lying(session: Session, x: int) -> int:
    """Count the missiles on the ground in a column."""
    found = session.world.having(Ammunition, Position)
    return sum(one[Stack].count for one in found if one[Position].x == x)


@pytest.mark.parametrize(
    ("weapon", "missile", "strength", "cost"),
    [
        ("bow", "arrow", (5 + 1) // 2 + 5 - 2, 100),
        ("crossbow", "bolt", (5 + 1) // 2 + 9 - 2, 150),
        ("sling", "stone", 5 // 2 + 3 + 1 - 2, 100),
    ],
)
def test_shot_uses_one_missile_and_has_the_expected_time_cost_and_strength(
    make_session: MakeSession, weapon: str, missile: str, strength: int, cost: int
) -> None:
    session = make_session("#@...z#", zombie=FAR)
    arm(session, weapon, missile)
    hits, spent = list[Impact](), list[SpendTime]()
    session.world.observe(Impact, hits.append)
    session.world.observe(SpendTime, spent.append, entity=session.player)
    count = session.player[Pack].things["b"][Stack].count
    assert session.perform(Shoot(5, 0)).done
    assert [one.strength for one in hits] == [strength]
    assert [one.cost for one in spent] == [cost]
    pack = session.player[Pack].things
    assert (pack["b"][Stack].count if "b" in pack else 0) == count - 1


@pytest.mark.parametrize("missile", ["", "bolt", "stone", "rock"])
def test_shot_without_missile_is_refused(make_session: MakeSession, missile: str) -> None:
    session = make_session("#@...z#", zombie=STOUT)
    arm(session, "bow", *([missile] if missile else []))
    turn = session.world.turn
    assert session.perform(Shoot(5, 0)).reason == "no missile"
    assert (session.world.turn, session.view().missiles) == (turn, 0)


def test_missiles_break_or_lie_where_they_fell(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={**STOUT, "Health": {"hp": 200, "most": 200}})
    arm(session, "bow", "arrow", "arrow")
    for shots in range(1, 25):
        assert session.view().missiles == 25 - shots
        assert session.perform(Shoot(3, 0)).done
    assert session.perform(Shoot(3, 0)).reason == "no missile"
    assert draws(session.world)["missiles"] >= 24
    assert 14 <= lying(session, 3) <= 23  # of 24 missiles, about one in five breaks
