"""A chain is gone through by the loop some times before it is compiled."""

from collections.abc import Iterator
from types import FunctionType
from typing import Any

import pytest

from eventcore import Component, Tap, World, component
from eventcore.dispatch.untried import Untried
from tests.eventcore.worlds.bodies import Body, Hit, Legs, Walk, Weight, component_of, says
from tests.trials import trials

Cloak = component_of("Cloak", weigh=says("weigh", Weight, 100), hurt=says("hurt", Hit, 700))


@component
class Sore(Component):
    """Raises an error."""

    fail = says("fail", Walk, 100)


@pytest.fixture(autouse=True)
def compiled_after_two() -> Iterator[None]:
    with trials(2):
        yield


def test_it_is_compiled_once_it_was_called_so_often() -> None:
    world = World(components=[Legs])
    walker = world.spawn(Legs())
    kinds = []
    for _ in range(4):
        assert world.publish(Walk(walker)).done
        kinds.append(type(walker._chains[Walk]))
    assert kinds == [Untried, Untried, FunctionType, FunctionType]


def test_what_another_world_has_compiled_is_not_on_trial() -> None:
    for kinds in ([Untried, Untried, FunctionType], [FunctionType] * 3):
        world = World(components=[Legs])
        walker = world.spawn(Legs())
        for kind in kinds:
            world.publish(Walk(walker))
            assert type(walker._chains[Walk]) is kind


def test_a_tap_without_hooks_for_handlers_is_told_of_none() -> None:
    class Told(Tap):
        def __init__(self) -> None:
            self.told: list[str] = []

        def published(self, event: object) -> None:
            self.told.append("published")

        def settled(self, event: object) -> None:
            self.told.append("settled")

    class Watching(Told):
        def handling(self, event: object, handler: object, component: object) -> None:
            self.told.append("handling")

    told, watching = Told(), Watching()
    world = World(components=[Legs])
    for tap in (told, watching):
        world.tap(tap)
    assert world.publish(Walk(world.spawn(Legs()))).done
    assert (told.watches_handlers, told.told) == (False, ["published", "settled"])
    assert (watching.watches_handlers, watching.told[:2]) == (True, ["published", "handling"])


def test_it_is_replaced_for_all_who_share_it() -> None:
    world = World(components=[Legs, Body])
    one, other = world.spawn(Legs()), world.spawn(Legs(), Body())
    for walker in (one, other, one, one):
        world.publish(Walk(walker))
    chain: Any = one._chains[Walk]
    assert type(chain) is FunctionType
    world.publish(Walk(other))
    assert type(other._chains[Walk]) is FunctionType


def test_a_question_and_an_event_of_two_roles_are_compiled_as_well() -> None:
    world = World(components=[Cloak])
    one, other = world.spawn(Cloak()), world.spawn(Cloak())
    for _ in range(4):
        world.ask(Weight(one))
        world.publish(Hit(one, other))
    assert type(one._archetype.queries[Weight]) is FunctionType
    chains: Any = one._chains[Hit]
    assert {type(chain) for chain in chains.__globals__["chains"].values()} == {FunctionType}


def test_chains_that_were_dropped_meanwhile_are_not_put_back() -> None:
    world, told = World(components=[Legs]), []

    class Told(Tap):
        def settled(self, event: object) -> None:
            told.append(event)

    walker = world.spawn(Legs())
    world.publish(Walk(walker))
    old = walker._chains[Walk]
    world.tap(Told())
    walked = world.publish(Walk(walker))
    for _ in range(3):
        old(Walk(walker), world)
    assert walker._chains[Walk] is not old
    assert type(walker._chains[Walk]) is Untried
    assert told == [walked]
