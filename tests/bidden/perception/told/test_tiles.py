"""Tiles in words: only what is seen, felt or remembered is told, and of that all that matters."""

from __future__ import annotations

import pytest

from bidden.events.effects import Affect
from bidden.events.ground import Ignite
from bidden.events.tricks import Unmask
from bidden.intents import Move, Wait
from bidden.perception.cards.card import OnTile
from bidden.session import Session
from bidden.state import Levels
from bidden.view import MAP_WIDTH
from bidden.worldgen.plan import Placement
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import MakeSession, put

DARK = {"Memory": {"radius": 3}}


def told(session: Session, *columns: int) -> list[str]:
    return [session.tile(x, 0) for x in columns]


def all_told(session: Session) -> list[object]:
    """All there is to be told of the top row, in words, advice and cards."""
    return [
        one
        for x in range(MAP_WIDTH)
        for one in (session.tile(x, 0), session.about(x, 0), session.card(OnTile(x, 0)))
    ]


def test_who_and_what_is_on_a_tile_is_told_from_the_top_down(make_session: MakeSession) -> None:
    session = make_session("#@.z.+.#", zombie={"Mind": None})
    put(session, Placement("rock", 3, 0))
    assert told(session, 1, 2, 3, 5, 0, 60) == [
        "you; the floor",
        "the floor",
        "a zombie; a rock; the floor",
        "a shut door",
        "a wall",
        "",
    ]


def test_what_lies_on_the_ground_and_hangs_above_it_is_told(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    pour(session, "oil", *row(0, 2, 3))
    session.perform(Wait())
    pour(session, "haze", (4, 0))
    assert told(session, 2, 4) == ["oil", "haze, which thins by itself; the floor"]


def test_fire_is_told_with_how_long_it_may_last(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    pour(session, "oil", *row(0, 3, 4))
    session.perform(Wait())
    assert session.world.publish(Ignite(session.world.root, 1, 4, 0)).done
    assert told(session, 4) == ["fire, for up to 5 turns; oil"]


def test_what_is_out_of_view_is_told_as_it_is_remembered(make_session: MakeSession) -> None:
    session = make_session("#@......#", you=DARK)
    put(session, Placement("rock", 2, 0))
    for _ in range(5):
        session.perform(Move(1, 0))
    assert told(session, 1, 2, 3) == [
        "the floor; out of view: as you remember it",
        "a rock; the floor; out of view: as you remember it",
        "the floor",
    ]


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
    assert told(session, 0, 2) == [wall, floor]
    view = session.view()
    assert (view.tiles[0][0].name, view.tiles[0][2].name) == (wall, floor)


@pytest.mark.parametrize(
    ("what", "at"), [("zombie", 7), ("phantom", 3), ("rock", 7), ("needle trap", 3), ("troll", 8)]
)
def test_two_worlds_that_differ_in_what_is_not_seen_are_told_alike(
    make_session: MakeSession, what: str, at: int
) -> None:
    empty, other = (make_session("#@.......#", you=DARK) for _ in range(2))
    put(other, Placement(what, at, 0))
    assert all_told(other) == all_told(empty)


def test_the_invisible_is_told_of_once_it_can_be_seen(make_session: MakeSession) -> None:
    session = make_session("#@.......#")
    put(session, Placement("phantom", 3, 0))
    assert told(session, 3) == ["the floor"]
    session.world.publish(Affect(session.player, session.player, "see invisible"))
    assert told(session, 3) == ["a phantom; the floor"]


def test_who_is_disguised_has_the_card_of_what_it_seems(make_session: MakeSession) -> None:
    session = make_session("#@.......#")
    mimic, chest = put(session, Placement("mimic", 5, 0)), session.card(OnTile(5, 0))
    assert chest is not None
    assert "hp" not in str(chest)
    session.world.publish(Unmask(mimic))
    card = session.card(OnTile(5, 0))
    assert card is not None
    assert "Hits you for" in str(card)


def test_a_card_changes_nothing(make_session: MakeSession) -> None:
    one, other = (make_session("#@.z....#") for _ in range(2))
    for session in (one, other):
        for _ in range(5):
            if session is one:
                all_told(session)
            session.perform(Wait())
    assert one.digest.state() == other.digest.state()
