"""Exploring offers gear that is better than what the player has equipped."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.going.commands.explore import Explore
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.going.ways_out import WayOut
from bidden.intents import Move, PickUp, PutOn
from bidden.shown.gear import is_better
from bidden.view import Line
from tests.bidden.going.walking import OPTIONS, ROCK, SWORD, level, there


@pytest.mark.parametrize(
    ("attack", "done", "told"),
    [
        (2, [PickUp(0), PutOn("s")], "a sword instead of your dagger: +2 Attack."),
        (4, [], "There is a sword here."),
    ],
)
def test_better_gear_is_offered_and_equipped_if_the_command_is_given_again(
    attack: int, done: list[Any], told: str
) -> None:
    own = attrs.evolve(
        SWORD, slot="d", name="a dagger", each="dagger", worn=True, adds=(attack, 0, 0)
    )
    notes, view = Notes(), level("######\n#@.).#\n######", {")": "a sword"}, pack=(own,))
    going = Explore(notes, OPTIONS)
    moved = there(view, 2)
    assert [going(view), going(moved)] == [Move(1, 0), Move(1, 0)]
    lies = attrs.evolve(
        there(moved, 3),
        underfoot=("a sword",),
        kinds_underfoot=("weapon",),
        gear_underfoot=((0, SWORD),),
    )
    stop = going(lies)
    assert isinstance(stop, Stop)
    assert stop.reason.casefold() == told.casefold()
    again = Explore(notes, OPTIONS)
    answers = [again(lies)]
    held = attrs.evolve(
        lies, pack=(own, attrs.evolve(SWORD, slot="s")), underfoot=(), gear_underfoot=()
    )
    answers.append(again(attrs.evolve(held, turn=lies.turn + 1)))
    assert answers[: len(done)] == done
    assert bool(done) == (answers[0] == PickUp(0))


def test_better_gear_is_not_offered_with_a_full_pack() -> None:
    view = level("######\n#@.).#\n######", {")": "a sword"}, pack=(ROCK,) * 26)
    explore = Explore(Notes(), OPTIONS)
    explore(view)
    explore(there(view, 2))
    lies = attrs.evolve(
        there(view, 3),
        underfoot=("a sword",),
        kinds_underfoot=("weapon",),
        gear_underfoot=((0, SWORD),),
    )
    stop = explore(lies)
    assert isinstance(stop, Stop)
    assert stop.reason.endswith("Your pack is full.")
    assert [hint.way for hint in stop.hints] == [WayOut.DROP]


@pytest.mark.parametrize(
    ("attack", "brand", "own_brand", "lacks_missiles", "better"),
    [
        (4, 0, 0, False, True),
        (4, 0, 0, True, False),
        (4, 0, 3, False, False),
        (5, 0, 3, False, True),
        (4, 2, 3, False, True),
        (2, 1, 0, False, True),
        (1, 3, 0, False, False),
    ],
)
def test_gear_is_better_only_if_it_can_shoot_and_makes_up_for_a_lost_brand(
    attack: int, brand: int, own_brand: int, lacks_missiles: bool, better: bool
) -> None:
    own = attrs.evolve(SWORD, slot="d", worn=True, adds=(2, 0, 0), brand=own_brand)
    piece = attrs.evolve(SWORD, adds=(attack, 0, 0), brand=brand, lacks_missiles=lacks_missiles)
    assert is_better(piece, (own,)) is better


def test_gear_offer_is_repeated_after_danger_interrupts_it() -> None:
    notes, view = Notes(), level("######\n#@...#\n######", {")": "a sword"})
    lies = attrs.evolve(
        view,
        underfoot=("a sword",),
        kinds_underfoot=("weapon",),
        gear_underfoot=((0, SWORD),),
    )
    notes.see(view)
    notes.ask("equip a sword", lies)
    explore = Explore(notes, OPTIONS)
    assert explore(lies) == PickUp(0)
    held = attrs.evolve(view, pack=(attrs.evolve(SWORD, slot="s"),), turn=1)
    cry = Line("You hear a howl.", "harm", 1, 9, loud=True)
    hurt = attrs.evolve(held, hp=4, lines=(cry,))
    assert isinstance(explore(hurt), Stop)
    calm = attrs.evolve(held, turn=5)
    asked = Explore(notes, OPTIONS)(calm)
    assert isinstance(asked, Stop)
    assert "+4 Attack" in asked.reason
    assert Explore(notes, OPTIONS)(calm) == PutOn("s")
    assert not isinstance(Explore(notes, OPTIONS)(calm), PutOn)


def test_better_gear_in_the_pack_is_offered_and_after_a_while_again() -> None:
    notes = Notes()
    view = level("######\n#@...\n######", pack=(attrs.evolve(SWORD, slot="s"),))

    def explored(turn: int) -> Any:
        seen = attrs.evolve(view, turn=turn)
        notes.see(seen)
        answer = Explore(notes, OPTIONS)(seen)
        return answer.reason if isinstance(answer, Stop) else answer

    assert explored(0) == "A sword: +4 Attack."
    assert [explored(50), explored(99)] == [Move(1, 0)] * 2
    assert explored(100) == "A sword: +4 Attack."
    assert explored(100) == PutOn("s")


def test_gear_that_the_player_put_away_on_a_level_is_not_offered_there() -> None:
    notes, view = Notes(), level("######\n#@...#\n######")
    sword = attrs.evolve(SWORD, slot="s")
    notes.see(attrs.evolve(view, pack=(attrs.evolve(sword, worn=True),)))
    put_away = attrs.evolve(view, pack=(sword,), turn=1)
    notes.see(put_away)
    notes.equips = "a sword"  # picked up to be equipped, and then equipped by hand
    answer = Explore(notes, OPTIONS)(put_away)
    assert "sword" not in (answer.reason if isinstance(answer, Stop) else "")
    below = attrs.evolve(put_away, level=2)
    answer = Explore(notes, OPTIONS)(below)
    assert isinstance(answer, Stop)
    assert "sword" in answer.reason


def test_explore_reports_named_gear_with_its_stat_changes() -> None:
    own = attrs.evolve(SWORD, slot="d", name="a sword", each="sword", worn=True)
    named = 'a sword named "Gravefall"'
    view = level("######\n#@.).#\n######", {")": named}, pack=(own,))
    going = Explore(Notes(), OPTIONS)
    going(view)
    going(there(view, 2))
    lies = attrs.evolve(
        there(view, 3),
        underfoot=(named,),
        kinds_underfoot=("weapon",),
        gear_underfoot=((0, attrs.evolve(SWORD, name=named, adds=(7, -1, 0))),),
    )
    stop = going(lies)
    assert isinstance(stop, Stop)
    told = f"The {named[2:]} instead of your sword: +3 Attack, \N{MINUS SIGN}1 Defence."
    assert stop.reason.endswith(f"is {named} here. {told}")
