"""Exploring leads to what is unknown and to what lies about, takes up what is to be, and ends."""

from __future__ import annotations

from bidden.frontend.options import Options
from bidden.going.explore import Explore
from bidden.going.notes import Notes
from bidden.intents import PickUp
from tests.bidden.going.walking import OPTIONS, level, steps, walk

PASSAGE = """
    ######
    #@...
    ######
"""


def test_it_goes_to_where_the_map_ends() -> None:
    done, reason = walk(Explore(Notes(), OPTIONS), level(PASSAGE))
    assert (done, reason) == (steps("lll"), "Explored.")


def test_what_was_explored_is_not_gone_to_again() -> None:
    notes = Notes()
    walk(Explore(notes, OPTIONS), level(PASSAGE))
    assert walk(Explore(notes, OPTIONS), level(PASSAGE)) == ([], "Explored.")


def test_what_is_left_is_told() -> None:
    view = level("""
        #####
        #@.>#
        ###X#
    """)
    assert walk(Explore(Notes(), OPTIONS), view) == (
        [],
        "Explored, but for what is hidden. There is a stair down and a locked door.",
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
    assert (done, reason) == ([*steps("ll"), PickUp(0)], "Explored.")


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
    assert walk(Explore(notes, OPTIONS), view) == (steps("ll"), "Here lies a dagger.")
    assert walk(Explore(notes, OPTIONS), view) == ([], "Explored.")


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
        "Explored, but for what is hidden. There is a trap in the way of more.",
    )


def test_it_goes_through_nothing_that_harms() -> None:
    view = level(PASSAGE, harm_at=((3, 1),))
    assert walk(Explore(Notes(), OPTIONS), view) == ([], "Explored.")


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
