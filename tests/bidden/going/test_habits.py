"""The options decide what stops automatic movement."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.run import Run
from bidden.going.commands.search_level import SearchLevel
from bidden.going.commands.stay import Repeat, Rest
from bidden.going.commands.travel import Travel
from bidden.going.known.notes import Notes
from bidden.intents import Search, Wait
from bidden.view import Bond, Line
from tests.bidden.going.walking import level, steps, walk

LONG = """
    ################
    #@.............
    ################
"""
BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)
HARM = Line("A dart hits you.", "harm", 2, 9)
PLAIN = Line("Far off a bell rings.", "plain", 2, 9)


def test_expired_term_stops_exploring_even_if_no_stop_is_set(snapshot: SnapshotAssertion) -> None:
    view = level(LONG, bond=BOND)
    then = {"bond": attrs.evolve(BOND, left=0)}
    going = Explore(Notes(), Options(stops_for=()))
    assert walk(going, view, 2, **then) == (steps("ll"), snapshot)


SIGHTS = {"<": "stairs up", "Π": "a gate", "Φ": "an altar", "X": "a locked door"}


@pytest.mark.parametrize(
    ("kind", "glyphs"), [("stairs", "<Π"), ("altars", "Φ"), ("locks", "X"), ("effects", "")]
)
def test_map_feature_stops_travel_on_sight_if_the_option_names_it(kind: Any, glyphs: str) -> None:
    for glyph in SIGHTS:
        hidden = level("#####\n#@......\n#### ####")
        found = level(f"#####\n#@......\n####{glyph}####", SIGHTS)
        habits = Options(stops_for=(kind,))
        done, _ = walk(Travel(Notes(), habits, (7, 1)), hidden, 2, tiles=found.tiles)
        assert (len(done) == 2) is (glyph in glyphs)
        known, _ = walk(Travel(Notes(), habits, (7, 1)), found, 2, tiles=found.tiles)
        assert len(known) == 6  # known tiles are no news


@pytest.mark.parametrize(
    "going",
    [
        lambda habits: Explore(Notes(), habits),
        lambda habits: Travel(Notes(), habits, (8, 1)),
        lambda habits: Run(Notes(), habits, 1, 0),
        lambda habits: Repeat(Notes(), habits, Wait(), 5),
        lambda habits: Rest(Notes(), habits),
    ],
    ids=["explore", "travel", "run", "repeat", "rest"],
)
def test_message_in_the_stop_option_stops_any_command(going: Any) -> None:
    view = level(LONG, hp=15, comes_back=(2, 2))
    done, reason = walk(going(Options(stop_at=("bell",))), view, 2, lines=(PLAIN,))
    assert (len(done), reason) == (2, PLAIN.text)
    done, reason = walk(going(Options(stop_at=("harm: bell",))), view, 2, lines=(PLAIN,), hp=20)
    assert reason != PLAIN.text


@pytest.mark.parametrize(("hp", "goes_on"), [(19, True), (10, False)])
def test_ignored_harm_stops_exploring_only_at_low_hit_points(hp: int, goes_on: bool) -> None:
    habits = Options(pass_over=("dart",))
    done, reason = walk(Explore(Notes(), habits), level(LONG), 2, hp=hp, lines=(HARM,))
    assert (len(done) > 2) is goes_on
    assert goes_on or reason == HARM.text
    low = Options(pass_over=("dart",), hurt_below=18)
    assert len(walk(Explore(Notes(), low), level(LONG), 2, hp=hp, lines=(HARM,))[0]) > 2


THINGS = """
    ################
    #@.............#
    #...........!..#
    ################
"""


@pytest.mark.parametrize(
    ("goes_to", "names", "goes"),
    [
        ("everything", (), True),
        ("nothing", (), False),
        ("wanted", (), True),
        ("wanted", ("-milky",), False),
    ],
)
def test_explore_options_select_the_items_that_exploring_visits(
    goes_to: Any, names: tuple[str, ...], goes: bool
) -> None:
    view = level(THINGS, {"!": "a milky potion"})
    habits = Options(explore_goes_to=goes_to, pick_up_names=names)
    done, _ = walk(Explore(Notes(), habits), view)
    assert bool(done) is goes


def test_search_command_searches_each_spot_three_times() -> None:
    closed, notes = level("####\n#@.#\n####"), Notes()
    walk(Explore(notes, Options()), closed)
    assert not walk(SearchLevel(notes, Options()), closed)[0]
    done, _ = walk(SearchLevel(notes, Options()), closed)
    assert done.count(Search()) == 3


@pytest.mark.parametrize(
    ("options", "waits"),
    [
        ({}, 12),
        ({"rest_until": 75}, 6),
        ({"rest_until": 50}, 3),
    ],
)
def test_rest_ends_at_the_percentage_of_the_option(options: dict[str, Any], waits: int) -> None:
    view = level(LONG, hp=14, max_hp=20, mana=2, max_mana=10, comes_back=(2, 1))
    views = [
        attrs.evolve(view, turn=n, hp=min(20, 14 + n // 2), mana=min(10, 2 + n)) for n in range(20)
    ]
    going, done = Rest(Notes(), Options(**options)), 0
    while going(views[done]) == Wait():
        done += 1
    assert done == waits
