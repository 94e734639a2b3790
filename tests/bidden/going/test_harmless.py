"""A reported creature that stays away and does no harm no longer blocks auto-movement."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.going.commands.explore import Explore
from bidden.going.commands.stay import Rest
from bidden.going.going import Going, Stop
from bidden.going.known.notes import Notes
from bidden.intents import Intent, PickUp
from bidden.view import View
from tests.bidden.going.walking import OPTIONS, level, walk

DRAWING = """
    ################
    #@.......z......
    ################
"""


def seen(turn: int, **changes: Any) -> View:
    return level(DRAWING, **({"turn": turn, "max_hp": 21} | changes))


def waited(notes: Notes, turns: range, **changes: Any) -> None:
    for turn in turns:
        notes.see(seen(turn, **changes))


def pressed(notes: Notes, view: View, kind: type[Going] = Rest) -> Intent | Stop:
    return kind(notes, OPTIONS)(view)


@pytest.mark.parametrize(("turns", "goes_on"), [(9, False), (10, True)])
def test_reported_creature_stops_blocking_after_ten_harmless_turns(
    turns: int, goes_on: bool
) -> None:
    notes = Notes()
    assert isinstance(pressed(notes, seen(0)), Stop)
    waited(notes, range(1, turns + 1))
    for kind in (Rest, Explore):
        answer = pressed(notes, seen(turns), kind)
        assert isinstance(answer, Stop) is not goes_on


def test_unreported_creature_blocks_rest_however_long_it_is_in_view() -> None:
    notes = Notes()
    waited(notes, range(30))
    assert isinstance(pressed(notes, seen(30)), Stop)


@pytest.mark.parametrize(
    "between",
    [{"hp": 19}, {"wounds": ("leg",)}, {"level": 2}, {"here": (7, 1)}],
    ids=["harm", "a wound", "another level", "it came near"],
)
def test_harm_approach_or_a_new_level_makes_a_harmless_creature_block_again(
    between: dict[str, Any],
) -> None:
    notes = Notes()
    pressed(notes, seen(0))
    waited(notes, range(1, 20))
    notes.see(seen(20, **between))
    after = {name: value for name, value in between.items() if name != "here"}
    assert isinstance(pressed(notes, seen(21, **after)), Stop)


def test_explore_picks_up_items_in_view_of_a_harmless_foe() -> None:
    drawing = """
        ##########
        #@!.....z#
        ##########
    """
    names = {"!": "a flask of oil"}
    notes, view = Notes(), level(drawing, names)
    assert isinstance(pressed(notes, view, Explore), Stop)
    for turn in range(1, 12):
        notes.see(attrs.evolve(view, turn=turn))
    done, _ = walk(Explore(notes, OPTIONS), attrs.evolve(view, turn=11), most=2)
    assert done[1] == PickUp(0)
