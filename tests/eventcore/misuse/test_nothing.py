"""An Action or Change that would come to nothing for anyone is refused in debug mode."""

from typing import Any

import pytest

from eventcore import AIM, APPLY, REACT, VALIDATE, Component, World, component, handles
from eventcore.errors import RegistrationError
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Legs,
    Run,
    Walk,
    component_of,
    does,
    fails,
    says,
)


@component
class Tired(Component):
    """Was meant to apply a Walk."""

    @handles(Walk)
    def step(self, walk: Walk, world: World) -> None:
        """Come too late."""


def refused(event: Any, world: World) -> str:
    with pytest.raises(RegistrationError) as caught:
        world.publish(event)
    return str(caught.value)


def test_a_handler_left_at_react_is_named_with_the_remedy() -> None:
    world = World(components=[Tired, Body], debug=True)
    assert refused(Walk(world.spawn(Tired())), world) == (
        "Walk comes to nothing, since no component of this world resolves or applies it: "
        "Tired.step (REACT 1000) only follows what was applied; put it at APPLY"
    )


def test_where_there_is_no_handler_one_is_asked_for() -> None:
    world = World(components=[Tired], debug=True)
    assert refused(Fade(world.root), world) == (
        "Fade comes to nothing, since no component of this world resolves or applies it: "
        "write a handler, @handles(Fade, APPLY), or add its class to World(components)"
    )


def test_one_that_runs_always_does_not_apply() -> None:
    Insistent = component_of("Insistent", insist=says("so", Walk, APPLY, always=True))
    world = World(components=[Insistent], debug=True)
    assert "write a handler, @handles(Walk, APPLY)" in refused(Walk(world.root), world)


def test_who_publishes_it_is_in_the_note() -> None:
    Sun = component_of("Sun", rise=does(lambda dawn, w: w.publish(Walk(w.root)), Dawn, APPLY))
    world = World(components=[Sun], debug=True)
    with pytest.raises(RegistrationError) as caught:
        world.publish(Dawn(world.spawn(Sun())))
    assert "of Entity(2) in Sun.rise (APPLY 700)" in caught.value.__notes__[0]


def test_where_anyone_could_apply_it_nothing_is_a_value() -> None:
    world = World(components=[Tired, Legs], debug=True)
    assert world.publish(Walk(world.spawn(Tired()))).reason == "nothing"
    assert world.publish(Run(world.root)).reason == "nothing"


def test_a_handler_that_is_muted_could_have_applied_it() -> None:
    world = World(components=[Legs], debug=True, mute=["Legs.step"])
    assert world.publish(Walk(world.spawn(Legs()))).reason == "nothing"


def test_what_is_refused_or_replaced_above_the_line_needs_nobody() -> None:
    Wall = component_of("Wall", stop=fails("wall", Walk, VALIDATE))
    Faint = component_of(
        "Faint", fade=does(lambda walk, _: walk.replace(Fade(walk.enactor)), Walk, AIM)
    )
    world = World(components=[Wall, Faint, Body], debug=True)
    assert world.publish(Walk(world.spawn(Wall()))).reason == "wall"
    assert world.publish(Walk(world.spawn(Faint(), Body()))).replacement is not None
    assert world.publish(Walk(world.spawn(Faint()))).reason == "nothing"


def test_a_notice_needs_nobody_and_the_dead_are_gone() -> None:
    world = World(components=[], debug=True)
    assert world.publish(Dawn(world.root)).done
    dead = world.spawn()
    world.despawn(dead)
    assert world.publish(Walk(dead)).reason == "gone"


def test_compiled_chains_go_on() -> None:
    world = World(components=[Tired])
    assert world.publish(Walk(world.spawn(Tired()))).reason == "nothing"
    assert Tired._handlers_[0].priority == REACT
