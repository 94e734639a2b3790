"""The signals of a world behave like the signals of blinker."""

import gc
from contextlib import contextmanager
from functools import partial
from typing import Any
from weakref import ref

import blinker
import pytest

from eventcore import Entity, Event, World
from eventcore.errors import RegistrationError, UnknownEntityError
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Hit, Legs, Run, Trade, Walk, wait, yield_


class Listener:
    """Stores the id of the sender and the number of the event for each call."""

    def __init__(self) -> None:
        self.heard: list[tuple[int | None, int]] = []

    def __call__(self, sender: Entity | None, event: Event) -> None:
        self.heard.append((None if sender is None else sender.id, event.sequence))

    def hear(self, sender: Entity | None, **data: Event) -> None:
        self(sender, **data)


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    """Make a world with the root entity and entities 2, 3 and 4."""
    world = make_world(Legs, Body)
    for _ in range(3):
        world.spawn()
    return world


def walk(world: World, *walkers: int) -> None:
    """Publish a Walk for each entity, in order. Nothing handles these events."""
    for number in walkers:
        world.publish(Walk(world[number]))


def test_world_signal_returns_the_same_blinker_signal_on_every_call(
    world: World, make_world: MakeWorld
) -> None:
    signal = world.signal(Hit, role="target")
    assert isinstance(signal, blinker.Signal)
    assert world.signal(Hit, role="target") is signal
    assert world.signal(Hit) is world.signal(Hit, role="enactor")
    assert world.signal(Hit) is not signal
    assert make_world().signal(Hit) is not world.signal(Hit)
    by, to = Listener(), Listener()
    world.signal(Hit).connect(by)
    signal.connect(to)
    world.publish(Hit(world[2], world[3]))
    assert (by.heard, to.heard) == ([(2, 1)], [(3, 1)])


def test_receiver_may_want_some_senders_only(world: World) -> None:
    signal, some, all_of_them = world.signal(Walk), Listener(), Listener()
    signal.connect(some, sender=world[2])
    signal.connect(some, sender=world[4])
    signal.connect(some, sender=world[4])
    signal.connect(all_of_them)
    walk(world, 2, 3, 4)
    assert some.heard == [(2, 1), (4, 3)]
    assert all_of_them.heard == [(2, 1), (3, 2), (4, 3)]
    signal.disconnect(some, sender=world[2])
    walk(world, 2, 4)
    signal.disconnect(some)
    walk(world, 2, 4)
    assert some.heard == [(2, 1), (4, 3), (4, 5)]
    assert len(all_of_them.heard) == 7


@pytest.mark.parametrize("method", [False, True])
def test_signal_drops_a_receiver_without_references(world: World, method: bool) -> None:
    listener = Listener()
    heard = listener.heard
    world.signal(Walk).connect(listener.hear if method else listener)
    walk(world, 2)
    del listener
    gc.collect()
    walk(world, 2)
    assert heard == [(2, 1)]
    world.signal(Walk).connect(again := Listener())
    walk(world, 3)
    assert again.heard == [(3, 3)]


def test_signal_of_an_event_class_also_sends_events_of_its_subclasses(world: World) -> None:
    walks, runs, events = Listener(), Listener(), Listener()
    for kind, listener in ((Walk, walks), (Run, runs), (Event, events)):
        world.signal(kind).connect(listener, sender=world[2])
    for event in (Walk(world[2]), Run(world[2]), Run(world[3]), Dawn(world[2])):
        world.publish(event)
    assert walks.heard == [(2, 1), (2, 2)]
    assert runs.heard == [(2, 2)]
    assert events.heard == [(2, 1), (2, 2), (2, 4)]


def test_signal_sender_is_none_if_its_role_is_empty(world: World) -> None:
    anyone, nobody, somebody = Listener(), Listener(), Listener()
    signal = world.signal(Trade, role="item")
    signal.connect(anyone)
    signal.connect(nobody, sender=None)
    signal.connect(somebody, sender=world[2])
    world.publish(Trade(world[2], world[3], None))
    world.publish(Trade(world[3], None, world[2]))
    assert anyone.heard == [(None, 1), (2, 2)]
    assert nobody.heard == [(None, 1)]
    assert somebody.heard == [(2, 2)]


def test_sender_that_is_not_in_the_world_is_refused(world: World, make_world: MakeWorld) -> None:
    gone, signal, listener = world.spawn(), world.signal(Walk), Listener()
    world.despawn(gone)
    for sender in (gone, make_world(Legs).root, 2, "player"):
        with pytest.raises(UnknownEntityError):
            signal.connect(listener, sender=sender)
    world.publish(Walk(gone))
    signal.connect(listener, sender=world[2])
    walk(world, 2)
    assert listener.heard == [(2, 2)]


def test_observers_and_receivers_of_one_signal_are_all_told(world: World) -> None:
    walker, other = world.spawn(Legs()), world.spawn(Legs())
    told: list[str] = []

    def look(kind: str) -> Any:
        return lambda event: told.append(f"{kind} {event.enactor.id}")

    def receive(sender: Any, *, event: Any) -> None:
        told.append(f"receiver {sender.id}")

    ends = [world.observe(Walk, look("all")), world.observe(Walk, look("one"), entity=walker)]
    signal = world.signal(Walk)

    def walked() -> list[str]:
        told.clear()
        for one in (walker, other):
            world.publish(Walk(one))
        return sorted(told)

    by_all = [f"all {one.id}" for one in (walker, other)]
    assert walked() == sorted([*by_all, f"one {walker.id}"])
    signal.connect(receive)
    assert walked() == sorted(
        [*by_all, f"one {walker.id}", f"receiver {walker.id}", f"receiver {other.id}"]
    )
    with signal.muted():
        assert walked() == []
    signal.disconnect(receive)
    ends[0]()
    assert walked() == [f"one {walker.id}"]
    ends[1]()
    assert walked() == []
    assert not signal.receivers


class Waiting:
    async def __call__(self, *_: object, **__: object) -> None:
        raise AssertionError

    @classmethod
    async def wait_together(cls, *_: object, **__: object) -> None:
        raise AssertionError


LATER: list[Any] = [
    wait,
    yield_,
    partial(yield_, 1),
    partial(Waiting()),
    Waiting(),
    Waiting.wait_together,
    contextmanager(yield_),
]


@pytest.mark.parametrize("observer", LATER)
def test_observer_that_would_not_run_when_called_is_refused(world: World, observer: Any) -> None:
    with pytest.raises(RegistrationError):
        world.observe(Dawn, observer)
    with pytest.raises(RegistrationError):
        world.signal(Dawn).connect(observer)


def test_observer_of_one_entity_does_not_keep_it(debug: bool) -> None:
    world = World(components=[Legs], debug=debug)  # a probe would keep the entity
    walker = world.spawn(Legs())
    world.observe(Walk, lambda event: None, entity=walker)
    world.publish(Walk(walker))
    gone = ref(walker)
    world.despawn(walker)
    del walker
    gc.collect()
    assert gone() is None
