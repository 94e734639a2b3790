"""Each chain has a fixed order, which depends only on declarations."""

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
    Notice,
    component,
    event,
    handles,
)
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Dawn, Trade, Weight, component_of, says

Early = component_of("Early", hear=says("early", Dawn, VALIDATE))
Late = component_of("Late", hear=says("late", Dawn, APPLY))
Apple = component_of("Apple", hear=says("apple", Dawn))
Pear = component_of("Pear", hear=says("pear", Dawn))
Rule = component_of("Rule", hear=says("rule", Dawn, via="world"))
Charm = component_of("Charm", hear=says("charm", Dawn, via="owner"))
Ring = component_of("Ring", hear=says("ring", Dawn, via="owner"))


def test_lower_priorities_run_first(make_world: MakeWorld) -> None:
    @component
    class Bands(Component):
        react = says("react", Dawn, REACT)
        below = says("400", Dawn, 400)
        above = says("399", Dawn, 399)
        apply = says("apply", Dawn, APPLY)
        resolve = says("resolve", Dawn, RESOLVE)
        modify = says("modify", Dawn, MODIFY)
        validate = says("validate", Dawn, VALIDATE)
        aim = says("aim", Dawn, AIM)
        second = says("2", Dawn, 2)
        first = says("1", Dawn, 1)

    world = make_world(Bands)
    log = world.publish(Dawn(world.spawn(Bands()))).log
    assert log == [
        "1", "2", "aim", "validate", "modify", "399", "400", "resolve", "apply", "react",
    ]  # fmt: skip


@pytest.mark.parametrize(("own", "log"), [(Apple, ["rule", "apple"]), (Early, ["early", "rule"])])
def test_world_rules_run_before_roles_but_not_before_a_lower_priority(
    make_world: MakeWorld, own: type[Component], log: list[str]
) -> None:
    world = make_world(own, Rule)
    world.attach(world.root, Rule())
    assert world.publish(Dawn(world.spawn(own()))).log == log


@component
class Trader(Component):
    item = says("item", Trade, role="item")
    target = says("target", Trade, role="target")
    enactor = says("enactor", Trade)
    rule = says("rule", Trade, via="world")


def test_roles_run_in_the_order_the_event_declares_them(make_world: MakeWorld) -> None:
    world = make_world(Trader)
    world.attach(world.root, Trader())
    one, two, three = (world.spawn(Trader()) for _ in range(3))
    assert world.publish(Trade(one, two, three)).log == ["rule", "enactor", "target", "item"]


def test_entity_in_several_roles_is_called_once_per_role_in_order(make_world: MakeWorld) -> None:
    world = make_world(Trader)
    lonely = world.spawn(Trader())
    assert world.publish(Trade(lonely, lonely, lonely)).log == ["enactor", "target", "item"]


def test_entity_handlers_run_before_those_of_entities_it_owns(make_world: MakeWorld) -> None:
    world = make_world(Charm, Apple)
    owner = world.spawn(Apple())
    world.set_owner(world.spawn(Charm()), owner)
    assert world.publish(Dawn(owner)).log == ["apple", "charm"]


def test_role_order_takes_precedence_over_ownership(make_world: MakeWorld) -> None:
    Amulet = component_of("Amulet", hear=says("amulet of the enactor", Trade, via="owner"))
    Wares = component_of("Wares", hear=says("wares of the target", Trade, role="target"))
    world = make_world(Wares, Amulet)
    enactor, target = world.spawn(), world.spawn(Wares())
    world.set_owner(world.spawn(Amulet()), enactor)
    log = world.publish(Trade(enactor, target)).log
    assert log == ["amulet of the enactor", "wares of the target"]


@pytest.mark.parametrize(
    ("order", "log"), [((Apple, Pear), ["apple", "pear"]), ((Pear, Apple), ["pear", "apple"])]
)
def test_component_order_given_to_the_world_decides_the_handler_order(
    make_world: MakeWorld, order: tuple[type[Component], ...], log: list[str]
) -> None:
    world = make_world(*order)
    assert world.publish(Dawn(world.spawn(Apple(), Pear()))).log == log
    assert world.publish(Dawn(world.spawn(Pear(), Apple()))).log == log


def test_equal_owned_entities_run_in_the_order_their_owner_was_set(make_world: MakeWorld) -> None:
    @component
    class Bead(Component):
        colour: str = ""

        @handles(Dawn, via="owner")
        def shine(self, dawn: Dawn, world: Any) -> None:
            dawn.log.append(self.colour)

    world = make_world(Bead)
    owner = world.spawn()
    red, blue = world.spawn(Bead("red")), world.spawn(Bead("blue"))
    world.set_owner(blue, owner)
    world.set_owner(red, owner)
    assert world.publish(Dawn(owner)).log == ["blue", "red"]
    world.set_owner(blue, owner)
    assert world.publish(Dawn(owner)).log == ["red", "blue"]


def test_order_of_definition_decides_in_a_class(make_world: MakeWorld) -> None:
    @component
    class Wordy(Component):
        zebra = says("zebra", Dawn)
        ant = says("ant", Dawn)
        moth = says("moth", Dawn)

    world = make_world(Wordy)
    assert world.publish(Dawn(world.spawn(Wordy()))).log == ["zebra", "ant", "moth"]


def test_inherited_handlers_run_first_and_an_override_keeps_its_place(
    make_world: MakeWorld,
) -> None:
    @component
    class Parent(Component):
        one = says("one", Dawn)
        two = says("two", Dawn)

    @component
    class Child(Parent):
        three = says("three", Dawn)

        def one(self, dawn: Dawn, world: Any) -> None:
            dawn.log.append("one of the child")

    world = make_world(Child, Parent)
    log = world.publish(Dawn(world.spawn(Child(), Parent()))).log
    assert log == ["one of the child", "two", "three", "one", "two"]


def test_query_handlers_run_in_the_same_order_as_event_handlers(make_world: MakeWorld) -> None:
    Rules = component_of("Rules", hear=says("rule", Weight, MODIFY, via="world"))
    Sack = component_of("Sack", hear=says("sack", Weight, MODIFY, via="owner"))

    @component
    class Own(Component):
        second = says("second", Weight, MODIFY)
        first = says("first", Weight, AIM)

    @component
    class Load(Component):
        third = says("third", Weight, MODIFY)
        fourth = says("fourth", Weight, MODIFY)

    world = make_world(Sack, Own, Load, Rules)
    world.attach(world.root, Rules())
    owner = world.spawn(Own(), Load())
    world.set_owner(world.spawn(Sack()), owner)
    log = world.ask(Weight(owner)).log
    assert log == ["first", "rule", "second", "third", "fourth", "sack"]


def test_plan_shows_the_order_that_is_run(make_world: MakeWorld) -> None:
    world = make_world(Charm, Rule, Late, Pear, Apple, Early)
    world.attach(world.root, Rule())
    owner = world.spawn(Apple(), Early(), Late(), Pear())
    world.set_owner(world.spawn(Charm()), owner)
    steps = world.plan(Dawn, owner).steps
    assert [(step.handler.component.__name__, step.role) for step in steps] == [
        ("Early", "enactor"), ("Late", "enactor"), ("Rule", "world"), ("Pear", "enactor"),
        ("Apple", "enactor"), ("Charm", "enactor"),
    ]  # fmt: skip
    log = world.publish(Dawn(owner)).log
    assert log == [step.handler.component.__name__.lower() for step in steps]


def test_handlers_of_a_parent_event_take_their_place_among_the_others(
    make_world: MakeWorld,
) -> None:
    @event
    class Sunrise(Dawn):
        pass

    @component
    class Bird(Component):
        sing = says("sunrise", Sunrise, MODIFY)
        wake = says("dawn", Dawn, VALIDATE)
        note = says("notice", Notice, MODIFY)

    world = make_world(Bird)
    assert world.publish(Sunrise(world.spawn(Bird()))).log == ["dawn", "sunrise", "notice"]
    assert world.publish(Dawn(world.spawn(Bird()))).log == ["dawn", "notice"]
