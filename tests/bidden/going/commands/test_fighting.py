"""Fighting on: the nearest foe is struck, or stepped towards, one intent at a time."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.going.commands.fighting import fight
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.going.ways_out import WayOut
from bidden.intents import Move, Shoot, Throw
from bidden.view import Aiming, Held, Peril, Seen, Shape, View
from tests.bidden.going.walking import level
from tests.bidden.scenes import MakeSession

MINDLESS = {"Mind": None}

HALF = 50
"""Below so many hundredths of all hit points it refuses, as the option has it at first."""


@pytest.mark.parametrize(
    ("drawing", "answer"),
    [
        ("#@z..z#", Move(1, 0)),
        ("#z..@..z.#", Move(1, 0)),
        ("#z..@...z#", Move(-1, 0)),
        ("#z@.z#", Move(-1, 0)),
        ("#@...#", Stop("No enemy in view.")),
        ("#@:z#", Stop("A chasm blocks the way.")),
    ],
)
def test_the_nearest_foe_is_struck_or_stepped_towards(
    drawing: str, answer: Move | Stop, make_session: MakeSession
) -> None:
    session = make_session(drawing, zombie=MINDLESS)
    assert fight(session.view(), Notes(), HALF) == answer


@pytest.mark.parametrize("name", ["fire", "poison gas", "a dart trap"])
def test_what_is_in_the_way_to_a_foe_is_named(name: str) -> None:
    trap = name.endswith("trap")
    view = level(f"######\n#@.{'^' if trap else 'f'}z#\n######", {"^": name, "f": name})
    answer = fight(attrs.evolve(view, harm_at=() if trap else ((3, 1),)), Notes(), HALF)
    assert answer == Stop(f"{name.capitalize()} blocks the way.")


def test_a_foe_to_whom_no_way_leads_is_told_of_so() -> None:
    assert fight(level("#####\n#@#z#\n#####"), Notes(), HALF) == Stop("No known path to the enemy.")


def test_the_way_leads_round_what_is_in_the_way(make_session: MakeSession) -> None:
    drawing = """
        #######
        #..#..#
        #@...z#
        #..#..#
        #######
    """
    session, notes = make_session(drawing, zombie=MINDLESS), Notes()
    for _ in range(3):
        step = fight(session.view(), notes, HALF)
        assert isinstance(step, Move)
        session.perform(step)
    assert fight(session.view(), notes, HALF) == Move(1, 0)


@pytest.mark.parametrize("away", "<>Π")
def test_no_step_towards_a_foe_leads_off_the_level(away: str) -> None:
    about = level(f"#####\n#...#\n#@{away}z#\n#####", {"z": "a zombie"})
    only = level(f"#####\n#@{away}z#\n#####", {"z": "a zombie"})
    assert fight(attrs.evolve(about, foes_at=((3, 2),)), Notes(), HALF) == Move(1, -1)
    assert fight(attrs.evolve(only, foes_at=((3, 1),)), Notes(), HALF) == Stop(
        "No known path to the enemy."
    )


def test_who_is_rooted_is_fought_too_where_nobody_else_is(make_session: MakeSession) -> None:
    session = make_session("#@..z#", zombie={"Mind": None, "Rooted": {}})
    assert fight(session.view(), Notes(), HALF) == Move(1, 0)


def test_below_half_of_the_hit_points_it_refuses_once_until_they_are_well_above(
    make_session: MakeSession,
) -> None:
    session, notes = make_session("#@z#", zombie=MINDLESS), Notes()
    view = session.view()
    few, enough, well = (attrs.evolve(view, hp=hp, max_hp=40) for hp in (19, 20, 24))
    assert fight(enough, notes, HALF) == Move(1, 0)
    refused = fight(few, notes, HALF)
    assert isinstance(refused, Stop)
    assert refused.reason == "You're at 19/40 HP."
    assert fight(few, Notes(), 47) == fight(few, Notes(), 0) == Move(1, 0)
    assert isinstance(fight(enough, Notes(), 51), Stop)
    assert fight(few, notes, HALF) == fight(few, notes, HALF) == Move(1, 0)
    assert fight(enough, notes, HALF) == fight(few, notes, HALF) == Move(1, 0)
    assert fight(well, notes, HALF) == Move(1, 0)
    assert isinstance(fight(few, notes, HALF), Stop)


@pytest.mark.parametrize(("below", "hp"), [(95, 37), (100, 39)])
def test_where_nearly_all_hit_points_are_few_it_warns_again_once_there_were_all(
    below: int, hp: int, make_session: MakeSession
) -> None:
    session, notes = make_session("#@z#", zombie=MINDLESS), Notes()
    few, most, every = (attrs.evolve(session.view(), hp=some, max_hp=40) for some in (hp, 39, 40))
    assert isinstance(fight(few, notes, below), Stop)
    assert fight(most, notes, below) == fight(few, notes, below) == Move(1, 0)
    assert fight(every, notes, below) == Move(1, 0)
    assert isinstance(fight(few, notes, below), Stop)


UNSEEN = Stop("No known path to the enemy: you can't see what lies between.")
ALL = "Together they outclass you."
ONE = "An orc outclasses you."


def besieged(peril: Peril, *alone: Peril, asleep: bool = False) -> View:
    """A view of two foes, of this peril together and of such alone."""
    near, far = (2, 1), (4, 1)
    seen = tuple(
        Seen(at, "an orc", "o", "orc", "unhurt", asleep=asleep, peril=one)
        for at, one in zip((near, far), alone, strict=False)
    )
    view = level("######\n#@z.z#\n######")
    return attrs.evolve(view, peril=peril, foes_seen=seen)


def test_all_who_are_too_many_at_once_are_told_of_once_until_there_is_no_peril() -> None:
    notes, blow = Notes(), Move(1, 0)
    many, some = besieged(Peril.DEADLY, Peril.HARD, Peril.NONE), besieged(Peril.HARD)
    assert fight(some, notes, HALF) == blow
    assert fight(many, notes, HALF) == Stop(ALL)
    assert fight(many, notes, HALF) == fight(some, notes, HALF) == fight(many, notes, HALF) == blow
    assert fight(besieged(Peril.NONE), notes, HALF) == blow
    assert fight(many, notes, HALF) == Stop(ALL)
    assert fight(many, Notes(), HALF, asks=False) == blow


def test_one_who_is_more_than_a_match_alone_is_a_peril_of_another_kind() -> None:
    notes, blow = Notes(), Move(1, 0)
    many, one = besieged(Peril.DEADLY), besieged(Peril.DEADLY, Peril.NONE, Peril.DEADLY)
    assert fight(many, notes, HALF) == Stop(ALL)
    assert fight(one, notes, HALF) == Stop(ONE)
    assert fight(one, notes, HALF) == fight(many, notes, HALF) == blow
    assert fight(besieged(Peril.DEADLY, Peril.DEADLY, asleep=True), Notes(), HALF) == Stop(ALL)


def test_both_warnings_are_given_at_once() -> None:
    notes, weak = Notes(), attrs.evolve(besieged(Peril.DEADLY), hp=9)
    left = "You're at 9/20 HP."
    assert fight(weak, notes, HALF) == Stop(f"{left} {ALL}")
    assert fight(weak, notes, HALF) == Move(1, 0)


@pytest.mark.parametrize(
    ("drawing", "answer"),
    [
        ("#######\n#@.  z#\n#######", Move(1, 0)),
        ("#######\n#.@  z#\n#######", UNSEEN),
        ("######\n#@.# z\n######", UNSEEN),
        ("########\n#..@  z#\n#.##. ##\n#.....##\n########", Move(1, 1)),
        ("########\n#..@  z#\n#.####.#\n#.... ##\n########", UNSEEN),
    ],
)
def test_across_the_dark_one_goes_as_near_as_one_knows(drawing: str, answer: Move | Stop) -> None:
    assert fight(level(drawing), Notes(), HALF) == answer


BOW, JAVELIN = Aiming(Shape.CREATURE, range=4), Aiming(Shape.TILE, range=3)
THROWN = Held("b", "a javelin", ("throw",), "*", "gear", kind="rock", aimed=(("throw", JAVELIN),))
SWORD = Held("a", "a sword", ("throw",), ")", "gear", aimed=(("throw", JAVELIN),))


@pytest.mark.parametrize(
    ("changes", "shot"),
    [
        ({"shooting": BOW, "missiles": 3}, Shoot(5, 1)),
        ({"shooting": BOW, "missiles": None}, Shoot(5, 1)),  # what needs none
        ({"shooting": BOW, "missiles": 0}, None),
        ({"shooting": BOW, "missiles": 0, "pack": (SWORD, THROWN)}, None),  # too far
        ({"shooting": BOW, "missiles": 0, "pack": (SWORD, THROWN), "here": (2, 1)}, Throw),
        ({"pack": (SWORD,), "here": (2, 1)}, None),
    ],
)
def test_from_afar_it_shoots_or_stays_where_one_has_what_to(
    changes: dict[str, Any], shot: object
) -> None:
    view = attrs.evolve(level("#######\n#@...z#\n#######"), **changes)
    shot = Throw("b", 5, 1) if shot is Throw else shot
    assert fight(view, Notes(), HALF) == Move(1, 0)
    assert fight(view, Notes(), HALF, from_afar="shoot") == (shot or Move(1, 0))
    armed = shot is not None or THROWN in view.pack
    stays = Stop("No enemy beside you.") if armed else Move(1, 0)
    assert fight(view, Notes(), HALF, from_afar="stay") == stays
    beside = attrs.evolve(level("#######\n#@z..z#\n#######"), shooting=BOW, missiles=3)
    assert fight(beside, Notes(), HALF, from_afar="stay") == Move(1, 0)


def test_fighting_with_no_weapon_in_hand_is_asked_about_once_while_one_is_in_the_pack() -> None:
    sword = Held("a", "a sword", ("put on", "drop"), ")", "gear", kind="weapon", each="sword")
    view = attrs.evolve(besieged(Peril.NONE, Peril.NONE, Peril.NONE), hp=40, max_hp=40)
    disarmed, armed = (
        attrs.evolve(view, pack=(attrs.evolve(sword, worn=worn),)) for worn in (False, True)
    )
    notes = Notes()
    assert not isinstance(fight(view, notes, 50), Stop)
    asked = fight(disarmed, notes, 50)
    assert isinstance(asked, Stop)
    assert [hint.way for hint in asked.hints] == [WayOut.AGAIN, WayOut.EQUIP]
    assert not isinstance(fight(disarmed, notes, 50), Stop)
    assert not isinstance(fight(attrs.evolve(disarmed, turn=9), notes, 50), Stop)
    assert not isinstance(fight(armed, notes, 50), Stop)
    assert isinstance(fight(disarmed, notes, 50), Stop)
