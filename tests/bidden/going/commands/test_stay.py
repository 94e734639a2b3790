"""Resting and repeating go on for as long as they are good for anything."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.going.commands.stay import Repeat, Rest
from bidden.going.known.notes import Notes
from bidden.intents import Move, Search, Wait
from bidden.view import Bond, Ending, Line, View
from tests.bidden.going.walking import OPTIONS, level, walk

ROOM = "###\n#@#\n###"
BOND = Bond("Ada", "hunt", "hunt", "below", 700, False, 4, 700, 2)
TOO_LONG = "Full HP takes ~200 turns of your 700."


RESTED = "You rested for a turn (+2 HP, +3 mana)."


def test_one_rests_until_one_is_whole() -> None:
    view = level(ROOM, hp=18)
    assert walk(Rest(Notes(), OPTIONS), view, 7, hp=20) == (
        [Wait()] * 7,
        "You rested for 7 turns (+2 HP).",
    )


def test_one_rests_for_mana_and_until_nothing_lasts() -> None:
    for changes, then in (
        ({"mana": 1, "max_mana": 3}, {"mana": 3}),
        ({"lasting": (("poison", 3),)}, {"lasting": ()}),
    ):
        done, _ = walk(Rest(Notes(), OPTIONS), level(ROOM, **changes), 3, **then)
        assert len(done) == 3


def test_the_blind_wait_until_they_see_and_no_longer() -> None:
    blind = level(ROOM, hp=18, lasting=(("blindness", 4),))
    done, why = walk(Rest(Notes(), OPTIONS), blind, 4, lasting=())
    assert (done, why) == ([Wait()] * 4, "You rested for 4 turns.")


def test_the_blind_rest_beside_no_foe_they_feel_and_after_no_end() -> None:
    blind = level(ROOM, lasting=(("blindness", 4),))
    assert walk(Rest(Notes(), OPTIONS), attrs.evolve(blind, ending=Ending.WON)) == (
        [],
        "The game is over.",
    )
    felt = attrs.evolve(level("####\n#@z#\n####"), lasting=blind.lasting)
    assert felt.foes_at
    done, why = walk(Rest(Notes(), OPTIONS), felt)
    assert (done, why[:10]) == ([], "Can't rest")


def test_who_is_whole_or_only_wounded_does_not_rest() -> None:
    whole, wounded = level(ROOM), level(ROOM, wounds=("leg",))
    assert walk(Rest(Notes(), OPTIONS), whole) == ([], "Nothing to rest for.")
    assert walk(Rest(Notes(), OPTIONS), wounded) == ([], "Resting closes no wounds.")


def test_the_blind_wait_so_many_turns_and_do_nothing_else_so_often() -> None:
    blind = level(ROOM, lasting=(("blindness", 40),))
    assert walk(Repeat(Notes(), OPTIONS, Wait(), 3), blind) == ([Wait()] * 3, "Done 3 times.")
    for intent in Search(), Move(1, 0):
        done, why = walk(Repeat(Notes(), OPTIONS, intent, 3), blind)
        assert (done, why) == ([], "You can't see.")


def test_the_same_is_done_so_many_times() -> None:
    assert walk(Repeat(Notes(), OPTIONS, Wait(), 3), level(ROOM)) == (
        [Wait()] * 3,
        "Done 3 times.",
    )


def test_a_search_ends_with_what_it_finds() -> None:
    found = (Line("You find a door.", "news", 2, 5),)
    assert walk(Repeat(Notes(), OPTIONS, Search(), 9), level(ROOM), 2, lines=found) == (
        [Search()] * 2,
        "You find a door.",
    )


@pytest.mark.parametrize(("far", "rests"), [(0, False), (2, False), (3, True)])
def test_nobody_rests_near_what_harms(far: int, rests: bool) -> None:
    view = level("######\n#@.ff#\n######", {"f": "fire", "@": "fire", ".": "fire"}, hp=18)
    view = attrs.evolve(view, harm_at=((1 + far, 1),))
    done, reason = walk(Rest(Notes(), OPTIONS), view, 1, hp=20)
    assert bool(done) is rests
    assert rests or reason == "Can't rest near fire."


def rest(view: View, notes: Notes) -> tuple[bool, str]:
    """Ask to rest once, and say whether that began one and how it went on."""
    done, reason = walk(Rest(notes, OPTIONS), view, 1, hp=20, mana=3)
    return bool(done), reason


def test_a_rest_that_takes_much_of_the_term_is_told_before_it_is_begun() -> None:
    view, notes = level(ROOM, hp=18, bond=BOND), Notes()
    assert rest(view, notes) == (False, TOO_LONG)
    assert rest(view, notes) == (True, RESTED)
    later = attrs.evolve(view, turn=1)
    assert rest(later, notes) == (False, TOO_LONG), "it is told anew where a turn has passed"


def test_a_rest_under_a_bond_that_burns_is_told_to_be_one() -> None:
    told = "Your term has run out: the bond burns you while you rest."
    for left in (0, -20):
        view = level(ROOM, hp=18, bond=attrs.evolve(BOND, left=left))
        assert rest(view, Notes()) == (False, told)


@pytest.mark.parametrize(
    "changes",
    [
        {"bond": None},
        {"bond": attrs.evolve(BOND, fulfilled=True, runs=False)},
        {"bond": attrs.evolve(BOND, left=1000)},
        {"hp": 19},
        {"hp": 20, "mana": 1, "max_mana": 3},
    ],
)
def test_a_rest_that_costs_no_term_or_little_of_it_is_begun_at_once(
    changes: dict[str, Any],
) -> None:
    view = attrs.evolve(level(ROOM, hp=18, bond=BOND), **changes)
    assert rest(view, Notes())[0]


@pytest.mark.parametrize("bond", [None, attrs.evolve(BOND, fulfilled=True, runs=False)])
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"hp": 17}, "Full HP takes ~300 turns."),
        ({"hp": 19, "comes_back": (201, 0)}, "Full HP takes ~201 turns."),
        (
            {"hp": 19, "max_mana": 3, "comes_back": (100, 101)},
            "Full mana takes ~303 turns.",
        ),
    ],
)
def test_a_long_rest_is_told_before_it_is_begun_where_no_term_runs_too(
    bond: Bond | None, changes: dict[str, Any], told: str
) -> None:
    view, notes = level(ROOM, **({"bond": bond} | changes)), Notes()
    assert rest(view, notes) == (False, told)
    assert rest(view, notes)[0]


def test_what_came_back_is_told() -> None:
    view = level(ROOM, hp=19, max_mana=3, mana=1)
    assert rest(view, Notes())[1] == ("You rested for a turn (+1 HP, +2 mana).")
    poisoned = level(ROOM, lasting=(("poison", 3),))
    assert walk(Rest(Notes(), OPTIONS), poisoned, 3, lasting=())[1] == "You rested for 3 turns."


def test_nobody_rests_for_what_does_not_come_back() -> None:
    view = level(ROOM, hp=18, comes_back=(0, 50))
    assert walk(Rest(Notes(), OPTIONS), view) == ([], "Resting restores nothing now.")
    assert rest(attrs.evolve(view, mana=1, max_mana=3), Notes())[0]
