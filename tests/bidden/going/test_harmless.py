"""Who was told of and has kept away since, and did no harm, bars moving on no more."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.going.commands.explore import Explore
from bidden.going.commands.stay import Rest
from bidden.going.going import Going, Stop
from bidden.going.known.notes import Notes
from bidden.intents import Intent, PickUp, Wait
from bidden.view import View
from tests.bidden.going.walking import OPTIONS, level, walk

DRAWING = """
    ################
    #@.......z......
    ################
"""
BARRED = "Can't rest with a zombie in view."


def seen(turn: int, **changes: Any) -> View:
    return level(DRAWING, **({"turn": turn, "max_hp": 21} | changes))


def waited(notes: Notes, turns: range, **changes: Any) -> None:
    """Let turns pass by hand."""
    for turn in turns:
        notes.see(seen(turn, **changes))


def pressed(notes: Notes, view: View, kind: type[Going] = Rest) -> Intent | str:
    answer = kind(notes, OPTIONS)(view)
    return answer.reason if isinstance(answer, Stop) else answer


@pytest.mark.parametrize(("turns", "goes_on"), [(9, False), (10, True)])
def test_who_was_told_of_and_did_nothing_for_ten_turns_bars_nothing(
    turns: int, goes_on: bool
) -> None:
    notes = Notes()
    assert pressed(notes, seen(0)) == BARRED
    waited(notes, range(1, turns + 1))
    for kind in (Rest, Explore):
        answer = pressed(notes, seen(turns), kind)
        assert isinstance(answer, str) is not goes_on
        assert goes_on or str(answer).endswith(" (possible after a quiet turn).")


def test_who_was_not_told_of_bars_it_however_long_it_is_in_view() -> None:
    notes = Notes()
    waited(notes, range(30))
    assert pressed(notes, seen(30)) == BARRED


@pytest.mark.parametrize(
    "between",
    [{"hp": 19}, {"wounds": ("leg",)}, {"level": 2}, {"here": (7, 1)}],
    ids=["harm", "a wound", "another level", "it came near"],
)
def test_what_comes_of_it_begins_all_anew(between: dict[str, Any]) -> None:
    notes = Notes()
    pressed(notes, seen(0))
    waited(notes, range(1, 20))
    notes.see(seen(20, **between))
    after = {name: value for name, value in between.items() if name != "here"}
    assert pressed(notes, seen(21, **after)) == BARRED


def test_only_turns_in_view_count() -> None:
    notes, away = Notes(), {"foes_at": ()}
    pressed(notes, seen(0))
    waited(notes, range(1, 40), **away)
    told = f"{BARRED[:-1]} (possible after 8 quiet turns)."
    waited(notes, range(40, 42))
    assert pressed(notes, seen(41)) == told


@pytest.mark.parametrize(("gone", "goes_on"), [(40, True), (60, False)])
def test_it_is_no_news_when_it_comes_back_into_view_unless_it_was_gone_for_long(
    gone: int, goes_on: bool
) -> None:
    notes = Notes()
    pressed(notes, seen(0))
    waited(notes, range(1, 20))
    going = Rest(notes, OPTIONS)
    waited(notes, range(20, 20 + gone), foes_at=())
    assert going(seen(20 + gone, foes_at=())) == Wait()
    answer = going(seen(21 + gone))
    assert answer == (Wait() if goes_on else Stop("A zombie comes into view."))


def test_one_is_known_again_by_where_it_can_have_come_to() -> None:
    notes = Notes()
    pressed(notes, seen(0))
    waited(notes, range(1, 20))
    far = DRAWING.replace("z......", "......z")
    for turn, drawing, goes_on in ((20, far.replace("...z", ".z.."), True), (21, far, True)):
        view = level(drawing, turn=turn, max_hp=21)
        notes.see(view)
        assert isinstance(pressed(notes, view), str) is not goes_on
    elsewhere = level(DRAWING.replace(".......z......", "...z.........."), turn=22, max_hp=21)
    assert pressed(notes, elsewhere) == BARRED


def test_of_two_the_one_that_was_told_of_bars_nothing_and_the_other_does() -> None:
    notes = Notes()
    pressed(notes, seen(0))
    waited(notes, range(1, 20))
    two = level(DRAWING.replace("z......", "z....z."), turn=20, max_hp=21)
    assert pressed(notes, attrs.evolve(two, foes_at=((9, 1), (14, 1)))) == BARRED
    assert notes.let_be(two, OPTIONS) == {(9, 1)}
    away = level(DRAWING.replace("z......", ".....z."), turn=21, max_hp=21)
    assert pressed(notes, away) == f"{BARRED[:-1]} (possible after 9 quiet turns)."


def test_more_of_them_are_news_and_bar_it_and_so_do_others() -> None:
    two = DRAWING.replace("z......", "z....z.")
    other = level(two, turn=20, max_hp=21, foes_at=((9, 1), (14, 1)))
    for name, told in (("z", "A zombie comes into view."), ("y", "An orc comes into view.")):
        notes = Notes()
        pressed(notes, seen(0))
        waited(notes, range(1, 20))
        going = Rest(notes, OPTIONS)
        assert going(seen(19)) == Wait()
        tiles = [[*row] for row in other.tiles]
        if name == "y":
            tiles[1][14] = attrs.evolve(tiles[1][14], glyph="y", name="an orc")
        assert going(attrs.evolve(other, tiles=tuple(map(tuple, tiles)))) == Stop(told)


def test_in_view_of_who_bars_nothing_things_are_taken_up() -> None:
    drawing = """
        ##########
        #@!.....z#
        ##########
    """
    names = {"!": "a flask of oil"}
    notes, view = Notes(), level(drawing, names)
    assert isinstance(pressed(notes, view, Explore), str)
    for turn in range(1, 12):
        notes.see(attrs.evolve(view, turn=turn))
    done, _ = walk(Explore(notes, OPTIONS), attrs.evolve(view, turn=11), most=2)
    assert done[1] == PickUp(0)
