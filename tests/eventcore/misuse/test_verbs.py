"""Every method of a world rejects invalid arguments on every call, not only on the first."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    RESOLVE,
    VALIDATE,
    Action,
    Component,
    Entity,
    Notice,
    Query,
    Tap,
    World,
    component,
    event,
)
from eventcore.errors import DispatchError, EventcoreError, MissingComponentError, RegistrationError
from eventcore.outcome import FAILED
from eventcore.testing import MakeWorld
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
    says,
)

Law = component_of("Law", watch=says("law", Walk, via="world"))
Act = Callable[[Any], object]
NOBODY: Any = None
NUMBER: Any = 3
LEGS: Any = Legs()
TEXT: Any = "Legs"


class UndecoratedLegs(Legs):
    """An undecorated subclass of a decorated class."""


class Quiet(Tap):
    def __repr__(self) -> str:
        return "Quiet()"


class Single:
    def __deepcopy__(self, memo: object) -> None:
        raise TypeError("a Single cannot be duplicated")

    def __repr__(self) -> str:
        return "Single()"


@event
class Read(Action):
    source: Any = None


@event
class Point(Notice):
    at: Entity


@component
class Friend(Component):
    best: Entity | None = None


@event
class Go(Action):
    """Holds a function, and the priority at which a handler calls it."""

    priority: int
    act: Act


@event
class Question(Query):
    act: Act


@component
class Doer(Component):
    answer = does(lambda question, world: question.act(world), Question, VALIDATE)
    above = does(lambda go, world: go.priority == VALIDATE and go.act(world), Go, VALIDATE)
    resolve = does(lambda go, world: go.priority == RESOLVE and go.act(world), Go, RESOLVE)
    apply = does(lambda go, world: go.priority == APPLY and go.act(world), Go, APPLY)


def within(priority: int, act: Callable[[World, World], object], verb: str = "publish") -> Act:
    """Return a function that passes a handler's world and the real world to ``act``."""
    return lambda w: getattr(w, verb)(Go(w[4], priority, lambda given: act(given, w)))


def observed(act: Act) -> Act:
    def do(world: World) -> None:
        world.observe(Dawn, lambda dawn: act(world))
        world.publish(Dawn(world.root))

    return do


def asked(act: Act) -> Act:
    return lambda w: w.ask(Question(w[4], act))


def use_twice(world: World) -> None:
    world.publish(world.publish(Dawn(world.root)))


def refuse_first(world: World) -> None:
    walk = Walk(world[2])
    walk.fail("before its time")
    world.publish(walk)


def defer_twice(given: World, world: World) -> None:
    dawn = Dawn(world.root)
    given.defer(dawn)
    given.defer(dawn)


def schedule_twice(world: World) -> None:
    walk = Walk(world[2])
    world.schedule(walk, 5)
    world.publish(walk)


def ask_for_ever(world: World) -> None:
    world.ask(Question(world[4], ask_for_ever))


def preview_for_ever(world: World) -> None:
    world.preview(Go(world[4], VALIDATE, preview_for_ever))


def circle(world: World) -> None:
    world.set_owner(world[3], world[2])
    world.set_owner(world[2], world[3])


def stranger(world: World) -> Any:
    """Spawn an entity in another world, with an id that an entity of this world also has."""
    return World(components=[Legs], debug=world.debug).spawn(Legs())


MISTAKES: dict[str, Act] = {
    "publish a text": lambda w: w.publish("walk"),
    "publish a class": lambda w: w.publish(Walk),
    "publish a query": lambda w: w.publish(Weight(w.root)),
    "publish without an enactor": lambda w: w.publish(Dawn(NOBODY)),
    "publish twice": use_twice,
    "publish what was refused": refuse_first,
    "publish what is scheduled": schedule_twice,
    "publish above the line": within(VALIDATE, lambda given, w: given.publish(Dawn(w.root))),
    "publish in a preview": within(RESOLVE, lambda _, w: w.publish(Dawn(w.root)), "preview"),
    "publish by an observer": observed(lambda w: w.publish(Dawn(w.root))),
    "publish with a foreign enactor": lambda w: w.publish(Walk(stranger(w))),
    "publish with a foreign target": lambda w: w.publish(Hit(w[2], stranger(w))),
    "publish a foreign entity": lambda w: w.publish(Point(w[2], stranger(w))),
    "ask for ever": ask_for_ever,
    "ask an action": lambda w: w.ask(Walk(w.root)),
    "defer twice": within(APPLY, defer_twice),
    "spawn above the line": within(VALIDATE, lambda given, _: given.spawn()),
    "spawn in a preview": within(RESOLVE, lambda given, _: given.spawn(), "preview"),
    "spawn by a question": asked(lambda w: w.spawn()),
    "spawn by an observer": observed(lambda w: w.spawn()),
    "spawn twice the same": lambda w: w.spawn(Legs(), Legs()),
    "spawn what is attached": lambda w: w.spawn(w[2][Legs]),
    "spawn no component": lambda w: w.spawn("legs"),
    "spawn an undecorated component": lambda w: w.spawn(UndecoratedLegs()),
    "spawn a component of other worlds": lambda w: w.spawn(Body()),
    "spawn with a foreign entity": lambda w: w.spawn(Friend(stranger(w))),
    "spawn a world rule": lambda w: w.spawn(Law()),
    "attach a second one": lambda w: w.attach(w[2], Legs()),
    "detach what is not there": lambda w: w.detach(w.root, Legs),
    "detach a component": lambda w: w.detach(w[2], LEGS),
    "attach to a component": lambda w: w.attach(LEGS, w[2]),
    "despawn a number": lambda w: w.despawn(NUMBER),
    "get a name": lambda w: w.root.get(TEXT),
    "get a name in brackets": lambda w: w.root[TEXT],
    "look for a name": lambda w: TEXT in w.root,
    "look for a name many times": lambda w: [w[2][Legs] for _ in range(20)] and w[2][TEXT],
    "list entities with a name": lambda w: [*w.having(TEXT)],
    "list entities with an unlisted component": lambda w: w.roster(Legs, Body),
    "observe a field": lambda w: w.observe(Point, print, role="at"),
    "find nobody": lambda w: w[7],
    "set_owner in a circle": circle,
    "set_owner of a stranger": lambda w: w.set_owner(stranger(w), w.root),
    "despawn the world": lambda w: w.despawn(w.root),
    "fail below the line": within(APPLY, lambda _, w: w.publish(Walk(w[2])).fail("late")),
    "fail without a text": lambda w: Walk(w.root).fail(NUMBER),
    "fail a notice": lambda w: Dawn(w.root).fail("late"),
    "replace with what was used": lambda w: Walk(w.root).replace(w.publish(Walk(w[2]))),
    "plan for too many": lambda w: w.plan(Walk, w.root, w.root),
    "plan for an event": lambda w: w.plan(Walk(w.root)),
    "preview what cannot be copied": lambda w: w.preview(Read(w.root, [Single()])),
    "preview for ever": preview_for_ever,
    "draw above the line": within(VALIDATE, lambda _, w: w.stream("luck").below(6)),
    "preview a draw": within(RESOLVE, lambda given, _: given.stream("luck").below(6), "preview"),
    "observe no event type": lambda w: w.observe("Walk", print),
    "observe a query": lambda w: w.observe(Weight, print),
    "observe a role it does not have": lambda w: w.observe(Hit, print, role="item"),
    "observe with no function": lambda w: w.observe(Walk, 3),
    "tap no tap": lambda w: w.tap(3),
    "untap what was not tapped": lambda w: w.untap(Quiet()),
    "stream of a number": lambda w: w.stream(3),
    "ask for an unattached component's entity": lambda w: Legs().entity,
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake_is_refused_with_what_to_do_instead(
    mistake: str, snapshot: SnapshotAssertion
) -> None:
    said = set[str]()
    for debug in (False, True):
        world = World(components=[Legs, Law, Doer, Friend], debug=debug)
        for parts in ([Legs()], [], [Doer()]):
            world.spawn(*parts)
        with pytest.raises(EventcoreError) as error:
            MISTAKES[mistake](world)
        said.add(f"{type(error.value).__name__}: {error.value}")
    (text,) = said
    assert text == snapshot


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    """Make a world in which an event of each kind has been published."""
    world = make_world(Legs, Body)
    world.publish(Hit(world.root, world.spawn(Body())))
    world.publish(Trade(world.root))
    world.publish(Dawn(world.root))
    world.ask(Weight(world.root))
    return world


@pytest.mark.parametrize("thing", [None, "walk", Legs, 3, Legs(), Walk, Weight], ids=repr)
def test_only_events_are_published(world: World, thing: Any) -> None:
    for verb in (world.publish, world.defer, world.preview, world.ask):
        with pytest.raises(DispatchError):
            verb(thing)


ROLES: list[Callable[[Any, Any], Any]] = [
    lambda root, wrong: Dawn(wrong),
    lambda root, wrong: Hit(root, wrong),
    lambda root, wrong: Trade(root, wrong, root),
    lambda root, wrong: Trade(root, root, wrong),
]


@pytest.mark.parametrize("make", ROLES)
@pytest.mark.parametrize("wrong", ["me", 7, Legs], ids=str)
def test_role_holds_an_entity(world: World, make: Any, wrong: Any) -> None:
    for verb in (world.publish, world.defer, world.preview):
        with pytest.raises(DispatchError):
            verb(make(world.root, wrong))


def test_event_that_ended_in_an_error_is_not_published_again(make_world: MakeWorld) -> None:
    def stumble(walk: Walk, _: World) -> None:
        raise ZeroDivisionError

    Drunk = component_of("Drunk", walk=does(stumble, Walk, VALIDATE))
    world = make_world(Drunk, Legs)
    walk = Walk(world.spawn(Drunk(), Legs()))
    with pytest.raises(ZeroDivisionError):
        world.publish(walk)
    assert (walk.outcome, walk.reason) == (FAILED, "error")
    for verb in (world.publish, world.preview):
        with pytest.raises(DispatchError):
            verb(walk)


def test_component_belongs_to_one_entity_even_when_that_is_gone(world: World) -> None:
    legs = Legs()
    walker = world.spawn(legs)
    attempts: list[Callable[[], object]] = [
        lambda: world.spawn(legs),
        lambda: world.attach(world.root, legs),
        lambda: world.attach(walker, legs),
    ]
    for attempt in attempts:
        with pytest.raises(RegistrationError):
            attempt()
    world.despawn(walker)
    with pytest.raises(RegistrationError):
        world.spawn(legs)


def test_component_lookup_ignores_parent_and_child_classes(world: World) -> None:
    walker = world.spawn(Legs())
    for cls in (Component, UndecoratedLegs, Body):
        with pytest.raises(MissingComponentError):
            walker[cls]
        assert cls not in walker


def test_thing_is_not_owned_by_itself_or_by_what_it_owns(world: World) -> None:
    bag, box, coin = world.spawn(), world.spawn(), world.spawn()
    world.set_owner(box, bag)
    world.set_owner(coin, box)
    for thing, owner in ((bag, bag), (bag, coin), (bag, box)):
        with pytest.raises(RegistrationError):
            world.set_owner(thing, owner)
    assert (coin.owner, box.owner, bag.owner) == (box, bag, None)
