"""The chart holds the rooms, locks, keys and passages that the player remembers."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.components.knowledge.visits import Visits
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.combat import Die
from bidden.intents import Move, Wait
from bidden.session import Session
from bidden.state import Chamber, Flying, Key, Title
from bidden.view import Chart, ChartedLevel, ChartedRoom
from bidden.worldgen.plan import Placement
from tests.bidden.scenes import MakeSession, put

HOUSE = """
    ####################
    #.............+....#
    #...@...############
    #..................#
    ####################
"""


def room(session: Session, name: str, x: int, y: int, width: int, height: int) -> None:
    session.world.spawn(Position(x, y, 1), Title(name), Chamber(width, height), Flying())


def only(chart: Chart) -> ChartedLevel:
    (level,) = chart.levels
    return level


def house(make_session: MakeSession) -> Session:
    """Begin a game in a room next to a locked and an unlocked room."""
    session = make_session(HOUSE, you={"Memory": {"radius": 4}})
    put(session, Placement("door", 8, 1, lock="iron key"))
    room(session, "the hall", 1, 1, 7, 3)
    room(session, "the cell", 9, 1, 5, 1)
    room(session, "the far cell", 15, 1, 4, 1)
    return session


def test_room_is_named_on_the_chart_once_visited(make_session: MakeSession) -> None:
    session = house(make_session)
    session.player[Visits].rooms.clear()
    assert only(session.chart()).rooms == (ChartedRoom("", "in the west", (1, 1, 7, 3), here=True),)
    session.perform(Wait())
    assert only(session.chart()).rooms == (
        ChartedRoom("the hall", "in the west", (1, 1, 7, 3), here=True),
    )


def test_seen_lock_is_charted_with_its_key(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = house(make_session)
    session.perform(Wait())
    assert only(session.chart()).ways == ()
    session.perform(Move(1, -1))
    locked = only(session.chart()).ways
    assert len(locked) == 1
    held = session.player[Pack].things
    held["a"] = session.world.spawn(Title("iron key"), Key(2))
    assert only(session.chart()).ways == locked
    held["b"] = session.world.spawn(Title("iron key"), Key(1))
    assert (*locked, *only(session.chart()).ways) == snapshot
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))  # this step unlocks the door
    level = only(session.chart())
    assert level.ways == ()
    assert [one.name for one in level.rooms] == ["the hall", ""]


def test_chart_lists_keys_and_passages_where_they_were_seen(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = house(make_session)
    put(session, Placement("iron key", 1, 3, opens=1))
    put(session, Placement("one-way passage", 6, 3, dx=-1))
    put(session, Placement("rock", 2, 1))
    spirit = put(session, Placement("gale spirit", 3, 1))
    session.world.publish(Die(session.player, spirit))  # leaves its remains, which is not told
    session.perform(Wait())
    level = only(session.chart())
    assert level.ways == snapshot
    assert [one.lying for one in level.rooms] == [("an iron key", "a rock")]
