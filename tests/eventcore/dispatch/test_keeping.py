"""Keeping: what was derived from the state is kept while nothing could change it."""

from collections.abc import Callable
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
    """A kind of Shout."""


@pytest.mark.parametrize(
    ("quiet", "kind", "left"),
    [
        (Whisper, Whisper, {"a": 1}),
        (Whisper, Shout, {}),
        (Shout, Shout, {"a": 1}),
        (Shout, Scream, {}),
    ],
)
def test_only_events_of_a_quiet_type_leave_what_is_kept(
    make_world: MakeWorld, quiet: type[Notice], kind: type[Notice], left: dict[str, int]
) -> None:
    world = make_world(Legs)
    assert world.kept.busy  # until something says what is quiet
    Keeping(world, [quiet])
    world.kept["a"] = 1
    world.publish(kind(world.root))
    assert (world.kept, world.kept.busy) == (left, 0)


def test_nothing_may_be_kept_while_an_event_is_in_flight_that_is_not_quiet(
    make_world: MakeWorld,
) -> None:
    busy = []

    def look(_event: Any, world: Any) -> None:
        busy.append(bool(world.kept.busy))

    def go_on(event: Any, world: Any) -> None:
        look(event, world)
        world.publish(Whisper(event.enactor))
        look(event, world)

    listening = component_of(
        "Listening", whisper=does(look, Whisper, APPLY), shout=does(go_on, Shout, APPLY)
    )
    world = make_world(listening)
    Keeping(world, [Whisper])
    listener = world.spawn(listening())
    for one in (Whisper(listener), Shout(listener), Whisper(listener)):
        world.publish(one)
    assert busy == [False, True, True, True, False]


CHANGES: dict[str, Callable[[World], object]] = {
    "detach": lambda w: w.detach(w[2], Legs),
    "attach": lambda w: w.attach(w[2], Body()),
    "give": lambda w: w.set_owner(w[3], w[2]),
    "give again": lambda w: w.set_owner(w[4], w[2]),
    "take": lambda w: w.set_owner(w[4], None),
    "despawn": lambda w: w.despawn(w[4]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes_of_structure_drop_what_is_kept(make_world: MakeWorld, change: str) -> None:
    world = make_world(Legs, Body)
    owner, _, thing = world.spawn(Legs()), world.spawn(Body()), world.spawn(Body())
    world.set_owner(thing, owner)
    Keeping(world, [])
    world.kept["a"] = 1
    CHANGES[change](world)
    assert not world.kept


def test_after_an_error_nothing_is_kept_until_another_event_has_settled(
    make_world: MakeWorld,
) -> None:
    def fall(event: Any, _world: Any) -> None:
        if type(event) is Scream:
            raise ZeroDivisionError

    listening = component_of("Hoarse", fall=does(fall, Shout, APPLY))
    world = make_world(listening)
    listener = world.spawn(listening())
    Keeping(world, [Whisper])
    with pytest.raises(ZeroDivisionError):
        world.publish(Scream(listener))
    world.publish(Whisper(listener))
    assert world.kept.busy
    world.publish(Shout(listener))
    assert (world.kept, world.kept.busy) == ({}, 0)
