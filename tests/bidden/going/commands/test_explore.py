"""Exploring leads to what is unknown and to what lies about, takes up what is to be, and ends."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import attrs
import pytest

from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.run import Run
from bidden.going.commands.search_level import SearchLevel
from bidden.going.commands.stay import Rest
from bidden.going.commands.taking import here_lies
from bidden.going.commands.travel import Travel
from bidden.going.going import Going, Stop
from bidden.going.known.notes import Notes
from bidden.going.ways_out import WayOut
from bidden.intents import Move, PickUp, Search, Wait
from bidden.view import Bond, Held, Line, View
from tests.bidden.going.walking import OPTIONS, level, steps, walk

EXPLORED = "Level explored."
ROCK = Held("a", "a rock", ("throw", "drop"), "*", "rock", each="rock", stacks=True)
MILKY = Held("b", "2 milky potions", ("quaff",), "!", "potion", each="milky potion", count=2)
PASSAGE = """
    ######
    #@...
    ######
"""


def test_it_goes_to_where_the_map_ends() -> None:
    done, reason = walk(Explore(Notes(), OPTIONS), level(PASSAGE))
    assert (done, reason) == (steps("lll"), EXPLORED)


def test_what_was_explored_is_not_gone_to_again() -> None:
    notes = Notes()
    walk(Explore(notes, OPTIONS), level(PASSAGE))
    assert walk(Explore(Notes(), OPTIONS), level("####\n#@.#\n####")) == ([], EXPLORED)


def test_what_is_left_is_told() -> None:
    view = level("""
        #####
        #@.>#
        ###X#
    """)
    assert walk(Explore(Notes(), OPTIONS), view) == (
        [],
        "Level explored (a locked door).",
    )


def test_keys_and_what_one_is_sent_for_are_told_of_where_they_were_left() -> None:
    names = {"-": "a bronze key", '"': "the tiara of the summoner"}
    apart = level('######\n#@#-"#\n######', names)
    told = "Level explored (left: the tiara of the summoner and a bronze key)."
    assert walk(Explore(Notes(), OPTIONS), apart)[1].startswith(told)
    under = attrs.evolve(
        level("####\n#@.#\n####"), underfoot=("a bronze key",), kinds_underfoot=("key",)
    )
    assert walk(Explore(Notes(), OPTIONS), under)[1].startswith(
        "Level explored (left: a bronze key)."
    )


def test_things_of_the_kinds_that_are_taken_up_are_taken_up_on_the_way() -> None:
    view = level(
        """
        ######
        #@.!.#
        ######
    """,
        {"!": "a milky potion"},
    )
    done, reason = walk(Explore(Notes(), OPTIONS), view)
    assert (done, reason) == ([*steps("ll"), PickUp(0)], EXPLORED)


@pytest.mark.parametrize(
    ("held", "goes"),
    [
        ([ROCK] * 25, True),
        ([ROCK] * 26, False),
        ([*[ROCK] * 25, attrs.evolve(MILKY, stacks=True)], True),
        ([*[ROCK] * 25, MILKY], False),
    ],
)
def test_what_would_not_fit_into_the_pack_is_not_gone_for(held: list[Held], goes: bool) -> None:
    names = {"!": "a milky potion"}
    view = level("######\n#@.!.#\n######", names, pack=tuple(held))
    done, reason = walk(Explore(Notes(), OPTIONS), view)
    left = "" if goes else " (left: a milky potion, pack full)"
    assert done == ([*steps("ll"), PickUp(0)] if goes else [])
    assert reason == EXPLORED.replace(".", f"{left}.")


def test_what_one_is_sent_for_needs_no_room() -> None:
    view = level('#@."#', {'"': "the tiara of the summoner"}, pack=(ROCK,) * 26)
    assert walk(Explore(Notes(), OPTIONS), view)[0][:2] == steps("ll")


def test_what_was_taken_up_by_hand_lies_there_no_more() -> None:
    drawing = """
        ######
        #@...#
        ######
    """
    notes = Notes()
    before = level(drawing)
    notes.see(attrs.evolve(before, here=(2, 1)))
    notes.see(attrs.evolve(before, underfoot=("a dagger",), kinds_underfoot=("weapon",)))
    assert walk(Explore(notes, OPTIONS), before) == ([], EXPLORED)


def test_it_stops_at_a_thing_of_another_kind_once() -> None:
    view = level(
        """
        ######
        #@.).#
        ######
    """,
        {")": "a dagger"},
    )
    notes = Notes()
    left = "Level explored (left: a dagger)."
    assert walk(Explore(notes, OPTIONS), view) == (steps("ll"), "Here lies a dagger.")
    assert walk(Explore(notes, OPTIONS), view) == ([], left)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["a dagger"], "Here lies a dagger."),
        (["8 bolts"], "Here lie 8 bolts."),
        (["a dagger", "8 bolts"], "Here lie a dagger and 8 bolts."),
        (["12th night"], "Here lies 12th night."),
    ],
)
def test_several_things_lie_and_one_lies(names: list[str], told: str) -> None:
    assert here_lies(names) == told


BOND = Bond("Selith", "hunt", "hunt a troll", "there", 340, False, 3, 1000, 2)
STAIRS = """
    #########
    #.......#
    #@.....>#
    #########
"""


def ways_out(going: Going, view: View) -> list[WayOut]:
    """What a command tells the player to do where it stops at once."""
    answer = going(view)
    assert isinstance(answer, Stop)
    return [hint.way for hint in answer.hints]


def test_explored_level_is_never_searched_however_often_one_explores() -> None:
    view, notes = level("#####\n#@..#\n#####", bond=BOND), Notes()
    for _ in range(20):
        assert ways_out(Explore(notes, OPTIONS), view) == [WayOut.SEARCH_LEVEL]


def test_exploring_an_explored_level_again_goes_up_to_the_stairs_and_stays_there() -> None:
    view, notes = level(STAIRS, bond=BOND), Notes()
    assert ways_out(Explore(notes, OPTIONS), view) == [WayOut.AGAIN, WayOut.SEARCH_LEVEL]
    done, _ = walk(Explore(notes, OPTIONS), view)
    assert done == steps("lllll")
    beside = attrs.evolve(view, here=(6, 2), turn=5)
    for _ in range(20):
        assert ways_out(Explore(notes, OPTIONS), beside)[0] is WayOut.STAIRS_DOWN


def test_fulfilled_task_leads_back_to_the_gate_or_up() -> None:
    done = attrs.evolve(BOND, fulfilled=True)
    for glyphs, goes in (("><", "<"), (">Π", "Π"), (">.", ">")):
        drawing = f"#########\n#...@...#\n#{glyphs[0]}.....{glyphs[1]}#\n#########"
        notes, view = Notes(), level(drawing, bond=done)
        walk(Explore(notes, OPTIONS), view)
        steps_done, _ = walk(Explore(notes, OPTIONS), view)
        assert steps_done[0].dx == (1 if goes in "<Π" else -1)


@pytest.mark.parametrize(
    "then",
    [
        {"turn": 1},
        {"level": 2},
        {"lines": (Line("You hear a howl.", "harm", 0, 9),)},
    ],
)
def test_explored_level_is_announced_anew_once_anything_has_happened(then: dict[str, Any]) -> None:
    view, notes = level(STAIRS), Notes()
    walk(Explore(notes, OPTIONS), view)
    assert ways_out(Explore(notes, OPTIONS), attrs.evolve(view, **then))[0] is WayOut.AGAIN


def test_few_hit_points_are_asked_about_until_the_player_goes_on_and_again_once_fewer() -> None:
    view, notes = level(PASSAGE, hp=9, max_hp=20), Notes()
    for going in (Explore, partial(Travel, to=(3, 1)), partial(Run, dx=1, dy=0)):
        assert ways_out(going(notes, OPTIONS), view) == [WayOut.AGAIN, WayOut.REST]
    step = Move(1, 0)
    assert Run(notes, OPTIONS, 1, 0)(view) == step
    assert Explore(notes, OPTIONS)(view) == step
    assert Explore(notes, OPTIONS)(attrs.evolve(view, hp=10)) == step
    hurt = attrs.evolve(view, hp=8, turn=9)
    assert ways_out(Explore(notes, OPTIONS), hurt) == [WayOut.AGAIN, WayOut.REST]
    assert Explore(notes, OPTIONS)(hurt) == step
    assert Explore(Notes(), Options(fight_below=0))(view) == step
    assert Rest(Notes(), OPTIONS)(attrs.evolve(view, hp=19)) == Wait()


def test_exploring_stops_while_the_gate_can_still_be_reached_in_time() -> None:
    drawing = "##############\n#Π.@.........\n##############"
    late = attrs.evolve(BOND, fulfilled=True, left=BOND.term // 10)
    notes, view = Notes(), level(drawing, bond=late)
    assert ways_out(Explore(notes, OPTIONS), view) == [WayOut.STAIRS_DOWN, WayOut.AGAIN]
    assert Explore(notes, OPTIONS)(view) == Move(1, 0)
    early, soon = (attrs.evolve(late, left=BOND.term // 10 + more) for more in (8, 1))
    explore = Explore(Notes(), OPTIONS)
    assert explore(attrs.evolve(view, bond=early)) == Move(1, 0)
    stop = explore(attrs.evolve(view, bond=soon, here=(4, 1), turn=1))
    assert isinstance(stop, Stop)
    assert WayOut.STAIRS_DOWN in [hint.way for hint in stop.hints]


def test_exploring_asks_while_a_few_turns_are_left_for_the_task() -> None:
    drawing = "##############\n#..@.........\n##############"
    notes, few = Notes(), attrs.evolve(BOND, left=39)
    view = level(drawing, bond=few)
    assert ways_out(Explore(notes, OPTIONS), view) == [WayOut.AGAIN]
    assert Explore(notes, OPTIONS)(view) == Move(1, 0)
    enough = attrs.evolve(view, bond=attrs.evolve(BOND, left=40))
    assert Explore(Notes(), OPTIONS)(enough) == Move(1, 0)


HALL = """
    ###################
    #@................#
    ###################
"""


def test_searching_a_level_tells_its_turns_first_and_then_searches_every_spot() -> None:
    view, notes = level(HALL, bond=BOND), Notes()
    walk(Explore(notes, OPTIONS), view)
    done, reason = walk(SearchLevel(notes, OPTIONS), view)
    spots, turns = map(int, re.findall(r"(\d+) spots.*~(\d+) turns", reason)[0])
    assert (done, spots) == ([], 6)
    assert f"{BOND.left}" in reason
    done, reason = walk(SearchLevel(notes, OPTIONS), view)
    assert done.count(Search()) == spots * OPTIONS.search_times
    assert len(done) == turns
    assert reason == "Nothing left to search."


def test_search_is_not_begun_once_a_turn_has_passed_since_it_was_announced() -> None:
    view, notes = level(HALL, bond=BOND), Notes()
    for turn in range(5):
        answer = SearchLevel(notes, OPTIONS)(attrs.evolve(view, turn=turn))
        assert isinstance(answer, Stop)


def test_level_is_explored_before_it_is_searched() -> None:
    assert ways_out(SearchLevel(Notes(), OPTIONS), level(PASSAGE)) == [WayOut.EXPLORE]


def test_spots_to_which_no_safe_way_leads_are_not_counted() -> None:
    trapped = level(HALL.replace("@.....", "@....^"))
    assert "2 spots" in walk(SearchLevel(Notes(), OPTIONS), trapped)[1]
    rock = "##########\n" * 3
    thick = level(f"{rock}###@..^.###\n{rock}")
    assert walk(SearchLevel(Notes(), OPTIONS), thick) == ([], "Nothing left to search.")


@pytest.mark.parametrize(
    ("left", "done"), [(101, ["l", "l", 0, "h", "h", "h", "h", 0]), (100, ["h", "h", 0])]
)
def test_with_a_tenth_of_the_term_left_it_fetches_keys_alone(left: int, done: list[Any]) -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", left, False, 3, 1000, 2)
    names = {"-": "an iron key", "!": "a milky potion"}
    view = level("#######\n#-.@.!#\n#######", names, bond=bond)
    expected = [PickUp(one) if one == 0 else steps(one)[0] for one in done]
    assert walk(Explore(Notes(), OPTIONS), view)[0] == expected


@pytest.mark.parametrize(("keys", "done"), [(0, ""), (1, "lll")])
def test_a_locked_door_is_tried_once_with_each_key(keys: int, done: str) -> None:
    held = tuple(Held("a", "an iron key", ("drop",), "-", "gear") for _ in range(keys))
    view = level(
        """
        ######
        #@..X#
        ######
    """,
        {"X": "a locked door"},
        pack=held,
    )
    notes = Notes()
    tried, reason = walk(Explore(notes, OPTIONS), view)
    assert tried[: len(done)] == steps(done)
    assert len(tried) == len(done)
    assert reason == "Level explored (a locked door)."


def test_a_key_is_taken_up_by_whoever_has_anything_taken_up() -> None:
    drawing = """
        ######
        #@-..#
        ######
    """
    view = level(drawing, {"-": "an iron key"})
    done, _ = walk(Explore(Notes(), Options(pick_up=("food",))), view)
    assert done == [*steps("l"), PickUp(0)]
    done, reason = walk(Explore(Notes(), Options(pick_up=())), view)
    assert (done, reason) == (steps("l"), "Here lies an iron key.")


def test_what_the_dead_leave_is_passed_by() -> None:
    view = level(
        """
        ######
        #@.%.#
        ######
    """,
        {"%": "a zombie corpse"},
    )
    assert walk(Explore(Notes(), OPTIONS), view) == ([], EXPLORED)


def test_what_the_player_wants_to_be_taken_up_is() -> None:
    view = level(
        """
        ######
        #@.).#
        ######
    """,
        {")": "a dagger"},
    )
    done, _ = walk(Explore(Notes(), Options(pick_up=("gear",))), view)
    assert done == [*steps("ll"), PickUp(0)]


def test_it_goes_over_no_trap_and_says_so() -> None:
    view = level("""
        ######
        #@.^.
        ######
    """)
    assert walk(Explore(Notes(), OPTIONS), view) == (
        [],
        "All you can reach is explored (a trap in the way).",
    )


def test_it_goes_through_nothing_that_harms() -> None:
    view = level(PASSAGE, {".": "poison gas"}, harm_at=((3, 1),))
    assert walk(Explore(Notes(), OPTIONS), view) == (
        [],
        "Poison gas blocks the way.",
    )


def test_a_door_is_opened_or_left_to_the_player() -> None:
    view = level("""
        ######
        #@.+
        ######
    """)
    done, _ = walk(Explore(Notes(), OPTIONS), view)
    assert done == steps("lll")
    asking = Explore(Notes(), Options(doors="ask"))
    assert walk(asking, view) == (steps("l"), "A closed door blocks the way.")
