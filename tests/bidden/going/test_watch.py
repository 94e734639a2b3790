"""Whoever moves on stops for what comes between, and says what that is."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.going.commands.explore import Explore
from bidden.going.commands.travel import Travel
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.going.watch import news, startles
from bidden.view import Bond, Ending, Line, Peril, Seen, View
from tests.bidden.going.walking import OPTIONS, level, steps, walk

LONG = """
    ################
    #@.............
    ################
"""
BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ({"hp": 12}, "Something hurt you."),
        ({"hp": 12, "lines": (Line("A dart hits you.", "harm", 2, 9),)}, "A dart hits you."),
        ({"wounds": ("leg",)}, "Something hurt you."),
        ({"lines": (Line("You feel sick.", "harm", 2, 9),)}, "You feel sick."),
        ({"hunger": "hungry"}, "You are hungry."),
        ({"hunger": "weak"}, "You are weak."),
        ({"bond": attrs.evolve(BOND, left=100)}, "A quarter of your term is left: 100 turns."),
        ({"bond": attrs.evolve(BOND, left=40)}, "A tenth of your term is left: 40 turns."),
        ({"bond": attrs.evolve(BOND, left=0)}, "Your term has run out."),
        ({"bond": attrs.evolve(BOND, fulfilled=True)}, "Task complete!"),
        ({"lasting": (("confusion", 9),)}, "There is confusion upon you."),
        ({"improvements_due": 1}, "You can choose an upgrade."),
        ({"level": 2}, "You are on level 2 now."),
        ({"ending": Ending.DIED}, "The game is over."),
    ],
)
def test_what_comes_between_stops_it(then: dict[str, Any], reason: str) -> None:
    view = level(LONG, bond=BOND)
    assert walk(Explore(Notes(), OPTIONS), view, 2, **then) == (steps("ll"), reason)


@pytest.mark.parametrize(
    "then", [{"hp": 21}, {"hunger": "full"}, {"bond": attrs.evolve(BOND, left=101)}]
)
def test_what_is_no_news_does_not(then: dict[str, Any]) -> None:
    view = level(LONG, bond=BOND)
    done, reason = walk(Explore(Notes(), OPTIONS), view, 2, **then)
    assert len(done) == 13
    assert reason.startswith("Level explored")


@pytest.mark.parametrize(
    ("left", "runs", "reason"),
    [
        (100, True, "A quarter of your term is left: 100 turns."),
        (0, True, "Your term has run out."),
        (100, False, "Level explored."),
    ],
)
def test_the_term_of_what_is_done_is_told_of_as_long_as_it_runs(
    left: int, runs: bool, reason: str
) -> None:
    done = attrs.evolve(BOND, fulfilled=True, runs=runs)
    view = level(LONG, bond=done)
    then = {"bond": attrs.evolve(done, left=left)}
    _, told = walk(Explore(Notes(), OPTIONS), view, 2, **then)
    assert told.startswith(reason)


@pytest.mark.parametrize(
    ("hp", "told", "goes_on"),
    [
        (19, "Poison hurts you for 1.", True),
        (10, "Poison hurts you for 1.", False),
        (19, "A dart hits you for 1.", False),
    ],
)
def test_what_is_known_to_last_does_not_stop_it_at_each_turn(
    hp: int, told: str, goes_on: bool
) -> None:
    view = level(LONG, lasting=(("poison", 9),))
    then = {"hp": hp, "lines": (Line(told, "harm", 2, 9),)}
    done, reason = walk(Explore(Notes(), OPTIONS), view, 2, **then)
    assert (len(done) > 2) is goes_on
    assert goes_on or reason == told


def test_who_is_blind_does_not_move_on() -> None:
    view = level(LONG, lasting=(("blindness", 9),))
    assert walk(Explore(Notes(), OPTIONS), view) == ([], "You can't see.")


def test_a_foe_that_comes_into_view_stops_it_and_is_named() -> None:
    seen = level("""
        ################
        #..@........z..
        ################
    """)
    then = {"tiles": seen.tiles, "foes_at": seen.foes_at}
    assert walk(Explore(Notes(), OPTIONS), level(LONG), 2, **then) == (
        steps("ll"),
        "A zombie comes into view.",
    )


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("a zombie, asleep", ""), "A zombie is asleep here."),
        (("a zombie, asleep", "an orc"), "An orc and a zombie come into view."),
        (("a zombie", "a zombie"), "Two zombies come into view."),
        (
            ("a zombie", "Ulf, orc champion, asleep"),
            "Ulf, orc champion and a zombie come into view.",
        ),
    ],
)
def test_who_comes_is_told_in_a_sentence(names: tuple[str, str], reason: str) -> None:
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
    assert walk(Explore(Notes(), OPTIONS), level(LONG), 2, **then)[1] == reason


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("an orc", "Can't explore with an orc beside you."),
        ("Ulf, orc champion", "Can't explore with Ulf, orc champion beside you."),
    ],
)
def test_who_is_in_view_is_named_where_it_does_not_begin(name: str, reason: str) -> None:
    view = level("####\n#@z#\n####", {"z": name})
    assert walk(Explore(Notes(), OPTIONS), view) == ([], reason)


def test_it_does_not_begin_with_a_foe_in_view() -> None:
    view = level("""
        ################
        #@..........z..
        ################
    """)
    assert walk(Explore(Notes(), OPTIONS), view) == ([], "Can't explore with a zombie in view.")


def test_a_sleeper_bars_nothing_and_is_given_a_wide_berth() -> None:
    view = level("""
        ########
        #@..z..#
        #......#
        #......#
        ########
    """)
    sleeper = Seen((4, 1), "a zombie, asleep", "z", "zombie", "unhurt", asleep=True)
    there = Travel(Notes(), OPTIONS, (6, 1))
    assert walk(there, attrs.evolve(view, foes_seen=(sleeper,))) == (
        steps("nnlluk"),
        "You are there.",
    )
    assert walk(Travel(Notes(), OPTIONS, (6, 1)), view) == (
        [],
        "Can't travel with a zombie in view.",
    )


def test_who_is_rooted_bars_what_it_reaches_and_no_more() -> None:
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
    assert barred == ([], "A zombie blocks the way.")
    beside = attrs.evolve(view, here=(5, 2))
    assert walk(Travel(Notes(), OPTIONS, (1, 1)), beside) == (
        [],
        "Can't travel with a zombie beside you.",
    )


def fleeing(x: int, view: View, **changes: Any) -> View:
    foe = Seen((x, 1), "a zombie", "z", "zombie", "nearly dead", **({"flees": True} | changes))
    return attrs.evolve(view, foes_seen=(foe,))


def test_who_flees_bars_nothing_from_afar_but_does_while_it_is_near() -> None:
    far = level("""
        ##########
        #@....z..#
        #........#
        ##########
    """)
    there = Travel(Notes(), OPTIONS, (1, 2))
    assert walk(there, fleeing(6, far)) == (steps("j"), "You are there.")
    assert walk(there, fleeing(6, far, flees=False)) == ([], "A zombie in view.")
    near = level("""
        ##########
        #@...z...#
        #........#
        ##########
    """)
    assert walk(there, fleeing(5, near)) == ([], "A zombie in view.")


def test_who_turns_again_after_it_fled_stops_it() -> None:
    view = level("""
        ############
        #@.......z.#
        #..........#
        ############
    """)
    there = Travel(Notes(), OPTIONS, (4, 2))
    turned = {"foes_seen": fleeing(9, view, flees=False).foes_seen}
    done, reason = walk(there, fleeing(9, view), 2, **turned)
    assert (len(done), reason) == (2, "A zombie in view.")


def test_what_one_is_sent_for_stops_it_once_and_is_then_fetched_first() -> None:
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
    reason = "You see the weathervane: your goal."
    assert walk(Explore(Notes(), OPTIONS), view, 1, **then) == (steps("l"), reason)
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


def test_more_who_are_rooted_stop_nobody_who_has_seen_one() -> None:
    drawing = """
        ##########
        #@.......#
        ########.#
        #..z...z.#
        ##########
    """
    view = level(drawing)
    near, far = (Seen((x, 3), "a zombie", "z", "zombie", "", rooted=True) for x in (3, 7))
    one = attrs.evolve(view, foes_at=((3, 3),), foes_seen=(near,))
    both = {"foes_at": ((3, 3), (7, 3)), "foes_seen": (near, far)}
    done, _ = walk(Travel(Notes(), OPTIONS, (7, 1)), one, 2, **both)
    assert len(done) == 6
    others = attrs.evolve(view, foes_at=(), foes_seen=())
    assert walk(Travel(Notes(), OPTIONS, (7, 1)), others, 2, **both)[1].endswith("come into view.")


@pytest.mark.parametrize(("hp", "steps_done"), [(19, 8), (9, 2)])
def test_harm_of_what_lasts_stops_one_at_half_of_all_hit_points(hp: int, steps_done: int) -> None:
    view = level(LONG, lasting=(("faint poison", 3),))
    line = Line("Faint poison costs you 1.", "harm", 2, 9)
    going = Travel(Notes(), OPTIONS, (view.here[0] + 8, view.here[1]))
    done, reason = walk(going, view, 2, hp=hp, lines=(line,))
    assert len(done) == steps_done
    assert reason == ("You are there." if steps_done == 8 else line.text)


def test_poison_does_not_stop_at_each_turn_whoever_chose_to_walk_on_with_few_hit_points() -> None:
    view = level(LONG, lasting=(("poison", 9),), hp=9)
    line, notes = Line("Poison hurts you for 1.", "harm", 2, 9), Notes()
    assert isinstance(Explore(notes, OPTIONS)(view), Stop)  # it asks once
    for hp, steps_done in ((8, True), (6, False)):
        done, _ = walk(Explore(notes, OPTIONS), view, 2, hp=hp, lines=(line,))
        assert (len(done) > 2) is steps_done


def test_it_is_told_that_a_sleeper_wakes() -> None:
    drawing = LONG.replace("....", "..z.", 1)
    asleep, awake = (level(drawing, {"z": name}) for name in ("a zombie, asleep", "a zombie"))
    seen = Seen((4, 1), "a zombie, asleep", "z", "zombie", "unhurt", asleep=True)
    asleep = attrs.evolve(asleep, foes_seen=(seen,))
    then = {"tiles": awake.tiles, "foes_seen": (attrs.evolve(seen, asleep=False),)}
    assert walk(Explore(Notes(), OPTIONS), asleep, 1, **then)[1] == "The zombie wakes."


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
def test_what_startles_is_what_one_would_not_walk_on_at(
    now: dict[str, Any], percent: int, startled: bool
) -> None:
    before = level(LONG)
    assert startles(before, attrs.evolve(before, **now), percent) is startled


@pytest.mark.parametrize(
    ("perils", "told"),
    [
        (["NONE"], "A zombie comes into view."),
        (["HARD"], "A zombie comes into view (even match)."),
        (["DEADLY"], "A zombie comes into view (outclasses you)."),
        (["NONE", "NONE"], "Two zombies come into view."),
        (["HARD", "DEADLY"], "Two zombies come into view (a zombie outclasses you)."),
    ],
)
def test_who_is_more_than_a_match_is_told_as_it_comes_into_view(
    perils: list[str], told: str
) -> None:
    before = level("########\n#@.....#\n########")
    after = level("########\n#@..zz.#\n########")
    spots = [(4, 1), (5, 1)][: len(perils)]
    seen = tuple(
        Seen(spot, "a zombie", "z", "zombie", "", peril=Peril[peril])
        for spot, peril in zip(spots, perils, strict=True)
    )
    after = attrs.evolve(after, foes_at=tuple(spots), foes_seen=seen)
    assert news(before, after, (), OPTIONS) == told
    many = attrs.evolve(after, peril=Peril.DEADLY)
    is_told = "together they outclass you" in news(before, many, (), OPTIONS)
    assert is_told is ("DEADLY" not in perils)
