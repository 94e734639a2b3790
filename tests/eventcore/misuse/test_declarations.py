"""What Python would take without a word, or refuse without a remedy, is refused with one."""

from typing import Any

import pytest

from eventcore import (
    Action,
    Component,
    Notice,
    RegistrationError,
    Tap,
    World,
    component,
    event,
    handles,
)
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Hit, Legs, Walk


@pytest.mark.parametrize("shared", [[], {}, set(), [1]])
def test_a_default_that_all_would_share(shared: Any) -> None:
    name = type(shared).__name__
    said = rf"^\w+\.held = .* would be shared by all: .* attrs.field\(factory={name}\)$"
    with pytest.raises(RegistrationError, match=said):

        @component
        class Bag(Component):
            held: Any = shared

    with pytest.raises(RegistrationError, match=said):

        @event
        class Pack(Action):
            held: Any = shared


def test_a_field_that_must_be_given_after_one_with_a_default() -> None:
    @event
    class Paint(Notice):
        colour: str = "red"

    with pytest.raises(RegistrationError, match=r"^Repaint: .* give it a default as well$"):

        @event
        class Repaint(Paint):
            coats: int  # type: ignore[misc]  # on purpose


@pytest.mark.parametrize("wrap", [property, classmethod, staticmethod])
def test_what_is_wrapped_after_it_was_marked(wrap: Any) -> None:
    with pytest.raises(RegistrationError, match=r"Odd\.hear hides a handler"):

        @component
        class Odd(Component):
            @wrap
            @handles(Walk)
            def hear(self, walk: Walk, world: World) -> None:
                """Never called."""


def test_a_rule_of_the_world_for_one_role() -> None:
    with pytest.raises(RegistrationError, match=r"via='world', role='target'\): a rule of the"):
        handles(Hit, via="world", role="target")


@component
class Law(Component):
    @handles(Walk, via="world")
    def watch(self, walk: Walk, world: World) -> None:
        """Watch."""


def test_a_rule_of_the_world_on_somebody(make_world: MakeWorld) -> None:
    world = make_world(Law, Legs)
    somebody = world.spawn(Legs())
    said = "Law hears nothing but via='world', and that only on the world itself: attach it to"
    with pytest.raises(RegistrationError, match=said):
        world.spawn(Law())
    with pytest.raises(RegistrationError, match=said):
        world.attach(somebody, Law())
    assert len(world) == 2
    world.attach(world.root, Law())


def test_an_order_of_components_that_is_none() -> None:
    with pytest.raises(RegistrationError, match="give a list of component classes"):
        World(components=Legs)  # type: ignore[arg-type]  # on purpose


def test_what_is_no_tap(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    with pytest.raises(RegistrationError, match="a tap is an instance of a class of Tap's"):
        world.tap(object())  # type: ignore[arg-type]  # on purpose


def test_a_tap_that_was_not_given(make_world: MakeWorld) -> None:
    with pytest.raises(RegistrationError, match="was not given to tap"):
        make_world(Legs).untap(Tap())
