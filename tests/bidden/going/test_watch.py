"""Automatic movement stops for interruptions, and names them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.events.effects import Affect
from bidden.events.movement import Displace
from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.travel import Travel
from bidden.going.known.notes import Notes
from bidden.going.watch import news, sightings, startles, word_of_the_term
from bidden.view import Bond, Ending, Line, Peril, Seen, View
from tests.bidden.going.walking import OPTIONS, level, steps, walk
from tests.bidden.scenes import STOUT, MakeSession, other
from tests.bidden.tricksters import put

LONG = """
    ################
    #@.............
    ################
"""
BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)


@pytest.mark.parametrize(
    "then",
    [
        {"hp": 12},
        {"hp": 12, "lines": (Line("A dart hits you.", "harm", 2, 9),)},
        {"wounds": ("leg",)},
        {"lines": (Line("You feel sick.", "harm", 2, 9),)},
        {"hunger": "hungry"},
        {"hunger": "weak"},
        {"bond": attrs.evolve(BOND, left=100)},
        {"bond": attrs.evolve(BOND, left=40)},
        {"bond": attrs.evolve(BOND, left=0)},
        {"bond": attrs.evolve(BOND, fulfilled=True)},
        {"lasting": (("confusion", 9),)},
        {"improvements_due": 1},
        {"level": 2},
        {"ending": Ending.DIED},
    ],
)
def test_important_change_stops_exploring(
    then: dict[str, Any], snapshot: SnapshotAssertion
) -> None:
    view = level(LONG, bond=BOND)
    assert walk(Explore(Notes(), OPTIONS), view, 2, **then) == (steps("ll"), snapshot)


@pytest.mark.parametrize(
    "then", [{"hp": 21}, {"hunger": "full"}, {"bond": attrs.evolve(BOND, left=101)}]
)
def test_unimportant_change_does_not_stop_exploring(then: dict[str, Any]) -> None:
    view = level(LONG, bond=BOND)
    done, _ = walk(Explore(Notes(), OPTIONS), view, 2, **then)
    assert len(done) == 13


@pytest.mark.parametrize(
    ("left", "fulfilled", "word"),
    [(200, False, "Half"), (200, True, ""), (100, True, "A quarter"), (40, True, "A tenth")],
)
def test_half_term_message_appears_only_before_the_task_is_complete(
    left: int, fulfilled: bool, word: str
) -> None:
    bond = attrs.evolve(BOND, fulfilled=fulfilled)
    told = word_of_the_term(attrs.evolve(bond, left=left + 1), attrs.evolve(bond, left=left))
    assert told.partition(" of your term")[0] == word


def test_blind_player_does_not_explore(snapshot: SnapshotAssertion) -> None:
    view = level(LONG, lasting=(("blindness", 9),))
    assert walk(Explore(Notes(), OPTIONS), view) == ([], snapshot)


@pytest.mark.parametrize(
    "names",
    [
        ("a zombie, asleep", ""),
        ("a zombie, asleep", "an orc"),
        ("a zombie", "a zombie"),
        ("a zombie", "Ulf, orc champion, asleep"),
    ],
)
def test_foe_that_comes_into_view_is_described_in_a_sentence(
    names: tuple[str, str], snapshot: SnapshotAssertion
) -> None:
    seen = level(
        """
        ################
        #..@........yz..
        ################
    """,
        {"z": names[0], "y": names[1]},
    )
    foes = tuple(spot for spot, name in zip(((13, 1), (12, 1)), names, strict=True) if name)
    then = {"tiles": seen.tiles, "foes_at": foes}
    assert walk(Explore(Notes(), OPTIONS), level(LONG), 2, **then)[1] == snapshot


def test_travel_goes_past_a_sleeping_foe_at_a_distance(snapshot: SnapshotAssertion) -> None:
    view = level("""
        ########
        #@..z..#
        #......#
        #......#
        ########
    """)
    sleeper = Seen((4, 1), "a zombie, asleep", "z", "zombie", "unhurt", asleep=True)
    there = Travel(Notes(), OPTIONS, (6, 1))
    assert walk(there, attrs.evolve(view, foes_seen=(sleeper,))) == (steps("nnlluk"), snapshot)
    assert walk(Travel(Notes(), OPTIONS, (6, 1)), view) == ([], snapshot)


def test_rooted_creature_blocks_only_the_tiles_within_its_reach(
    snapshot: SnapshotAssertion,
) -> None:
    view = level("""
        ########
        #@.....#
        #......#
        #....z.#
        ########
    """)
    rooted = Seen((5, 3), "a zombie", "z", "zombie", "unhurt", rooted=True)
    view = attrs.evolve(view, foes_seen=(rooted,))
    assert walk(Travel(Notes(), OPTIONS, (6, 1)), view)[0] == steps("lllll")
    barred = walk(Travel(Notes(), OPTIONS, (6, 2)), view)
    assert barred == ([], snapshot)
    beside = attrs.evolve(view, here=(5, 2))
    assert walk(Travel(Notes(), OPTIONS, (1, 1)), beside) == ([], snapshot)


def fleeing(x: int, view: View, **changes: Any) -> View:
    foe = Seen((x, 1), "a zombie", "z", "zombie", "nearly dead", **({"flees": True} | changes))
    return attrs.evolve(view, foes_seen=(foe,))


def test_fleeing_creature_blocks_travel_only_when_near(
    snapshot: SnapshotAssertion,
) -> None:
    far = level("""
        ##########
        #@....z..#
        #........#
        ##########
    """)
    there = Travel(Notes(), OPTIONS, (1, 2))
    assert walk(there, fleeing(6, far)) == (steps("j"), snapshot)
    assert walk(there, fleeing(6, far, flees=False)) == ([], snapshot)
    near = level("""
        ##########
        #@...z...#
        #........#
        ##########
    """)
    assert walk(there, fleeing(5, near)) == ([], snapshot)


def test_task_item_stops_exploring_once_and_is_fetched_first() -> None:
    names = {'"': "the weathervane"}
    view = level("""
        ################
        #@.............
        ################
    """)
    seen = level(
        """
        ################
        #.@........."..
        ################
    """,
        names,
    )
    then = {"tiles": seen.tiles}
    assert walk(Explore(Notes(), OPTIONS), view, 1, **then)[0] == steps("l")
    nearer = level(
        """
        ################
        #.!@........"..
        ################
    """,
        names,
    )
    done, _ = walk(Explore(Notes(), OPTIONS), nearer)
    assert done[:9] == steps("lllllllll")


def test_explore_reports_that_a_sleeping_foe_wakes_up(snapshot: SnapshotAssertion) -> None:
    drawing = LONG.replace("....", "..z.", 1)
    asleep, awake = (level(drawing, {"z": name}) for name in ("a zombie, asleep", "a zombie"))
    seen = Seen((4, 1), "a zombie, asleep", "z", "zombie", "unhurt", asleep=True)
    asleep = attrs.evolve(asleep, foes_seen=(seen,))
    woken = attrs.evolve(seen, name="a zombie", asleep=False)
    then = {"tiles": awake.tiles, "foes_seen": (woken,)}
    assert walk(Explore(Notes(), OPTIONS), asleep, 1, **then)[1] == snapshot


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (".z.z.", "Two zombies wake up."),
        (".z.s.", "The zombie wakes up."),
        ("zz.s.", "Another zombie comes into view."),
    ],
)
def test_sleepers_in_view_that_wake_do_not_come_into_view(then: str, told: str) -> None:
    views = list[View]()
    for foes in (".s.s.", then):
        seen = [
            Seen((x + 2, 1), f"a zombie{', asleep' * (foe == 's')}", "z", "", "", entity=x + 1)
            for x, foe in enumerate(foes)
            if foe != "."
        ]
        view = level(LONG.replace(".....", foes.replace("s", "z"), 1))
        views.append(attrs.evolve(view, foes_seen=tuple(seen)))
    before, view = views
    assert news(before, view, (), OPTIONS) == told


def test_known_sleeper_does_not_interrupt_commands_when_seen_again() -> None:
    drawing = LONG.replace(".......", "..z....", 1)
    seen = Seen((4, 1), "a zombie, asleep", "z", "zombie", "unhurt", asleep=True)
    asleep = level(drawing, {"z": seen.name}, foes_seen=(seen,))
    notes, told, away = Notes(), list[str](), level(LONG)
    unlit = tuple(tuple(attrs.evolve(tile, lit=False) for tile in row) for row in away.tiles)
    away = attrs.evolve(away, tiles=unlit)
    awake = level(drawing, foes_seen=(attrs.evolve(seen, name="a zombie", asleep=False),))
    views = [
        attrs.evolve(view, turn=n) for n, view in enumerate([away, asleep] * 2 + [away, awake])
    ]
    notes.see(views[0])
    for before, view in pairwise(views):
        notes.see(view)
        told.append(news(before, view, notes.let_be(view), OPTIONS))
    assert told == [
        "You see a zombie asleep, 3 east.",
        "",
        "",
        "",
        "A zombie comes into view.",
    ]


def test_rooted_foe_does_not_interrupt_commands_when_seen_again() -> None:
    seen = Seen((4, 1), "a fungus", "z", "fungus", "unhurt", rooted=True, entity=7)
    there = level(LONG.replace(".......", "..z....", 1), {"z": seen.name}, foes_seen=(seen,))
    notes, told = Notes(), list[str]()
    views = [attrs.evolve(view, turn=n) for n, view in enumerate([level(LONG), there] * 2)]
    notes.see(views[0])
    for before, view in pairwise(views):
        notes.see(view)
        told.append(news(before, view, notes.let_be(view), OPTIONS))
    assert told == ["A fungus comes into view.", "", ""]
    beside = attrs.evolve(seen, at=(2, 1))
    near = attrs.evolve(views[-1], turn=9, foes_at=(beside.at,), foes_seen=(beside,))
    notes.see(near)
    assert not notes.let_be(near)  # it can hit the player here


@pytest.mark.parametrize(
    ("now", "percent", "startled"),
    [
        ({}, 50, False),
        ({"hp": 10}, 50, True),
        ({"hp": 11}, 50, False),
        ({"hp": 11}, 100, True),
        ({"hp": 1}, 0, False),
        ({"wounds": ("leg",)}, 0, True),
        ({"ending": Ending.WON}, 0, True),
        ({"improvements_due": 1}, 0, True),
        ({"foes_at": ((9, 1),)}, 0, True),
        ({"hp": 20}, 100, False),
    ],
)
def test_change_that_would_stop_walking_startles_the_player(
    now: dict[str, Any], percent: int, startled: bool
) -> None:
    before = level(LONG)
    assert startles(before, attrs.evolve(before, **now), percent) is startled


@pytest.mark.parametrize(
    "perils", [["NONE"], ["HARD"], ["DEADLY"], ["NONE", "NONE"], ["HARD", "DEADLY"], ["HARD"] * 2]
)
def test_message_warns_of_a_foe_that_is_too_strong_when_it_appears(
    perils: list[str], snapshot: SnapshotAssertion
) -> None:
    before = level("########\n#@.....#\n########")
    after = level("########\n#@..zz.#\n########")
    spots = [(4, 1), (5, 1)][: len(perils)]
    seen = tuple(
        Seen(spot, "a zombie", "z", "zombie", "", peril=Peril[peril])
        for spot, peril in zip(spots, perils, strict=True)
    )
    after = attrs.evolve(after, foes_at=tuple(spots), foes_seen=seen)
    assert news(before, after, (), OPTIONS) == snapshot
    many = attrs.evolve(after, peril=Peril.DEADLY)
    assert news(before, many, (), OPTIONS) == snapshot
    more = attrs.evolve(many, foes_at=(*many.foes_at, (5, 1)))
    assert "ogether" not in news(many, more, (), OPTIONS)


def test_poison_damage_interrupts_a_command_again_only_at_low_hit_points() -> None:
    poisoned = level(LONG, hp=30, lasting=(("poison", 9),))
    once = attrs.evolve(poisoned, hp=29, lines=(Line("Poison hurts you for 1.", "harm", 2, 9),))
    twice = attrs.evolve(once, hp=28, lines=(Line("Poison hurts you for 1.", "harm", 3, 12),))
    few = attrs.evolve(twice, hp=9, lines=(Line("Poison hurts you for 1.", "harm", 4, 15),))
    told = [news(*each, (), OPTIONS) for each in pairwise((poisoned, once, twice, few))]
    assert told == ["Poison hurts you for 1.", "", "Poison hurts you for 1."]


@pytest.mark.parametrize("kind", ["bear", "hunt"])
def test_sighting_that_stops_the_player_is_worded_like_the_log(kind: str) -> None:
    names = {"_": "an altar", "X": "a locked door"}
    bond = attrs.evolve(BOND, kind=kind, fulfilled=False)
    before = level("#####\n#@...\n##  #", bond=bond)
    view = level("#####\n#@...\n##_X#", names, bond=bond)
    (line,) = sightings(before, view, ())
    goal = "You see a locked door and an altar, your goal."
    assert line.text == (goal if kind == "bear" else "You see an altar and a locked door.")
    for stops_for in (("tasks", "altars", "locks"), ("locks",)):
        assert news(before, view, (), Options(stops_for=stops_for)) == line.text


def test_body_of_several_parts_comes_into_view_as_one(make_session: MakeSession) -> None:
    hall = ["################", *["#..............#"] * 4, "#@.............#", "################"]
    session = make_session("\n".join(hall), colossus={"Mind": {"radius": 1, "plan": ["rest"]}})
    before = session.view()
    colossus = put(session, "colossus", 8, 3)
    view = session.view()
    (line,) = sightings(before, view, ())
    assert line.text.startswith("A colossus comes into view.")
    session.world.publish(Displace(colossus, colossus, 7, 3, 1))
    assert [*sightings(view, session.view(), ())] == []


def test_oozeling_that_splits_off_in_view_is_told_once(make_session: MakeSession) -> None:
    session = make_session("#.@z.#\n#....#", zombie=STOUT)
    before = session.view()
    session.world.publish(Affect(other(session), other(session), "splitting"))
    view = session.view()
    assert view.foes == before.foes + 1
    assert view.lines[-1].text == "An oozeling splits off from the zombie!"
    assert [*sightings(before, view, ())] == []
