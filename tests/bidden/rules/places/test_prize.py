"""The prize: what the game is about lies at its bottom, and who holds it has won."""

import attrs
import pytest

from bidden.components.movement.position import Position
from bidden.components.things.pack import SLOTS, Pack
from bidden.content.catalogue import Catalogue, read_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.kinds.level_kinds import Lots
from bidden.events.movement import Arrive
from bidden.events.places import MakeLevel, Spawn
from bidden.intents import Drop, PickUp
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Levels, Prize, name_of
from bidden.view import Ending
from tests.bidden.scenes import catalogue, texts

SEEDS = range(6)


def deep(seed: int, made: Catalogue) -> Session:
    """A game whose levels are all dug."""
    session = Session(seed, catalogue=made)
    for depth in range(2, made.level("first").levels + 1):
        session.world.publish(MakeLevel(session.world.root, depth))
    return session


@pytest.mark.parametrize("seed", SEEDS)
def test_it_lies_on_the_deepest_level_on_a_tile_of_its_own(seed: int) -> None:
    session = deep(seed, catalogue())
    (prize,) = session.world.having(Prize)
    assert prize[Position].level == len(session.world.root[Levels].dug) == 4
    there = [
        one
        for one in session.world.having(Position)
        if one[Position].distance(prize[Position]) == 0
    ]
    assert there == [prize]


def test_who_holds_it_has_won_and_nobody_else() -> None:
    session = Session(1, catalogue=catalogue())
    here = session.player[Position]
    prize = session.world.spawn(Position(here.x, here.y), *session.catalogue.make("amulet"))
    session.world.publish(Arrive(prize))
    before, _, after = session.ending, session.perform(PickUp()), session.ending
    assert (before, after) == (None, Ending.WON)
    assert session.view().epitaph == "You hold the amulet of the summoner, and go free."
    session.perform(Drop("a"))
    assert session.ending is Ending.WON  # for good


def test_it_needs_no_room_in_a_pack() -> None:
    session = Session(1, catalogue=catalogue())
    here, you = session.player[Position], session.player
    for _ in SLOTS:
        session.world.publish(Spawn(you, you, "bow"))
    prize = session.world.spawn(Position(here.x, here.y), *session.catalogue.make("amulet"))
    session.world.publish(Arrive(prize))
    assert len(you[Pack].things) == len(SLOTS)
    assert session.perform(PickUp()).done
    assert session.ending is Ending.WON
    told = [line.text for line in session.messages.lines]
    assert "You pick up an amulet of the summoner." in told


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


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'prize = "amulet"',
            'prize = "crown"',
            "levels.toml: first.prize: there is no such table in items.toml: 'crown'",
        ),
        ("{ ration = 8, sword = 3,", "{ bread = 8, sword = 3,", "levels.toml: first.deeper["),
    ],
)
def test_a_prize_or_a_thing_that_there_is_not_is_named(old: str, new: str, said: str) -> None:
    own = texts()
    assert old in own["levels.toml"]
    changed = own | {"levels.toml": own["levels.toml"].replace(old, new)}
    with pytest.raises(ContentError) as caught:
        read_catalogue(changed, COMPONENTS)
    assert str(caught.value).startswith(said)
