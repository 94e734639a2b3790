"""Keeping: what was worked out from the state is kept while nothing could change it."""

from __future__ import annotations

from typing import Any

import pytest

from eventcore import APPLY, Keeping, Notice, World, event
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs, component_of, does


@event
class Whisper(Notice):
    """It is taken to be quiet."""


@event
class Shout(Notice):
    """It may change anything."""


@event
class Scream(Shout):
    """The same, of a subclass."""


@event
class Tread(Notice):
    """It is taken to be quiet, and other events follow from it."""


def test_nothing_is_kept_where_nobody_said_what_is_quiet(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    assert world.kept.busy
    Keeping(world, [])
    assert not world.kept.busy


@pytest.mark.parametrize(("kind", "left"), [(Whisper, {"a": 1}), (Shout, {}), (Scream, {})])
def test_it_is_forgotten_as_an_event_settles_that_is_not_quiet(
    make_world: MakeWorld, kind: type[Notice], left: dict[str, int]
) -> None:
    world = make_world(Legs)
    Keeping(world, [Whisper])
    world.kept["a"] = 1
    world.publish(kind(world.root))
    assert (world.kept, world.kept.busy) == (left, 0)


def test_a_subclass_of_a_quiet_type_is_not_quiet(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    Keeping(world, [Shout])
    world.kept["a"] = 1
    world.publish(Scream(world.root))
    assert not world.kept


def test_nothing_may_be_kept_while_something_is_in_flight_that_is_not_quiet(
    make_world: MakeWorld,
) -> None:
    busy = []

    def look(_event: Any, world: Any) -> None:
        busy.append(bool(world.kept.busy))

    def go_on(event: Any, world: Any) -> None:
        look(event, world)
        world.publish(Whisper(event.enactor))
        look(event, world)

    def begin(event: Any, world: Any) -> None:
        go_on(event, world)
        world.publish(Shout(event.enactor))
        look(event, world)

    parts = {
        "whisper": does(look, Whisper, APPLY),
        "shout": does(go_on, Shout, APPLY),
        "walk": does(begin, Tread, APPLY),
    }
    listening = component_of("Listening", **parts)
    world = make_world(listening)
    Keeping(world, [Whisper, Tread])
    world.publish(Tread(world.spawn(listening())))
    assert busy == [False, False, False, True, True, True, False]


def _detach(world: World) -> None:
    world.detach(world[2], Legs)


def _attach(world: World) -> None:
    world.attach(world[2], Body())


def _own(world: World) -> None:
    world.set_owner(world[3], world[2])


def _lose(world: World) -> None:
    world.set_owner(world[4], None)


@pytest.mark.parametrize(
    "change", [_detach, _attach, _own, _lose, lambda world: world.despawn(world[4])]
)
def test_it_is_forgotten_as_somebody_becomes_another_outside_of_any_dispatch(
    make_world: MakeWorld, change: Any
) -> None:
    world = make_world(Legs, Body)
    who, _, thing = world.spawn(Legs()), world.spawn(Body()), world.spawn(Body())
    world.set_owner(thing, who)
    Keeping(world, [])
    world.kept["a"] = 1
    change(world)
    assert not world.kept


def test_after_an_error_nothing_is_kept_until_another_event_has_settled(
    make_world: MakeWorld,
) -> None:
    def fall(event: Any, _world: Any) -> None:
        if type(event) is Scream:
            raise ValueError("hoarse")

    listening = component_of("Hoarse", fall=does(fall, Shout, APPLY))
    world = make_world(listening)
    who = world.spawn(listening())
    Keeping(world, [Whisper])
    world.kept["a"] = 1
    with pytest.raises(ValueError, match="hoarse"):
        world.publish(Scream(who))
    world.publish(Whisper(who))
    assert world.kept.busy
    world.publish(Shout(who))
    assert (world.kept, world.kept.busy) == ({}, 0)
