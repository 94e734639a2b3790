"""What has consequences is refused above the commit line, failing from it on."""

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import AIM, MODIFY, REACT, VALIDATE, Component, Entity, World, component
from eventcore.errors import DispatchError
from eventcore.handler import COMMIT
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Legs, Walk, Weight, component_of, does

CONSEQUENCES: dict[str, Callable[[World, Entity], object]] = {
    "Dawn published": lambda w, e: w.publish(Dawn(e)),
    "Dawn deferred": lambda w, e: w.defer(Dawn(e)),
    "spawn()": lambda w, e: w.spawn(),
    "attach()": lambda w, e: w.attach(e, Body()),
    "detach()": lambda w, e: w.detach(e, Legs),
    "despawn()": lambda w, e: w.despawn(e),
    "set_owner()": lambda w, e: w.set_owner(e, w.root),
    "advance()": lambda w, e: w.advance(),
}


@pytest.mark.parametrize("priority", [AIM, VALIDATE, MODIFY, COMMIT - 1])
@pytest.mark.parametrize("what", CONSEQUENCES)
def test_consequences_above_the_line_are_refused(
    make_world: MakeWorld, what: str, priority: int
) -> None:
    Hasty = component_of(
        "Hasty", hurry=does(lambda walk, w: CONSEQUENCES[what](w, walk.enactor), Walk, priority)
    )
    world = make_world(Hasty, Legs, Body)
    hasty = world.spawn(Hasty(), Legs())
    with pytest.raises(DispatchError) as caught:
        world.publish(Walk(hasty))
    assert str(caught.value) == (
        f"{what} while Walk is above its commit line: use event.replace(), or do it at "
        "RESOLVE or later (a failed event changes nothing)"
    )
    assert (len(world), hasty.alive, Legs in hasty, world.turn) == (2, True, True, 0)


@pytest.mark.parametrize("what", CONSEQUENCES)
def test_consequences_below_the_line_are_welcome(make_world: MakeWorld, what: str) -> None:
    Sure = component_of(
        "Sure", act=does(lambda walk, w: CONSEQUENCES[what](w, walk.enactor), Walk, COMMIT)
    )
    world = make_world(Sure, Legs, Body)
    assert world.publish(Walk(world.spawn(Sure(), Legs()))).done


@pytest.mark.parametrize("what", CONSEQUENCES)
@pytest.mark.parametrize("failing", [False, True])
def test_a_question_has_no_consequences(make_world: MakeWorld, what: str, failing: bool) -> None:
    def answer(weight: Any, world: World) -> None:
        if failing:
            weight.fail("too heavy")
        CONSEQUENCES[what](world, weight.enactor)

    Sly = component_of("Sly", weigh=does(answer, Weight, MODIFY))
    world = make_world(Sly, Legs, Body)
    with pytest.raises(DispatchError) as caught:
        world.ask(Weight(world.spawn(Sly(), Legs())))
    assert str(caught.value) == (
        f"{what} while Weight is asked: a question changes nothing; "
        "do it in a handler of an Action, Change or Notice, at RESOLVE or later"
    )


def test_a_question_asked_below_the_line_has_no_consequences_either(make_world: MakeWorld) -> None:
    @component
    class Sly(Component):
        weigh = does(lambda weight, world: world.spawn(), Weight, MODIFY)
        ask = does(lambda walk, world: world.ask(Weight(walk.enactor)), Walk, COMMIT)

    world = make_world(Sly)
    with pytest.raises(DispatchError, match="while Weight is asked"):
        world.publish(Walk(world.spawn(Sly())))


@pytest.mark.parametrize("priority", [COMMIT, REACT])
@pytest.mark.parametrize("verb", ["fail", "replace"])
def test_a_refusal_from_the_line_on_is_refused(
    make_world: MakeWorld, verb: str, priority: int
) -> None:
    def refuse(walk: Walk, world: World) -> None:
        if verb == "fail":
            walk.fail("late")
        else:
            walk.replace(Walk(walk.enactor))

    Late = component_of("Late", refuse_it=does(refuse, Walk, priority))
    world = make_world(Late, Legs)
    with pytest.raises(DispatchError) as caught:
        world.publish(Walk(world.spawn(Late(), Legs())))
    assert f"{verb}() on <Walk #1 done" in str(caught.value)
    assert "refuse in a handler of a lower priority (AIM, VALIDATE or MODIFY)" in str(caught.value)


@pytest.mark.parametrize("reason", [3, None, b"wall"])
def test_a_refusal_for_what_is_no_text_is_refused(make_world: MakeWorld, reason: Any) -> None:
    Odd = component_of("Odd", stop=does(lambda walk, world: walk.fail(reason), Walk, VALIDATE))
    world = make_world(Odd, Legs)
    walk = Walk(world.spawn(Odd(), Legs()))
    with pytest.raises(DispatchError) as caught:
        world.publish(walk)
    assert str(caught.value) == (f'fail({reason!r}) on Walk #1: a reason is a text, such as "wall"')
    assert walk.reason == "error"


def test_a_question_that_is_cut_short_for_what_is_no_text_is_refused(
    make_world: MakeWorld,
) -> None:
    stop = does(lambda weight, world: weight.fail(3), Weight, VALIDATE)
    Odd = component_of("Odd", stop=stop)
    world = make_world(Odd)
    with pytest.raises(DispatchError, match=r"^fail\(3\) on Weight: a reason is a text"):
        world.ask(Weight(world.spawn(Odd())))


def test_a_settled_event_is_not_refused_after_all(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    walk = world.publish(Walk(world.spawn(Legs())))
    with pytest.raises(DispatchError, match="which has crossed the commit line"):
        walk.fail("changed my mind")
