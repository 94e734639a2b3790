"""Debug mode rejects an Action or Change that cannot have an effect on any entity."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import AIM, APPLY, REACT, VALIDATE, Component, World
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

Tired = component_of("Tired", step=says("too late", Walk, REACT))
Insistent = component_of("Insistent", insist=says("so", Walk, APPLY, always=True))


@pytest.mark.parametrize("parts", [[Tired], [], [Insistent]], ids=["REACT", "none", "always"])
@pytest.mark.parametrize("kind", [Walk, Fade])
def test_event_that_no_component_can_apply_is_refused_in_debug_mode(
    parts: list[type[Component]], kind: Any, snapshot: SnapshotAssertion
) -> None:
    world = World(components=parts, debug=True)
    with pytest.raises(RegistrationError) as error:
        world.publish(kind(world.spawn(*(part() for part in parts))))
    if kind is Walk:
        assert str(error.value) == snapshot
    compiled = World(components=parts)
    assert compiled.publish(kind(compiled.root)).reason == "unhandled"


def test_error_note_names_the_handler_that_published_the_unhandled_event() -> None:
    Sun = component_of("Sun", rise=does(lambda dawn, w: w.publish(Walk(w.root)), Dawn, APPLY))
    world = World(components=[Sun], debug=True)
    with pytest.raises(RegistrationError) as error:
        world.publish(Dawn(world.spawn(Sun())))
    assert "Sun.rise (APPLY 700)" in error.value.__notes__[0]


def test_reason_is_unhandled_if_some_component_class_could_apply_the_event() -> None:
    world = World(components=[Tired, Legs], debug=True)
    assert world.publish(Walk(world.spawn(Tired()))).reason == "unhandled"
    assert world.publish(Run(world.root)).reason == "unhandled"
    muted = World(components=[Legs], debug=True, mute=["Legs.step"])
    assert muted.publish(Walk(muted.spawn(Legs()))).reason == "unhandled"


def test_event_refused_or_replaced_before_commit_needs_no_apply_handler() -> None:
    Wall = component_of("Wall", stop=fails("wall", Walk, VALIDATE))
    Faint = component_of(
        "Faint", fade=does(lambda walk, _: walk.replace(Fade(walk.enactor)), Walk, AIM)
    )
    world = World(components=[Wall, Faint, Body], debug=True)
    assert world.publish(Walk(world.spawn(Wall()))).reason == "wall"
    assert world.publish(Walk(world.spawn(Faint(), Body()))).replacement is not None
    assert world.publish(Walk(world.spawn(Faint()))).reason == "unhandled"
