"""Routing: from an event to its chain by the archetypes of its roles."""

from typing import Any

import pytest

from eventcore import Entity, Event, Notice, Tap, event, role
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Hit, Legs, Trade, Walk


class BrokenTap(Tap):
    """Fails when a chain is compiled."""

    def hears(self, kind: type[Event]) -> bool:
        raise AttributeError("a mistake of its own")


@pytest.mark.parametrize(
    "make",
    [lambda one, two: Dawn(one), lambda one, two: Hit(one, two), lambda one, two: Trade(one, two)],
)
def test_an_error_while_a_chain_is_made_passes_unchanged(make_world: MakeWorld, make: Any) -> None:
    world = make_world(Legs, Body)
    one, two = world.spawn(), world.spawn(Legs())
    world.publish(make(one, one))
    world.tap(BrokenTap())
    with pytest.raises(AttributeError, match="a mistake of its own"):
        world.publish(make(one, two))


def test_roles_are_told_apart_by_place(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body)
    walker, body = world.spawn(Legs()), world.spawn(Body())
    assert world.publish(Hit(walker, body)).log == ["body"]
    assert world.publish(Hit(body, walker)).log == []
    assert world.publish(Hit(body, body)).log == ["body"]


def test_an_event_of_four_roles_finds_its_chain(make_world: MakeWorld) -> None:
    @event
    class Feast(Notice):
        host: Entity = role()
        cook: Entity = role()
        dish: Entity | None = role(default=None)

    world = make_world()
    guest = world.spawn()
    assert world.publish(Feast(guest, guest, guest)).done
    assert world.publish(Feast(guest, guest, guest, guest)).done


def test_forgotten_chains_are_made_again(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    walker = world.spawn(Legs())
    world.publish(Walk(walker))
    before = walker._chains[Walk]
    world._entities.forget_chains()
    assert walker._chains == {}
    world.publish(Walk(walker))
    assert walker._chains[Walk] is not before
