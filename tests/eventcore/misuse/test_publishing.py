"""What cannot be published is refused, at every publish and not only at the first."""

from typing import Any

import pytest

from eventcore import VALIDATE, World
from eventcore.errors import DispatchError
from eventcore.outcome import FAILED
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Hit,
    Legs,
    Trade,
    Walk,
    Weight,
    component_of,
    does,
)


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    world = make_world(Legs, Body)
    world.publish(Hit(world.root, world.root))
    world.publish(Trade(world.root))
    world.publish(Dawn(world.root))
    world.ask(Weight(world.root))
    return world


@pytest.mark.parametrize("thing", [None, "walk", Legs, 3, Legs()])
def test_what_is_no_event_is_not_published(world: World, thing: Any) -> None:
    for verb in (world.publish, world.defer, world.preview):
        with pytest.raises(DispatchError) as caught:
            verb(thing)
        assert str(caught.value) == (
            f"{thing!r} is no event: derive its class from Action, Change, Notice, Query or "
            "Broadcast"
        )


def test_a_class_is_no_event_yet(world: World) -> None:
    for verb in (world.publish, world.defer, world.preview, world.ask):
        for kind in (Walk, Weight):
            with pytest.raises(DispatchError) as caught:
                verb(kind)  # type: ignore[type-var,arg-type]  # on purpose
            assert str(caught.value) == (
                f"{kind.__name__} is a class: publish or ask an instance of it, as "
                f"{kind.__name__}(…)"
            )


def test_an_entity_is_no_event(world: World) -> None:
    nobody: Any = world.root
    with pytest.raises(DispatchError, match=r"Entity\(1\) is no event"):
        world.publish(nobody)


@pytest.mark.parametrize(
    ("make", "role", "value"),
    [
        (lambda root, wrong: Dawn(wrong), "Dawn.enactor", "me"),
        (lambda root, wrong: Dawn(wrong), "Dawn.enactor", None),
        (lambda root, wrong: Walk(wrong), "Walk.enactor", 7),
        (lambda root, wrong: Hit(root, wrong), "Hit.target", "you"),
        (lambda root, wrong: Trade(root, wrong, root), "Trade.target", "you"),
        (lambda root, wrong: Trade(root, root, wrong), "Trade.item", Legs),
    ],
)
def test_a_role_holds_an_entity(world: World, make: Any, role: str, value: object) -> None:
    with pytest.raises(DispatchError) as caught:
        world.publish(make(world.root, value))
    assert str(caught.value) == (
        f"{role} is {value!r}: a role holds an Entity (world.spawn() returns one)"
    )


def test_a_query_is_not_published(world: World) -> None:
    with pytest.raises(DispatchError) as caught:
        world.publish(Weight(world.root))  # type: ignore[type-var]  # the mistake
    assert str(caught.value) == ("Weight is a Query: ask it with world.ask(), nothing publishes it")


def test_what_is_no_query_is_not_asked(world: World) -> None:
    action: Any = Walk(world.root)
    with pytest.raises(DispatchError) as caught:
        world.ask(action)
    assert str(caught.value) == "Walk is no Query: publish it with world.publish()"
    nothing: Any = "how heavy?"
    with pytest.raises(DispatchError, match="is no event"):
        world.ask(nothing)


def test_an_event_that_was_published_is_not_published_again(world: World) -> None:
    dawn = world.publish(Dawn(world.root))
    with pytest.raises(DispatchError) as caught:
        world.publish(dawn)
    assert str(caught.value) == (
        "<Dawn #4 done enactor=Entity(1), log=[]> was used already: "
        "make a new one, an event is published once, and only its handlers refuse it"
    )


def test_an_event_that_was_published_is_not_previewed(world: World) -> None:
    with pytest.raises(DispatchError, match="was used already"):
        world.preview(world.publish(Dawn(world.root)))


def test_an_event_that_was_refused_before_it_was_published_is_refused(debug: bool) -> None:
    world = World(components=[Legs], debug=debug)
    walk, other = (Walk(world.spawn(Legs())) for _ in range(2))
    walk.fail("before its time")
    other.replace(Walk(other.enactor))
    for event in (walk, other):
        with pytest.raises(DispatchError, match="only its handlers refuse it"):
            world.publish(event)
    assert world.sequence == 0


def test_an_event_that_ended_in_an_error_is_refused(debug: bool) -> None:
    def stumble(walk: Walk, _: World) -> None:
        raise ValueError("stumbled")

    Drunk = component_of("Drunk", walk=does(stumble, Walk, VALIDATE))
    world = World(components=[Drunk, Legs], debug=debug)
    walk = Walk(world.spawn(Drunk(), Legs()))
    with pytest.raises(ValueError, match="stumbled"):
        world.publish(walk)
    assert (walk.outcome, walk.reason) == (FAILED, "error")
    with pytest.raises(DispatchError, match="was used already"):
        world.publish(walk)


def test_debug_mode_refuses_the_enactor_of_another_world() -> None:
    home, abroad = (World(components=[Legs], debug=True) for _ in range(2))
    walker = home.spawn(Legs())
    with pytest.raises(DispatchError, match=r"^Walk of an entity of another world: publish and"):
        abroad.publish(Walk(walker))
    assert (home.sequence, abroad.sequence) == (0, 0)
    with pytest.raises(DispatchError, match="of another world"):
        abroad.ask(Weight(walker))


def test_the_target_of_another_world_is_refused(debug: bool) -> None:
    home, abroad = (World(components=[Legs], debug=debug) for _ in range(2))
    here, there = home.spawn(Legs()), abroad.spawn(Legs())
    with pytest.raises(DispatchError, match=r"^Hit of an entity of another world"):
        home.publish(Hit(here, there))
    assert home.sequence == 0
