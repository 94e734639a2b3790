"""Travelling far: along a corridor, and by stairs across levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.events.places import Spawn
from bidden.going.commands.levels import TravelFar, leads_to
from bidden.going.commands.run import Run
from bidden.going.going import Stop
from bidden.going.known.finding import Sight, sights_on
from bidden.going.known.notes import Notes
from bidden.intents import PickUp, Wait
from bidden.recording import playing
from bidden.session import Session
from bidden.state import Stack
from bidden.view import Bond, Spot
from tests.bidden.going.walking import OPTIONS, level, steps, walk
from tests.bidden.scenes import MakeSession, catalogue

RUN = Path(__file__).parents[3] / "golden" / "journals" / "run_won.jsonl"
ON_LEVEL_3 = 510
"""A turn on the last level of the first binding, with no foe in view; level 1 is the circle."""


@pytest.fixture(scope="module")
def saved() -> bytes:
    journal = playing.load(RUN)
    timeline = playing.timeline_of(RUN, journal, write=False)
    timeline.seek(timeline.position_of_turn(ON_LEVEL_3))
    return cast(Session, timeline.simulation).save()


def travel(session: Session, level: int, to: Spot | None = None) -> tuple[list[int], Any]:
    """Travel; return the levels visited and why it stops."""
    going, levels = TravelFar(Notes(), OPTIONS, level, to), [session.view().level]
    while True:
        answer = going(view := session.view())
        if view.level != levels[-1]:
            levels.append(view.level)
        if isinstance(answer, Stop):
            return levels, answer.reason
        session.perform(answer)


def test_travel_passes_through_the_levels_in_between_up_and_down(
    saved: bytes, snapshot: SnapshotAssertion
) -> None:
    session = Session.restore(saved)
    assert travel(session, 1) == ([3, 2, 1], snapshot)
    assert travel(session, 2) == ([1, 2], snapshot)


def test_player_on_a_stair_can_travel_by_it_even_after_loading_a_save(saved: bytes) -> None:
    session = Session.restore(saved)
    travel(session, 2)
    for deep, way in ((3, "stair down"), (2, "stair up")):
        assert session.view().ground == way
        session = Session.restore(session.save())
        assert travel(session, deep)[0] == [5 - deep, deep]


def test_travel_stays_put_if_no_known_way_leads_to_the_level(
    saved: bytes, snapshot: SnapshotAssertion
) -> None:
    session = Session.restore(saved)
    turn = session.view().turn
    assert travel(session, 9) == ([3], snapshot)
    assert session.view().turn == turn
    bond = session.view().bond
    assert bond is not None
    view = attrs.evolve(session.view(), bond=attrs.evolve(bond, first=3))
    assert [leads_to(level, view) for level in (1, 2, 3, 4)] == [True, False, True, False]


def test_seen_things_are_listed_nearest_first_and_duplicates_once(saved: bytes) -> None:
    session = Session.restore(saved)
    view = session.view()
    sights = sights_on(session.chart(), view)
    assert [(one.name, one.level) for one in sights] == [
        ("a torch", 3),
        ("stairs up", 3),
        ("a piece of rotten meat", 2),
        ("a ration", 2),
        ("stairs down", 2),
        ("stairs up", 2),
    ]
    assert sights[0].far == max(
        abs(sights[0].at[0] - view.here[0]), abs(sights[0].at[1] - view.here[1])
    )
    beyond = attrs.evolve(view, bond=Bond("Ada", "hunt", "hunt", "below", 9, False, 9, 9, 3))
    assert {one.level for one in sights_on(session.chart(), beyond)} == {3}
    row = list(session.chart().levels[-1].tiles[5])
    two = attrs.evolve(
        session.chart().levels[-1],
        tiles=((attrs.evolve(row[0], kind="potion", name="a potion"),) * 2,),
    )
    beside = attrs.evolve(view, here=(9, 1))
    (found,) = sights_on(attrs.evolve(session.chart(), levels=(two,)), beside)
    assert found == Sight("a potion", 3, two.place, (1, 0), found.far, times=2, kind="potions")


def test_stack_out_of_view_is_found_with_its_number(make_session: MakeSession) -> None:
    session, notes = make_session("#@....#"), Notes()
    parts = [Stack(12) if isinstance(one, Stack) else one for one in catalogue().make("arrow")]
    root = session.world.root
    session.world.publish(Spawn(root, None, "arrow", 5, 0, 1, parts=parts))
    session.perform(Wait())
    view = session.view()
    notes.see(view)
    assert [one.name for one in sights_on(session.chart(), view, notes)] == ["12 arrows"]
    rows = [[attrs.evolve(tile, lit=False) for tile in row] for row in view.tiles]
    rows[0][5] = attrs.evolve(rows[0][5], name="an arrow")
    unseen = attrs.evolve(view, tiles=tuple(map(tuple, rows)), things_at=())
    assert [one.name for one in sights_on(session.chart(), unseen, notes)] == ["12 arrows"]
    assert [one.name for one in sights_on(session.chart(), unseen)] == ["an arrow"]


LYING = """
    ######
    #@.).#
    ######
"""


@pytest.mark.parametrize(
    ("name", "thing", "taken"),
    [
        ("a dagger", "a dagger", [PickUp(0)]),
        ("a dagger", "", []),
    ],
)
def test_travel_to_an_item_picks_it_up(
    name: str, thing: str, taken: list[PickUp], snapshot: SnapshotAssertion
) -> None:
    going = TravelFar(Notes(), OPTIONS, 1, (3, 1), thing)
    assert walk(going, level(LYING, {")": name})) == ([*steps("ll"), *taken], snapshot)


@pytest.mark.parametrize(
    ("drawing", "way", "done"),
    [
        ("########\n#@.....#\n########", (1, 0), "lllll"),
        ("####\n#@.#\n##.#\n##.#\n####", (1, 0), "ljj"),
        ("#######\n#@....#\n###.###\n###.###", (1, 0), "ll"),
        ("######\n#@..+.\n######", (1, 0), "ll"),
        ("######\n#@.'..\n######", (1, 0), "ll"),
        ("######\n#@.!..\n######", (1, 0), "ll"),
        ("####\n#@.#\n####", (-1, 0), ""),
        ("####\n#@^#\n####", (1, 0), ""),
    ],
)
def test_run_follows_corridors_and_stops_at_points_of_interest(
    drawing: str, way: tuple[int, int], done: str, snapshot: SnapshotAssertion
) -> None:
    view = level(drawing, {"!": "a thing", "^": "a dart trap"})
    habits = type(OPTIONS)(pick_up=())
    assert walk(Run(Notes(), habits, *way), view) == (steps(done), snapshot)


@pytest.mark.parametrize(("gap", "told"), [(".", "~8 steps away"), ("#", "6 tiles away")])
def test_find_counts_the_steps_of_the_known_route(
    make_session: MakeSession, gap: str, told: str
) -> None:
    view = level(f"#########\n#@#....!#\n#.#####.#\n#..{gap}....#\n#########", {"!": "a potion"})
    chart = make_session("#@#").chart()
    charted = attrs.evolve(chart.levels[0], level=view.level, tiles=view.tiles)
    (found,) = sights_on(attrs.evolve(chart, here=view.level, levels=(charted,)), view)
    assert str(found) == f"a potion, {told}"
