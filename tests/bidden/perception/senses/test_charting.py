"""Charting: what is remembered of rooms, locks, keys and ways, and nothing that is not."""

from __future__ import annotations

from pathlib import Path

from bidden.components.knowledge.visits import Visits
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.intents import Move, Wait
from bidden.recording import playing
from bidden.session import Session
from bidden.state import Chamber, Flying, Key, Title
from bidden.view import Chart, ChartedLevel, ChartedRoom
from bidden.worldgen.plan import Placement
from tests.bidden.recorded import record
from tests.bidden.scenes import MakeLevels, MakeSession, put

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
    """Two rooms behind doors, the first of them locked, and one around the player."""
    session = make_session(HOUSE, you={"Memory": {"radius": 4}})
    put(session, Placement("door", 8, 1, lock="iron key"))
    room(session, "the hall", 1, 1, 7, 3)
    room(session, "the cell", 9, 1, 5, 1)
    room(session, "the far cell", 15, 1, 4, 1)
    return session


def test_a_room_is_told_by_name_once_it_was_visited(make_session: MakeSession) -> None:
    session = house(make_session)
    session.player[Visits].rooms.clear()
    assert only(session.chart()).rooms == (ChartedRoom("", "in the west", (1, 1, 7, 3), here=True),)
    session.perform(Wait())
    assert only(session.chart()).rooms == (
        ChartedRoom("the hall", "in the west", (1, 1, 7, 3), here=True),
    )


def test_a_lock_is_told_once_it_was_seen_with_its_key_held_or_not(
    make_session: MakeSession,
) -> None:
    session = house(make_session)
    session.perform(Wait())
    locked = "a locked door, in the north: it takes the iron key"
    assert only(session.chart()).ways == ()
    session.perform(Move(1, -1))
    assert only(session.chart()).ways == (locked,)
    held = session.player[Pack].things
    held["a"] = session.world.spawn(Title("iron key"), Key(2))
    assert only(session.chart()).ways == (locked,)
    held["b"] = session.world.spawn(Title("iron key"), Key(1))
    assert only(session.chart()).ways == (f"{locked}, which you hold",)
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))  # unlocks it
    level = only(session.chart())
    assert level.ways == ()
    assert [one.name for one in level.rooms] == ["the hall", ""]


def test_a_key_and_a_passage_are_told_where_they_were_seen(make_session: MakeSession) -> None:
    session = house(make_session)
    put(session, Placement("iron key", 1, 3, opens=1))
    put(session, Placement("one-way passage", 6, 3, dx=-1))
    put(session, Placement("rock", 2, 1))
    session.perform(Wait())
    level = only(session.chart())
    assert level.ways == (
        "the iron key lies in the west",
        "a passage one way, west, in the west",
    )
    assert [one.lying for one in level.rooms] == [("an iron key", "a rock")]


def test_levels_that_were_never_entered_are_not_told_of(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.#", "#<..#")
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    chart = session.chart()
    assert (chart.here, [one.level for one in chart.levels]) == (2, [1, 2])
    assert [one.ways for one in chart.levels] == [
        ("a stair down, in the north",),
        ("a stair up, in the north-west",),
    ]


def test_what_is_charted_of_a_labyrinth_is_the_same_when_it_is_replayed(tmp_path: Path) -> None:
    path = record(tmp_path / "game.jsonl", 2, 150, level="labyrinth").path
    charts = []
    for _ in range(2):
        timeline = playing.timeline_of(path, playing.load(path), write=False)
        timeline.seek(150)
        session = timeline.simulation
        assert isinstance(session, Session)
        charts.append(session.chart())
    assert charts[0] == charts[1]
    (level, *_) = charts[0].levels
    assert len([one for one in level.rooms if one.name]) >= 4
    assert timeline.divergence is None


def drawn(level: ChartedLevel) -> list[str]:
    return ["".join(tile.glyph for tile in row).rstrip() for row in level.tiles]


def test_the_ground_is_charted_as_it_is_remembered_with_who_charts_it(
    make_levels: MakeLevels,
) -> None:
    session = make_levels("#@>.#+.#", "#<..#")
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    chart = session.chart()
    assert [drawn(one) for one in chart.levels] == [["#.>.#"], ["#<@.#"]]
    here, stair = chart.levels[1].tiles[0][2], chart.levels[0].tiles[0][2]
    assert (here.look, stair.look, stair.lit) == ("you", "stair", False)


def test_what_lies_in_no_room_is_told_with_where_that_is(make_session: MakeSession) -> None:
    session = make_session(HOUSE)
    put(session, Placement("rock", 2, 3))
    put(session, Placement("ration", 12, 3))
    session.perform(Wait())
    level = only(session.chart())
    assert level.lying == ("a rock, in the west", "a ration, in the middle")
    assert drawn(level)[3] == "#.*.........%"
    room(session, "the hall", 1, 1, 7, 3)
    session.perform(Wait())
    assert only(session.chart()).lying == ("a ration, in the middle",)
