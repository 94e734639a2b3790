"""On the last way a press is a step towards the gate, while a foe is in view."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.going.commands.last_way import step_away
from bidden.going.commands.travel import TakeStairs
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.intents import Move, PickUp
from bidden.view import Bond, Seen, View
from tests.bidden.going.walking import OPTIONS, level, steps, walk

LAST = Bond("Ada", "hunt", "hunt", "below", 101, True, 4, 400, 2, last_way=True)
GATE = {"Π": "a gate", "f": "fire", "o": "an orc", "!": "a potion"}


def hall(drawing: str, **changes: Any) -> View:
    return level(drawing, GATE, **{"bond": LAST} | changes)


def away(drawing: str, **changes: Any) -> Move | Stop | None:
    answer = step_away(hall(drawing, **changes), Notes(), OPTIONS)
    return None if answer is None else answer[0]


def test_it_is_a_step_towards_the_gate_and_says_who_is_in_view() -> None:
    view = hall("#z.z@...Π#")
    assert step_away(view, Notes(), OPTIONS) == (
        Move(1, 0),
        "Two zombies in view: one step per key press.",
    )


def test_it_leads_through_the_gate_at_last() -> None:
    assert away("#z@Π#") == Move(1, 0)


def test_where_nobody_is_in_view_or_it_is_another_task_one_goes_on_as_ever() -> None:
    assert away("#...@...Π#") is None
    assert away("#z..@...Π#", bond=attrs.evolve(LAST, last_way=False)) is None
    asleep = (Seen((1, 0), "a zombie, asleep", "z", "zombie", "", asleep=True),)
    assert away("#z..@...Π#", foes_seen=asleep) is None


@pytest.mark.parametrize(
    ("drawing", "changes", "answer"),
    [
        (
            "#z@fΠ#",
            {"harm_at": ((3, 0),)},
            Stop("Fire blocks the way."),
        ),
        ("#..@z.Π#", {}, Stop("A zombie is in the way.")),
        ("####\n#@z#\n#..#\n#Π.#\n####", {}, Move(0, 1)),
    ],
)
def test_it_is_neither_into_harm_nor_a_blow(
    drawing: str, changes: dict[str, Any], answer: Move | Stop
) -> None:
    assert away(drawing, **changes) == answer


def test_it_leads_past_who_is_rooted_where_there_is_no_other_way() -> None:
    rooted = (Seen((5, 0), "a zombie", "z", "zombie", "", rooted=True),)
    corridor = "#####z###\n#z@....Π#\n#########"
    assert away(corridor, foes_seen=rooted) == Move(1, 0)


@pytest.mark.parametrize("last", [True, False])
def test_what_lies_on_the_last_way_is_passed_by(last: bool) -> None:
    view = hall("#@.!.Π#", bond=attrs.evolve(LAST, last_way=last))
    done, _ = walk(TakeStairs(Notes(), OPTIONS, "down"), view, 4 + (not last), level=1)
    taken = [] if last else [PickUp(0)]
    assert done == [*steps("ll"), *taken, *steps("ll")]
