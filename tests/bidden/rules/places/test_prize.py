"""The prize on the deepest level, and gear that gets better with depth."""

import pytest

from bidden.components.movement.position import Position
from bidden.components.things.breakable import Breakable
from bidden.components.things.gear import Gear, Quality
from bidden.content.catalogue import Catalogue
from bidden.events.effects import what_is
from bidden.events.movement import Arrive
from bidden.events.places import MakeLevel, Spawn
from bidden.events.things import Distinguish
from bidden.intents import Drop, Move, PickUp
from bidden.session import Session
from bidden.state import Inscribed, Levels, Prize
from bidden.view import Ending
from eventcore import Entity
from tests.bidden.scenes import MakeSession, catalogue, wear

SEEDS = range(2)


def deep(seed: int, made: Catalogue) -> Session:
    """Begin a game and generate all its levels."""
    session = Session(seed, catalogue=made)
    for depth in range(2, made.level("first").levels + 1):
        session.world.publish(MakeLevel(session.world.root, depth))
    return session


@pytest.mark.parametrize("seed", SEEDS)
def test_prize_lies_on_the_deepest_level(seed: int) -> None:
    session = deep(seed, catalogue())
    (prize,) = session.world.having(Prize)
    assert prize[Position].level == len(session.world.root[Levels].dug) == 4
    there = [
        one
        for one in session.world.having(Position)
        if one[Position].distance(prize[Position]) == 0
    ]
    assert there == [prize]


def test_prize_wins_the_game() -> None:
    session = Session(1, catalogue=catalogue())
    here = session.player[Position]
    prize = session.world.spawn(Position(here.x, here.y), *session.catalogue.make("amulet"))
    session.world.publish(Arrive(prize))
    before, _, after = session.ending, session.perform(PickUp()), session.ending
    assert (before, after) == (None, Ending.WON)
    session.perform(Drop("a"))
    assert session.ending is Ending.WON  # permanently


def lay(session: Session, what: str, level: int) -> Entity:
    made = session.world.publish(Spawn(session.world.root, None, what, 1, 1, level)).made
    assert made is not None
    return made


@pytest.mark.parametrize(("level", "least", "most"), [(1, 0, 0), (2, 8, 30), (4, 30, 75)])
def test_gear_on_deeper_levels_is_more_often_of_better_quality(
    level: int, least: int, most: int
) -> None:
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
    session = make_session("#@.#", spear={"Quality": {"most": 1}})
    spear = wear(session, "spear")
    before = what_is(session.world, session.player, "attack", 5)
    assert before == 5 + spear[Gear].attack
    session.world.publish(Distinguish(session.world.root, spear))
    assert what_is(session.world, session.player, "attack", 5) == before + 1
    (held,) = session.view().pack
    assert held.name == f'a spear named "{spear[Inscribed].name}"'
    assert held.worth == 4
    assert held.about.startswith("+4 Attack (base +3, quality +1). ")
    assert session.perform(Drop(held.slot)).done
    assert session.perform(Move(1, 0)).done
    assert session.about(1, 0) == held.about


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
