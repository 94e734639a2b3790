"""What has consequences is refused above the commit line, failing from it on."""

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import AIM, MODIFY, REACT, VALIDATE, Component, Entity, World, component
from eventcore.errors import DispatchError
from eventcore.handler import COMMIT
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Legs, Walk, Weight, component_of, does, says

CONSEQUENCES: dict[str, Callable[[World, Entity], object]] = {
    "publish": lambda w, e: w.publish(Dawn(e)),
    "defer": lambda w, e: w.defer(Dawn(e)),
    "schedule": lambda w, e: w.schedule(Dawn(e), 1),
    "spawn": lambda w, e: w.spawn(),
    "attach": lambda w, e: w.attach(e, Body()),
    "attach_all": lambda w, e: w.attach_all(e, [Body()]),
    "detach": lambda w, e: w.detach(e, Legs),
    "despawn": lambda w, e: w.despawn(e),
    "set_owner": lambda w, e: w.set_owner(e, w.root),
    "advance": lambda w, e: w.advance(),
}


@pytest.mark.parametrize("verb", CONSEQUENCES)
def test_consequences_are_refused_above_the_line_and_welcome_below(
    make_world: MakeWorld, verb: str
) -> None:
    for priority in (AIM, VALIDATE, MODIFY, COMMIT - 1, COMMIT):
        Doer = component_of(
            "Doer",
            do=does(lambda walk, w: CONSEQUENCES[verb](w, walk.enactor), Walk, priority),
            hear=says("dawn", Dawn),
        )
        world = make_world(Doer, Legs, Body)
        doer = world.spawn(Doer(), Legs())
        if priority == COMMIT:
            assert world.publish(Walk(doer)).done
            continue
        with pytest.raises(DispatchError):
            world.publish(Walk(doer))
        assert (len(world), doer.alive, Legs in doer, world.turn) == (2, True, True, 0)
        assert (doer.owner, Body in doer, world.agenda.planned) == (None, False, 0)


@pytest.mark.parametrize("verb", CONSEQUENCES)
@pytest.mark.parametrize("refused", [False, True])
@pytest.mark.parametrize("below", [False, True])
def test_question_has_no_consequences_wherever_it_is_asked(
    make_world: MakeWorld, verb: str, refused: bool, below: bool
) -> None:
    @component
    class Sly(Component):
        fail = does(lambda weight, w: refused and weight.fail("heavy"), Weight, VALIDATE)
        act = does(lambda q, w: CONSEQUENCES[verb](w, q.enactor), Weight, MODIFY, always=True)
        ask = does(lambda walk, w: w.ask(Weight(walk.enactor)), Walk, COMMIT)
        hear = says("dawn", Dawn)

    world = make_world(Sly, Legs, Body)
    sly = world.spawn(Sly(), Legs())
    with pytest.raises(DispatchError):
        world.publish(Walk(sly)) if below else world.ask(Weight(sly))
    assert (len(world), Legs in sly, world.sequence, world.turn) == (2, True, int(below), 0)


@pytest.mark.parametrize("priority", [COMMIT, REACT])
@pytest.mark.parametrize("verb", ["fail", "replace"])
def test_refusal_from_the_line_on_is_refused(
    make_world: MakeWorld, verb: str, priority: int
) -> None:
    def refuse(walk: Walk, world: World) -> None:
        walk.fail("late") if verb == "fail" else walk.replace(Walk(walk.enactor))

    Late = component_of("Late", refuse_it=does(refuse, Walk, priority))
    world = make_world(Late, Legs)
    walk = Walk(world.spawn(Late(), Legs()))
    with pytest.raises(DispatchError):
        world.publish(walk)
    assert (walk.done, walk.reason, walk.replacement) == (True, None, None)


@pytest.mark.parametrize("reason", [3, None, b"wall"])
@pytest.mark.parametrize("kind", [Walk, Weight])
def test_reason_is_a_text(make_world: MakeWorld, kind: Any, reason: Any) -> None:
    @component
    class Odd(Component):
        stop = does(lambda event, world: event.fail(reason), kind, VALIDATE)

    world = make_world(Odd, Legs)
    event = kind(world.spawn(Odd(), Legs()))
    with pytest.raises(DispatchError):
        world.ask(event) if kind is Weight else world.publish(event)
    assert event.reason == "error"
