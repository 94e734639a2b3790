"""Auto-fight strikes or approaches the nearest foe, one intent at a time."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.going.commands.fighting import fight
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.going.ways_out import WayOut
from bidden.intents import Move, Shoot, Throw
from bidden.kinds import KEY
from bidden.view import Aiming, Held, Line, Peril, Seen, Shape, View
from tests.bidden.going.walking import level
from tests.bidden.scenes import MINDLESS, MakeSession

HALF = 50
"""Auto-fight refuses below this percentage of hit points; the option's default."""


@pytest.mark.parametrize(
    ("drawing", "answer"),
    [
        ("#@z..z#", Move(1, 0)),
        ("#z..@..z.#", Move(1, 0)),
        ("#z..@...z#", Move(-1, 0)),
        ("#z@.z#", Move(-1, 0)),
        ("#@...#", None),
        ("#@:z#", None),
    ],
)
def test_the_nearest_foe_is_struck_or_stepped_towards(
    drawing: str, answer: Move | None, make_session: MakeSession
) -> None:
    session = make_session(drawing, zombie=MINDLESS)
    there = fight(session.view(), Notes(), HALF)
    assert isinstance(there, Stop) if answer is None else there == answer


def test_fight_refuses_once_below_half_hit_points_until_they_recover(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session, notes = make_session("#@z#", zombie=MINDLESS), Notes()
    view = session.view()
    few, enough, well = (attrs.evolve(view, hp=hp, max_hp=40) for hp in (19, 20, 24))
    assert fight(enough, notes, HALF) == Move(1, 0)
    refused = fight(few, notes, HALF)
    assert isinstance(refused, Stop)
    assert refused.reason == snapshot
    last = fight(attrs.evolve(few, wounds=("eye",) * 4, max_wounds=5), Notes(), HALF)
    assert isinstance(last, Stop)
    assert last.reason == "You're at 19/40 HP: at 0 you die."
    assert fight(few, Notes(), 47) == fight(few, Notes(), 0) == Move(1, 0)
    assert isinstance(fight(enough, Notes(), 51), Stop)
    assert fight(few, notes, HALF) == fight(few, notes, HALF) == Move(1, 0)
    assert fight(enough, notes, HALF) == fight(few, notes, HALF) == Move(1, 0)
    assert fight(well, notes, HALF) == Move(1, 0)
    assert isinstance(fight(few, notes, HALF), Stop)
    assert fight(few, notes, HALF) == Move(1, 0)
    notes.see(attrs.evolve(few, foes_at=(), foes_seen=()))  # the fight is over
    assert isinstance(fight(few, notes, HALF), Stop)


def test_hurt_player_is_asked_again_as_it_gets_worse() -> None:
    notes, view = Notes(), attrs.evolve(level("#####\n#@z.#\n#####"), max_hp=40)

    def asks(hp: int, *wounds: str) -> bool:
        hurt = attrs.evolve(view, hp=hp, wounds=wounds)
        return [isinstance(fight(hurt, notes, HALF), Stop) for _ in range(2)] == [True, False]

    assert [asks(hp) for hp in (19, 10, 9, 5, 4, 1, 12)] == [
        True,
        False,
        True,
        False,
        True,
        False,
        False,
    ]
    assert [asks(1, "leg"), asks(1, "leg"), asks(1, "leg", "eye")] == [True, False, True]


def test_step_towards_a_foe_is_asked_about_once_the_player_came_back_for_it_twice() -> None:
    notes, inside = Notes(), level("#######\n#.@..z#\n#######")
    outside = level("#######\n#@....#\n#######")

    def comes() -> Move | Shoot | Throw | Stop:
        notes.see(inside)
        answer = fight(inside, notes, HALF)
        notes.see(outside)
        return answer

    assert [comes(), comes()] == [Move(1, 0)] * 2
    stop = comes()
    assert isinstance(stop, Stop)
    assert [hint.way for hint in stop.hints] == [WayOut.WAIT, WayOut.AGAIN]
    notes.see(inside)
    assert [fight(inside, notes, HALF) for _ in range(5)] == [Move(1, 0)] * 5


def test_fight_command_approaches_an_enemy_across_the_dark_only_once() -> None:
    drawing = "########\n#.@.  z#\n########"
    notes, view = Notes(), level(drawing)
    notes.see(view)
    assert fight(view, notes, HALF) == Move(1, 0)
    end = level("########\n#..@  z#\n########")
    notes.see(end)
    stop = fight(end, notes, HALF)
    assert isinstance(stop, Stop)
    assert stop.reason == "No known path to the enemy: the tiles between are dark or unexplored."
    notes.see(view)
    assert isinstance(fight(view, notes, HALF), Stop)


def test_exploring_is_offered_if_the_only_sleeping_foe_is_out_of_reach() -> None:
    view = level("######\n#@:z.#\n######")
    seen = tuple(
        Seen(at, "a zombie, asleep", "z", "zombie", "unhurt", asleep=True) for at in view.foes_at
    )
    stop = fight(attrs.evolve(view, foes_seen=seen), Notes(), HALF)
    assert isinstance(stop, Stop)
    assert [hint.way for hint in stop.hints] == [WayOut.EXPLORE]


def test_nearest_foe_is_approached_although_it_sleeps() -> None:
    """The ways of other commands keep a tile away from sleepers, and would lead round the wall."""
    view = level("#########\n#@..z..z#\n#.#####.#\n#.......#\n#########")
    seen = (
        Seen((4, 1), "a scavenger, asleep", "z", "zombie", "unhurt", asleep=True),
        Seen((7, 1), "a cutpurse", "z", "zombie", "unhurt"),
    )
    assert fight(attrs.evolve(view, foes_seen=seen), Notes(), HALF) == Move(1, 0)


def test_foe_that_cannot_be_caught_is_left_for_one_that_can() -> None:
    view = level("##########\n#z..@...z#\n##########")
    thief = Seen((1, 1), "a cutpurse", "z", "zombie", "unhurt", flees=True, outruns=True)
    orc = Seen((8, 1), "an orc", "z", "zombie", "unhurt")
    assert fight(attrs.evolve(view, foes_seen=(thief, orc)), Notes(), HALF) == Move(1, 0)


def besieged(peril: Peril, *alone: Peril, asleep: bool = False) -> View:
    """Return a view of two foes with this joint peril and these single perils."""
    near, far = (2, 1), (4, 1)
    seen = tuple(
        Seen(at, "an orc", "o", "orc", "unhurt", asleep=asleep, peril=one)
        for at, one in zip((near, far), alone, strict=False)
    )
    view = level("######\n#@z.z#\n######")
    return attrs.evolve(view, peril=peril, foes_seen=seen)


def test_fight_warns_once_of_too_many_foes_until_there_is_no_peril() -> None:
    notes, blow = Notes(), Move(1, 0)
    many, some = besieged(Peril.DEADLY, Peril.HARD, Peril.NONE), besieged(Peril.HARD)
    assert fight(some, notes, HALF) == blow
    assert isinstance(fight(many, notes, HALF), Stop)
    assert fight(many, notes, HALF) == fight(some, notes, HALF) == fight(many, notes, HALF) == blow
    assert fight(besieged(Peril.NONE), notes, HALF) == blow
    assert isinstance(fight(many, notes, HALF), Stop)


BOW, JAVELIN = Aiming(Shape.CREATURE, range=4), Aiming(Shape.TILE, range=3)
THROWN = Held("b", "a javelin", ("throw",), "*", "gear", kind="rock", aimed=(("throw", JAVELIN),))
SWORD = Held("a", "a sword", ("throw",), ")", "gear", aimed=(("throw", JAVELIN),))


@pytest.mark.parametrize(
    ("changes", "shot"),
    [
        ({"shooting": BOW, "missiles": 3}, Shoot(5, 1)),
        ({"shooting": BOW, "missiles": None}, Shoot(5, 1)),  # the weapon needs no missiles
        ({"shooting": BOW, "missiles": 0}, None),
        ({"shooting": BOW, "missiles": 0, "pack": (SWORD, THROWN)}, None),  # out of range
        ({"shooting": BOW, "missiles": 0, "pack": (SWORD, THROWN), "here": (2, 1)}, Throw),
        ({"pack": (SWORD,), "here": (2, 1)}, None),
    ],
)
def test_fight_shoots_or_stops_at_a_distance_only_with_a_ranged_attack(
    changes: dict[str, Any], shot: object
) -> None:
    view = attrs.evolve(level("#######\n#@...z#\n#######"), **changes)
    shot = Throw("b", 5, 1) if shot is Throw else shot
    assert fight(view, Notes(), HALF) == Move(1, 0)
    assert fight(view, Notes(), HALF, from_afar="shoot") == (shot or Move(1, 0))
    armed = shot is not None or THROWN in view.pack
    assert isinstance(fight(view, Notes(), HALF, from_afar="stay"), Stop) is armed
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


def test_fleeing_foe_that_is_faster_is_not_chased() -> None:
    view = level("######\n#@..z#\n######")
    wolf = Seen((4, 1), "a wolf", "z", "zombie", "unhurt", flees=True, outruns=True)
    stop = fight(attrs.evolve(view, foes_seen=(wolf,)), Notes(), HALF)
    assert isinstance(stop, Stop)
    assert "faster than you" in stop.reason
    slow = attrs.evolve(wolf, outruns=False)
    for seen in ((slow,), (wolf, slow)):
        assert fight(attrs.evolve(view, foes_seen=seen), Notes(), HALF) == Move(1, 0)


def test_step_that_was_refused_is_not_tried_again_at_once() -> None:
    view, notes = besieged(Peril.NONE), Notes()
    far = level("######\n#@..z#\n######", pack=(THROWN,))
    assert fight(far, notes, HALF) == fight(far, notes, HALF) == Move(1, 0)
    refused = attrs.evolve(far, lines=(Line("Something is in the way.", "refusal", 0, 9),))
    stuck = fight(refused, notes, HALF)
    assert isinstance(stuck, Stop)
    assert [hint.way for hint in stuck.hints] == [WayOut.WAIT, WayOut.THROW]
    for held in (attrs.evolve(THROWN, worn=True), attrs.evolve(THROWN, kind=KEY)):
        stuck = fight(attrs.evolve(refused, pack=(held,)), notes, HALF)
        assert isinstance(stuck, Stop)
        assert [hint.way for hint in stuck.hints] == [WayOut.WAIT]
    assert fight(attrs.evolve(far, turn=far.turn + 1), notes, HALF) == Move(1, 0)
    assert fight(view, notes, HALF) == Move(1, 0)


def test_player_who_is_knocked_out_is_told_so() -> None:
    hit = Line("Something hits you for 5.", "harm", 1, 1)
    answer = fight(level("#@...#", lasting=(("knock-out", 5),), lines=(hit,)), Notes(), HALF)
    assert answer == Stop("You are knocked out.")
    assert isinstance(answer, Stop)
    assert [hint.way for hint in answer.hints] == [WayOut.WAIT]
