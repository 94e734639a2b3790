"""Exploring leads to what is unknown and to what lies about, takes up what is to be, and ends."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.taking import here_lies
from bidden.going.known.notes import Notes
from bidden.intents import PickUp, Search
from bidden.view import Bond, Held
from tests.bidden.going.walking import OPTIONS, level, steps, walk

EXPLORED = "Explored. Once more, and you search."
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
    notes.ground.explored = False
    assert walk(Explore(notes, OPTIONS), level(PASSAGE)) == ([], EXPLORED)


def test_what_is_left_is_told() -> None:
    view = level("""
        #####
        #@.>#
        ###X#
    """)
    assert walk(Explore(Notes(), OPTIONS), view) == (
        [],
        "Explored. You know of a stair down and a locked door. Once more, and you search.",
    )


def test_keys_and_what_one_is_sent_for_are_told_of_where_they_were_left() -> None:
    names = {"-": "a bronze key", '"': "the tiara of the summoner"}
    apart = level('######\n#@#-"#\n######', names)
    told = "Explored. Left lying: the tiara of the summoner and a bronze key."
    assert walk(Explore(Notes(), OPTIONS), apart)[1].startswith(told)
    under = attrs.evolve(
        level("####\n#@.#\n####"), underfoot=("a bronze key",), drawn_underfoot=("-",)
    )
    assert walk(Explore(Notes(), OPTIONS), under)[1].startswith(
        "Explored. Left lying: a bronze key."
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
    left = "" if goes else " Left lying: a milky potion, as your pack is full."
    assert done == ([*steps("ll"), PickUp(0)] if goes else [])
    assert reason == EXPLORED.replace("Explored.", f"Explored.{left}")


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
    notes.see(attrs.evolve(before, underfoot=("a dagger",), drawn_underfoot=(")",)))
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
    left = EXPLORED.replace("Explored.", "Explored. Left lying: a dagger.")
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


def test_once_all_is_explored_it_searches_beside_walls_with_nothing_known_behind() -> None:
    view = level("""
        #####
        #@..#
        #####
    """)
    notes = Notes()
    assert walk(Explore(notes, OPTIONS), view) == ([], EXPLORED)
    done, reason = walk(Explore(notes, OPTIONS), view)
    assert done == [Search()] * 3
    assert reason == "You have searched wherever there may be more."


HALL = """
    ###################
    #@................#
    ###################
"""


def test_it_searches_a_place_at_a_time_and_says_how_many_more_there_are() -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 340, False, 3, 1000, 2)
    view, notes = level(HALL, bond=bond), Notes()
    assert walk(Explore(notes, OPTIONS), view) == (
        [],
        "Explored. Once more, and you search 6 places; 340 turns of your term are left.",
    )
    done, reason = walk(Explore(notes, OPTIONS), view)
    assert done == [Search()] * 3
    assert reason == (
        "You have searched here; 5 more places to search; 340 turns of your term are left."
    )


def test_places_to_which_no_safe_way_leads_are_not_counted() -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 340, False, 3, 1000, 2)
    trapped = HALL.replace("@.....", "@....^")
    assert walk(Explore(Notes(), OPTIONS), level(trapped, bond=bond)) == (
        [],
        "Explored. Once more, and you search 2 places; 340 turns of your term are left.",
    )
    rock = "##########\n" * 3
    thick = level(f"{rock}###@..^.###\n{rock}")
    assert walk(Explore(Notes(), OPTIONS), thick) == ([], "Explored. There is nowhere to search.")


def test_what_a_search_takes_of_the_term_is_told_before_a_tenth_of_it_is_gone() -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 100, False, 3, 1000, 2)
    view, notes = level(HALL, bond=bond), Notes()
    walk(Explore(notes, OPTIONS), view)
    told = "Searching takes 18 turns and the ways, of 100 left: once more searches."
    assert walk(Explore(notes, OPTIONS), view) == ([], told)
    assert walk(Explore(notes, OPTIONS), view)[0] == [Search()] * 3
    less = attrs.evolve(view, bond=attrs.evolve(bond, left=85))
    told = "Searching takes 15 turns and the ways, of 85 left: once more searches."
    assert walk(Explore(notes, OPTIONS), less) == ([], told)


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
    assert reason == "Explored. You know of a locked door. Once more, and you search."


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
        "Explored. You know of a trap in the way of more. Once more, and you search.",
    )


def test_it_goes_through_nothing_that_harms() -> None:
    view = level(PASSAGE, {".": "poison gas"}, harm_at=((3, 1),))
    assert walk(Explore(Notes(), OPTIONS), view) == (
        [],
        "Explored. You know of poison gas in the way of more. Once more, and you search.",
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
    assert walk(asking, view) == (steps("l"), "A shut door is in the way.")
