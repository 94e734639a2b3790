"""Resting and repeating continue as long as they are useful."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.going.commands.explore import Explore
from bidden.going.commands.stay import Repeat, Rest, Row
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.going.ways_out import WayOut
from bidden.intents import Drop, Move, Search, Wait
from bidden.view import Bond, Seen, View
from tests.bidden.going.walking import OPTIONS, level, walk

ROOM = "###\n#@#\n###"
BOND = Bond("Ada", "hunt", "hunt", "below", 700, False, 4, 700, 2)


def test_rest_continues_until_hit_points_are_full(snapshot: SnapshotAssertion) -> None:
    view = level(ROOM, hp=18)
    assert walk(Rest(Notes(), OPTIONS), view, 7, hp=20) == ([Wait()] * 7, snapshot)


def test_blind_player_rests_until_sight_returns(snapshot: SnapshotAssertion) -> None:
    blind = level(ROOM, hp=18, lasting=(("blindness", 4),))
    done, why = walk(Rest(Notes(), OPTIONS), blind, 4, lasting=())
    assert (done, why) == ([Wait()] * 4, snapshot)


def test_blind_player_can_repeat_waiting_but_no_other_command(
    snapshot: SnapshotAssertion,
) -> None:
    blind = level(ROOM, lasting=(("blindness", 40),))
    assert walk(Repeat(Notes(), OPTIONS, Wait(), 3), blind) == ([Wait()] * 3, snapshot)
    for intent in Search(), Move(1, 0):
        done, why = walk(Repeat(Notes(), OPTIONS, intent, 3), blind)
        assert (done, why) == ([], snapshot)


@pytest.mark.parametrize(("far", "rests"), [(0, False), (2, False), (3, True)])
def test_rest_is_refused_close_to_a_harmful_tile(
    far: int, rests: bool, snapshot: SnapshotAssertion
) -> None:
    view = level("######\n#@.ff#\n######", {"f": "fire", "@": "fire", ".": "fire"}, hp=18)
    view = attrs.evolve(view, harm_at=((1 + far, 1),))
    done, reason = walk(Rest(Notes(), OPTIONS), view, 1, hp=20)
    assert bool(done) is rests
    assert rests or reason == snapshot


def rest(view: View, notes: Notes) -> tuple[bool, Any]:
    """Ask to rest once; return whether a rest began and why it stopped."""
    done, reason = walk(Rest(notes, OPTIONS), view, 1, hp=20, mana=3)
    return bool(done), reason


def test_rest_that_takes_much_of_the_term_warns_before_it_begins(
    snapshot: SnapshotAssertion,
) -> None:
    view, notes = level(ROOM, hp=18, bond=BOND), Notes()
    assert rest(view, notes) == (False, snapshot)
    assert rest(view, notes)[0]
    later = attrs.evolve(view, turn=1)
    assert not rest(later, notes)[0]


@pytest.mark.parametrize(
    ("healing", "turns"),
    [((), 400), (((2, 5, 40),), 25), (((2, 5, 15),), 160), (((-1, 1, 3),), 520)],
)
def test_effects_that_heal_or_harm_shorten_or_lengthen_the_rest(
    healing: tuple[tuple[int, int, int], ...], turns: int
) -> None:
    bond = attrs.evolve(BOND, left=100)
    view = level(ROOM, hp=10, comes_back=(40, 0), healing=healing, bond=bond)
    done, reason = walk(Rest(Notes(), OPTIONS), view)
    assert done == []
    assert f"~{turns} " in str(reason)


def test_rest_reports_what_recovered(snapshot: SnapshotAssertion) -> None:
    view = level(ROOM, hp=19, max_mana=3, mana=1)
    assert rest(view, Notes())[1] == snapshot
    poisoned = level(ROOM, lasting=(("poison", 3),))
    assert walk(Rest(Notes(), OPTIONS), poisoned, 3, lasting=())[1] == snapshot


def test_rest_stops_once_before_the_term_runs_out() -> None:
    view, notes = level(ROOM, hp=2, bond=attrs.evolve(BOND, left=12)), Notes()
    rest = Rest(notes, OPTIONS, asks=False)
    waits = 0
    while rest(view) == Wait():
        waits += 1
        bond = attrs.evolve(BOND, left=12 - waits)
        view = attrs.evolve(view, turn=view.turn + 1, bond=bond)
    assert waits == 2
    assert Rest(notes, OPTIONS, asks=False)(view) == Wait()


def test_interrupted_series_of_drops_reports_how_many_items_are_left() -> None:
    view = level("#####\n#@..#\n#####")
    foe = Seen((3, 1), "an orc", "o", "orc", "")
    seen = attrs.evolve(view, turn=1, foes_at=(foe.at,), foes_seen=(foe,))
    row = Row(Notes(), OPTIONS, [Drop(slot) for slot in "ab"])
    assert row(view) == Drop("a")
    stop = row(seen)
    assert isinstance(stop, Stop)
    assert stop.reason.endswith(" You stop: 1 item left to drop.")


def test_rest_names_the_harm_of_effects_that_would_kill() -> None:
    poisoned = level(ROOM, hp=5, max_hp=20, lasting=(("poison", 7),), healing=((-1, 1, 7),))
    notes = Notes()
    told = "Resting would kill you: the effects on you cost 7 more HP, and you have 5."
    assert rest(poisoned, notes) == (False, told)
    assert Rest(notes, OPTIONS)(poisoned) == Wait()
    assert rest(attrs.evolve(poisoned, hp=8), Notes())[1].startswith("Resting to full HP")


@pytest.mark.parametrize(
    ("changes", "rests"),
    [({}, True), ({"comes_back": (0, 0)}, False), ({"healing": ((-1, 1, 7),)}, False)],
)
def test_rest_is_offered_only_while_it_heals(changes: dict[str, Any], rests: bool) -> None:
    view = level("######\n#@....\n######", hp=5, max_hp=20, **changes)
    stop = Explore(Notes(), OPTIONS)(view)
    assert isinstance(stop, Stop)
    assert (WayOut.REST in [hint.way for hint in stop.hints]) is rests
