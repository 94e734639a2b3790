"""A creature that blocks the way is remembered in place when it is out of view."""

from __future__ import annotations

import attrs
import pytest

from bidden.going.commands.explore import Explore
from bidden.going.commands.travel import TakeStairs
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.going.known.standing import who_stands
from bidden.intents import Move
from bidden.view import Seen, View
from tests.bidden.going.walking import OPTIONS, level

ROW = " " + "." * 17 + " "
"""A hall with unknown tiles at both ends; a sleeper blocks the way to the nearer end."""
FRIEND = 15


def hall(here: int, *, seen: bool) -> View:
    """Return the hall with the player in a column; they may or may not see the creature."""
    row = [*ROW]
    row[here], row[FRIEND] = "@", "m" if seen else "."
    view = level(f"{'#' * 19}\n{''.join(row)}\n{'#' * 19}", {"m": "a minotaur, asleep"})
    if seen:
        return view
    rows = [[*tiles] for tiles in view.tiles]
    rows[1][FRIEND:] = [attrs.evolve(tile, lit=False) for tile in rows[1][FRIEND:]]
    return attrs.evolve(view, tiles=tuple(map(tuple, rows)))


def test_unseen_creature_is_remembered_until_its_tile_is_seen_again() -> None:
    before = who_stands(hall(12, seen=True), frozenset())
    assert before == {(FRIEND, 1)}
    assert who_stands(hall(11, seen=False), before) == before
    there = level(f"{'#' * 19}\n{ROW[:11]}@{ROW[12:]}\n{'#' * 19}")
    assert who_stands(there, before) == frozenset()


def test_explore_keeps_its_direction_when_the_creature_it_avoids_leaves_view() -> None:
    explore = Explore(Notes(), OPTIONS)
    assert explore(hall(12, seen=True)) == Move(-1, 0)
    assert explore(hall(11, seen=False)) == Move(-1, 0)
    # A player who never saw it goes to the nearer end.
    assert Explore(Notes(), OPTIONS)(hall(11, seen=False)) == Move(1, 0)


def test_explore_stops_when_it_only_goes_back_and_forth() -> None:
    explore = Explore(Notes(), OPTIONS)
    answers = [explore.next(hall(12, seen=False)) for _ in range(7)]
    assert answers[:6] == [Move(1, 0)] * 6
    assert isinstance(answers[6], Stop)


def test_remembered_stair_under_a_creature_is_still_used() -> None:
    seen, hidden = "######\n#@..>#\n######", "######\n#@..m#\n######"
    notes, friend = Notes(), level(hidden, {"m": "a mummy, peaceful"})
    assert isinstance(TakeStairs(notes, OPTIONS, "down")(friend), Stop)
    notes.see(level(seen))
    assert TakeStairs(notes, OPTIONS, "down")(friend) == Move(1, 0)


@pytest.mark.parametrize("over", ["░", "!"])
def test_explore_avoids_a_remembered_stair_hidden_by_gas_or_an_item(over: str) -> None:
    seen, notes = "######\n#@.>. \n#.... \n######", Notes()
    notes.see(level(seen))
    hidden = level(f"######\n#.@{over}. \n#.... \n######", {over: "what hides it"})
    assert Explore(Notes(), OPTIONS)(hidden) == Move(1, 0)  # this player never saw the stair
    assert Explore(notes, OPTIONS)(hidden) == Move(1, 1)
    assert TakeStairs(notes, OPTIONS, "down")(hidden) == Move(1, 0)
    notes.see(level(seen.replace("@.>", ".@.")))
    assert notes.ground.ways == {}


def test_explore_avoids_a_known_rooted_creature_even_out_of_view() -> None:
    growing = Seen((FRIEND, 1), "a fungus", "m", "fungus", "", rooted=True)
    beside = attrs.evolve(hall(12, seen=True), foes_at=(growing.at,), foes_seen=(growing,))
    away, notes = shut_in_the_west(hall(11, seen=False)), Notes()
    assert Explore(Notes(), OPTIONS)(away) == Move(1, 0)  # this player never saw the fungus
    assert isinstance(Explore(notes, OPTIONS)(shut_in_the_west(beside)), Stop)
    assert isinstance(Explore(notes, OPTIONS)(away), Stop)
    assert notes.ground.rooted == {growing.at: growing}
    notes.see(level(f"{'#' * 19}\n{ROW[:11]}@{ROW[12:]}\n{'#' * 19}"))
    assert notes.ground.rooted == {}


def shut_in_the_west(view: View) -> View:
    """Wall off the west end of the hall."""
    wall = view.tiles[0][0]
    rows = [(wall, *tiles[1:]) for tiles in view.tiles]
    return attrs.evolve(view, tiles=tuple(rows))
