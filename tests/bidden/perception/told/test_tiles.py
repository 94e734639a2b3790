"""Descriptions of tiles: everything seen, felt or remembered on them."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.events.combat import Die
from bidden.events.effects import Affect
from bidden.events.ground import Ignite
from bidden.intents import Move, Wait
from bidden.perception.cards.card import OnTile
from bidden.session import Session
from bidden.state import Levels
from bidden.view import MAP_WIDTH
from bidden.worldgen.plan import Placement
from tests.bidden.doing import DARK
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import MINDLESS, MakeSession, creature, put


def tiles(session: Session, *columns: int) -> list[str]:
    return [session.tile(x, 0) for x in columns]


def all_told(session: Session) -> list[object]:
    """Return all texts about the top row: descriptions and cards."""
    return [
        one
        for x in range(MAP_WIDTH)
        for one in (session.tile(x, 0), session.about(x, 0), session.card(OnTile(x, 0)))
    ]


def test_tile_description_lists_its_contents_from_top_to_bottom(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.z.+.#", zombie={"Mind": None})
    put(session, Placement("rock", 3, 0))
    assert tiles(session, 1, 2, 3, 5, 0, 60) == snapshot


@pytest.mark.parametrize(
    ("name", "told"),
    [("gale spirit", "a breath of air (remains)"), ("zombie", "a zombie corpse")],
)
def test_tile_text_says_remains_unless_the_item_name_does(
    name: str, told: str, make_session: MakeSession
) -> None:
    session = make_session("#@......#")
    put(session, Placement(name, 3, 0))
    session.world.publish(Die(session.player, creature(session, 3)))
    assert session.tile(3, 0) == told


def test_open_door_is_not_described_like_a_shut_one(make_session: MakeSession) -> None:
    session = make_session("#@+..#")
    shut = session.about(2, 0)
    session.perform(Move(1, 0))
    assert "open it" in shut
    assert "close it" in session.about(2, 0)


def test_tile_description_includes_ground_and_gas(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#")
    pour(session, "oil", *row(0, 2, 3))
    session.perform(Wait())
    pour(session, "haze", (4, 0))
    assert tiles(session, 2, 4) == snapshot


@pytest.mark.parametrize(("ground", "told"), [("tall grass", "in tall grass"), ("oil", "on oil")])
def test_item_is_described_as_in_tall_grass_but_on_oil(
    ground: str, told: str, make_session: MakeSession
) -> None:
    session = make_session("#@......#")
    put(session, Placement("rock", 3, 0))
    pour(session, ground, (3, 0))
    session.perform(Wait())
    assert session.tile(3, 0) == f"a rock, {told}"


def test_fire_is_described_with_its_possible_duration(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#")
    pour(session, "oil", *row(0, 3, 4))
    session.perform(Wait())
    assert session.world.publish(Ignite(session.world.root, 1, 4, 0)).done
    assert tiles(session, 4) == snapshot


def test_tile_out_of_view_is_described_as_remembered(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#", you=DARK)
    put(session, Placement("rock", 2, 0))
    for _ in range(5):
        session.perform(Move(1, 0))
    assert tiles(session, 1, 2, 3) == snapshot


@pytest.mark.parametrize(
    ("place", "wall", "floor"),
    [
        ("valley", "a tree", "grass"),
        ("cave", "rock", "the floor"),
        ("tower", "a wall", "the floor"),
    ],
)
def test_walls_and_floors_are_called_as_they_are_in_their_place(
    make_session: MakeSession, place: str, wall: str, floor: str
) -> None:
    session = make_session("#@......#")
    session.world.root[Levels].at(1).place = place
    assert tiles(session, 0, 2) == [wall, floor]
    view = session.view()
    assert (view.tiles[0][0].name, view.tiles[0][2].name) == (wall, floor)


@pytest.mark.parametrize(
    ("what", "at"), [("zombie", 7), ("phantom", 3), ("rock", 7), ("needle trap", 3), ("troll", 8)]
)
def test_descriptions_do_not_depend_on_entities_out_of_view(
    make_session: MakeSession, what: str, at: int
) -> None:
    empty, other = (make_session("#@.......#", you=DARK) for _ in range(2))
    put(other, Placement(what, at, 0))
    assert all_told(other) == all_told(empty)


def test_tile_description_names_the_creature_ground_and_items(make_session: MakeSession) -> None:
    session = make_session("#@......#", troll=MINDLESS)
    for name in ("dagger", "dagger", "rock", "troll"):
        put(session, Placement(name, 2, 0))
    pour(session, "tall grass", (2, 0))
    pour(session, "darkness", *row(0, 1, 2, 3))
    session.perform(Wait())
    told = "a troll, in tall grass, in the dark; also here: two daggers and a rock"
    assert session.tile(2, 0) == told
    assert session.tile(3, 0) == "the floor, in the dark"


def test_sensed_creature_is_described_as_not_seen(make_session: MakeSession) -> None:
    session = make_session("#@......#", you=DARK)
    put(session, Placement("troll", 6, 0))
    assert session.tile(6, 0) == ""
    session.world.publish(Affect(session.player, session.player, "detection"))
    assert session.tile(6, 0) == "a troll, sensed but not seen"
