"""The prize on the deepest level wins the game."""

import attrs
import pytest

from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue
from bidden.content.kinds.level_kinds import Lots
from bidden.events.movement import Arrive
from bidden.events.places import MakeLevel
from bidden.intents import Drop, PickUp
from bidden.session import Session
from bidden.state import Levels, Prize, name_of
from bidden.view import Ending
from tests.bidden.scenes import catalogue

SEEDS = range(2)


def deep(seed: int, made: Catalogue) -> Session:
    """A game whose levels are all dug."""
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
    assert session.ending is Ending.WON  # for good


def test_things_come_by_the_lots_of_their_kind() -> None:
    made = catalogue()
    lots = [Lots(3, {"ration": 1}), Lots(2, {"sword": 1, "dagger": 1})]
    first = attrs.evolve(made.level("first"), things=lots, prize="")
    session = Session(3, catalogue=attrs.evolve(made, levels={"first": first}, rooms={}))
    names = sorted(
        name_of(one) for one in session.world.having(Position) if one[Position].level == 1
    )
    found = [name for name in names if name in ("ration", "sword", "dagger")]
    assert found.count("ration") == 3
    assert len(found) == 5
