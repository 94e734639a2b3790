"""A phase is a named priority. The library defines some phases, and simulations may add others."""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import Any

import pytest

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    World,
    component,
    handles,
)
from eventcore.journal.rules import handlers_fingerprint
from eventcore.phase import Phase
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Walk

WALLS, DOORS = VALIDATE.split("walls", "doors")
FIRST, SECOND = REACT.split("first", "second")


def walker(*priorities: int) -> type[Component]:
    """Make a component class with a Walk handler at each priority."""
    body: dict[str, Any] = {"__module__": __name__}
    for number, priority in enumerate(priorities):

        def hear(self: Any, walk: Walk, world: World) -> None:
            """Do nothing."""

        body[f"hear_{number}"] = handles(Walk, priority)(hear)
    return component(type("Walker", (Component,), body))


def phases_of(make_world: MakeWorld, *priorities: int) -> list[str]:
    made = walker(*priorities)
    world = make_world(made)
    return [
        str(step.handler).partition("(")[2][:-1]
        for step in world.plan(Walk, world.spawn(made())).steps
    ]


def test_chain_runs_in_the_order_of_named_phases_and_shows_their_names(
    make_world: MakeWorld,
) -> None:
    found = phases_of(make_world, REACT, SECOND, FIRST, APPLY, DOORS, 299, WALLS, VALIDATE)
    assert found == [
        "VALIDATE 100",
        "VALIDATE.walls",
        "VALIDATE.doors",
        "VALIDATE 299",
        "APPLY 700",
        "REACT.first",
        "REACT.second",
        "REACT 1000",
    ]


def test_plain_number_belongs_to_the_last_phase_that_begins_before_it(
    make_world: MakeWorld,
) -> None:
    numbers = 1, 99, 100, 299, 300, 399, 400, 699, 700, 999, 1000
    starts = AIM, AIM, VALIDATE, VALIDATE, MODIFY, MODIFY, RESOLVE, RESOLVE, APPLY, APPLY, REACT
    names = [phase.name for phase in starts]
    shown = phases_of(make_world, *numbers)
    assert shown == [f"{name} {number}" for name, number in zip(names, numbers, strict=True)]


@pytest.mark.parametrize("phase", [AIM, VALIDATE, MODIFY, RESOLVE, APPLY, REACT])
@pytest.mark.parametrize("count", [1, 2, 7, 30])
def test_split_phases_stay_between_the_neighbouring_phases(phase: Phase, count: int) -> None:
    others = [AIM, VALIDATE, MODIFY, Phase("commit line", 400), RESOLVE, APPLY, REACT]
    made = phase.split(*[f"step {number}" for number in range(count)])
    assert all(one < other for one, other in pairwise(made))
    below = [other for other in others if other < phase]
    above = [other for other in others if other > phase]
    if phase is REACT:
        assert all(APPLY < one < REACT for one in made)
    else:
        assert all(one > phase for one in made)
        assert all(one < other for one in made for other in above)
    assert all(one > other for one in made for other in below)


def test_named_phase_is_equivalent_to_its_number() -> None:
    assert handlers_fingerprint([walker(WALLS)]) == handlers_fingerprint([walker(int(WALLS))])
    assert (VALIDATE + 10, copy(WALLS).name) == (110, "VALIDATE.walls")


def test_handler_in_a_react_phase_leaves_the_event_unhandled(make_world: MakeWorld) -> None:
    made = walker(FIRST)
    world = make_world(made, debug=False)
    assert world.publish(Walk(world.spawn(made()))).reason == "unhandled"
