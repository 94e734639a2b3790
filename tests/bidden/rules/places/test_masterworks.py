"""Masterworks: better gear with names, found deeper down."""

from __future__ import annotations

import pytest

from bidden.components.things.breakable import Breakable
from bidden.components.things.gear import Gear
from bidden.components.things.quality import Quality
from bidden.events.effects import what_is
from bidden.events.places import MakeLevel, Spawn
from bidden.events.things import Distinguish
from bidden.session import Session
from bidden.state import Inscribed
from eventcore import Entity
from tests.bidden.scenes import MakeSession, wear


def lay(session: Session, what: str, level: int) -> Entity:
    made = session.world.publish(Spawn(session.world.root, None, what, 1, 1, level)).made
    assert made is not None
    return made


@pytest.mark.parametrize(("level", "least", "most"), [(1, 0, 0), (2, 8, 30), (4, 30, 75)])
def test_the_deeper_it_lies_the_likelier_gear_is_better(level: int, least: int, most: int) -> None:
    session = Session(1)
    for depth in range(2, level + 1):
        session.world.publish(MakeLevel(session.world.root, depth))
    swords = [lay(session, "sword", level) for _ in range(200)]
    better = [one for one in swords if one[Quality].better]
    assert least <= len(better) <= most
    assert {one[Quality].better for one in better} <= {1, 2}
    assert [Inscribed in one for one in swords] == [bool(one[Quality].better) for one in swords]
    names = [one[Inscribed].name for one in better]
    assert len({*names}) == len(names)


def test_quality_adds_to_the_stat(make_session: MakeSession) -> None:
    session = make_session("#@#", spear={"Quality": {"most": 1}})
    spear = wear(session, "spear")
    before = what_is(session.world, session.player, "attack", 5)
    assert before == 5 + spear[Gear].attack
    session.world.publish(Distinguish(session.world.root, spear))
    assert what_is(session.world, session.player, "attack", 5) == before + 1
    (held,) = session.view().pack
    assert held.name == f'a spear named "{spear[Inscribed].name}"'
    assert held.worth == 4


@pytest.mark.parametrize(
    ("what", "before", "after"), [("spear", (6, 0), (3, 0)), ("leather armour", (0, 8), (0, 4))]
)
def test_quality_halves_the_odds_of_breaking(
    make_session: MakeSession, what: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    session = make_session("#@#")
    thing = wear(session, what)
    breakable = thing[Breakable]
    assert (breakable.striking, breakable.struck) == before
    session.world.publish(Distinguish(session.world.root, thing))
    assert (breakable.striking, breakable.struck) == after
