"""Observers run after all events have settled, and cannot change anything."""

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import REACT, RESOLVE, VALIDATE, Component, World, component, handles
from eventcore.dispatch.preview import Preview
from eventcore.errors import DispatchError
from eventcore.outcome import DONE, FAILED, REPLACED
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Run,
    Walk,
    Weight,
    alone,
    component_of,
    fails,
)


@component
class Striker(Component):
    victim: Any = None

    @handles(Walk, RESOLVE)
    def strike(self, walk: Walk, world: World) -> None:
        world.defer(Fade(self.entity))
        world.publish(Hit(self.entity, self.victim))

    @handles(Walk, REACT)
    def end(self, walk: Walk, world: World) -> None:
        walk.log.append("end")


def test_observers_run_after_the_outermost_chain_in_sequence_order(
    make_world: MakeWorld,
) -> None:
    world = make_world(Striker, Body)
    striker = world.spawn(Striker(world.spawn(Body())), Body())
    told: list[tuple[str, int, list[str]]] = []
    walk = Walk(striker)
    for kind in (Fade, Hit, Walk):
        world.observe(kind, lambda e: told.append((type(e).__name__, e.sequence, list(walk.log))))
    world.publish(walk)
    assert told == [("Walk", 1, ["end"]), ("Hit", 2, ["end"]), ("Fade", 3, ["end"])]


def test_observers_are_told_of_refused_and_replaced_events_too(make_world: MakeWorld) -> None:
    @component
    class Hurry(Component):
        @handles(Walk, VALIDATE)
        def hurry(self, walk: Walk, world: World) -> None:
            if type(walk) is Walk:
                walk.replace(Run(walk.enactor))

    Wall = component_of("Wall", stop=fails("wall", Run, VALIDATE))
    world = make_world(Wall, Hurry, Legs)
    told: list[tuple[str, object, object]] = []
    world.observe(Walk, lambda walk: told.append((type(walk).__name__, walk.outcome, walk.reason)))
    walker = world.spawn(Wall(), Hurry())
    world.publish(Walk(walker))
    world.publish(Walk(world.root))
    world.despawn(walker)
    world.publish(Walk(walker))
    world.publish(Walk(world.spawn(Hurry(), Legs())))
    assert told == [
        ("Walk", FAILED, "wall"), ("Run", FAILED, "wall"), ("Walk", FAILED, "unhandled"),
        ("Walk", FAILED, "gone"), ("Walk", REPLACED, None), ("Run", DONE, None),
    ]  # fmt: skip


def test_observer_may_filter_by_role_and_entity(make_world: MakeWorld) -> None:
    world = make_world(Body)
    player, rat, dog = world.spawn(Body()), world.spawn(Body()), world.spawn(Body())
    told: list[str] = []
    world.observe(
        Hit, lambda h: told.append(f"on player {h.sequence}"), role="target", entity=player
    )
    world.observe(Hit, lambda h: told.append(f"by player {h.sequence}"), entity=player)
    world.observe(Hit, lambda h: told.append(f"on any {h.sequence}"), role="target")
    world.publish(Hit(rat, player))
    world.publish(Hit(player, rat))
    world.publish(Hit(rat, dog))
    assert sorted(told) == ["by player 2", "on any 1", "on any 2", "on any 3", "on player 1"]


def test_observer_may_be_added_twice_and_ended_once(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[int] = []

    def observer(dawn: Dawn) -> None:
        told.append(dawn.sequence)

    end = world.observe(Dawn, observer)
    world.observe(Dawn, observer)
    world.publish(Dawn(world.root))
    end()
    end()
    world.publish(Dawn(world.root))
    assert told == [1, 1, 2]


def test_observer_added_during_a_dispatch_receives_only_the_next_event(
    make_world: MakeWorld,
) -> None:
    told: list[int] = []

    @component
    class Fan(Component):
        @handles(Dawn)
        def look(self, dawn: Dawn, world: World) -> None:
            if dawn.sequence == 1:
                world.observe(Dawn, lambda later: told.append(later.sequence))

    world, fan = alone(make_world, Fan)
    world.publish(Dawn(fan))
    world.publish(Dawn(fan))
    assert told == [2]


def test_only_one_of_two_observers_that_end_each_other_is_called(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[int] = []
    ends: list[Callable[[], None]] = []

    def observe(own: int, other: int) -> None:
        def observer(_: Dawn) -> None:
            told.append(own)
            ends[other]()

        ends.append(world.observe(Dawn, observer))

    observe(0, 1)
    observe(1, 0)
    world.publish(Dawn(world.root))
    world.publish(Dawn(world.root))
    assert told in ([0, 0], [1, 1])


def test_observers_may_ask_queries_and_preview_events(make_world: MakeWorld) -> None:
    @component
    class Stone(Component):
        @handles(Weight, VALIDATE)
        def add(self, weight: Weight, world: World) -> None:
            weight.total += 5

    world, stone = alone(make_world, Stone, Legs)
    told: list[int] = []
    foreseen: list[Preview[Any]] = []
    world.observe(Dawn, lambda dawn: told.append(world.ask(Weight(dawn.enactor)).total))
    world.observe(Dawn, lambda dawn: foreseen.append(world.preview(Walk(dawn.enactor))))
    world.publish(Dawn(stone))
    assert told == [5]
    assert foreseen[0].outcome is DONE
    assert stone[Legs].steps == 0


def test_observer_changes_nothing(make_world: MakeWorld) -> None:
    world, entity = alone(make_world, Body)
    attempts: list[Callable[[Dawn], object]] = [
        lambda dawn: world.publish(Dawn(dawn.enactor)),
        lambda dawn: world.defer(Dawn(dawn.enactor)),
        lambda dawn: world.spawn(),
        lambda dawn: world.detach(dawn.enactor, Body),
    ]
    for attempt in attempts:
        end = world.observe(Dawn, attempt)
        with pytest.raises(DispatchError):
            world.publish(Dawn(entity))
        end()
    assert (world.sequence, len(world), Body in entity) == (4, 2, True)
    assert world.publish(Dawn(entity)).outcome is DONE
