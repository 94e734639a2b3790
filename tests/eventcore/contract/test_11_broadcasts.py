"""A broadcast is a single event that reaches every entity, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Broadcast,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
)
from eventcore.outcome import FAILED
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import component_of, refuser

Act = Callable[["Call", World], object]


@event
class Call(Broadcast):
    """A broadcast to all entities, with an act that one of them performs on receiving the call."""

    who: int = 0
    act: Act | None = None
    log: list[str] = attrs.field(factory=list)


@event
class Drill(Call):
    """A subclass of Call, which Call handlers also receive."""


@event
class Step(Broadcast):
    log: list[str] = attrs.field(factory=list)


def calls(text: str, priority: int = REACT, **how: Any) -> Any:
    """Make a handler that logs a text and its entity's id, and performs the act of the Call."""

    @handles(Call, priority, **how)
    def hear(self: Any, call: Call, world: World) -> None:
        me = self.entity.id
        call.log.append(f"{text} {me}")
        if call.act is not None and call.who == me and text.islower():
            act, call.act = call.act, None  # perform the act only once
            act(call, world)

    return hear


Ear = component_of("Ear", hear=calls("ear"))
Wall = component_of("Wall", look=calls("wall", VALIDATE))
Bell = component_of("Bell", ring=calls("BELL", APPLY, via="owner"))
Watch = component_of("Watch", note=calls("WATCH", APPLY, via="world"))
Late = component_of("Late", mourn=calls("LATE", always=True))
ALL = (Wall, Ear, Bell, Watch, Late)


@component
class Agent(Component):
    @handles(Step, VALIDATE)
    def look(self, step: Step, world: World) -> None:
        step.log.append(f"look {self.entity.id}")

    @handles(Step, APPLY)
    def act(self, step: Step, world: World) -> None:
        step.log.append(f"act {self.entity.id}")


def call(world: World, who: int = 0, act: Act | None = None) -> list[str]:
    """Publish a Call to which one entity may respond, and return the handlers' log."""
    return world.publish(Call(world.root, who, act)).log


def crowd(world: World, number: int, *classes: type[Component]) -> list[Entity]:
    return [world.spawn(*(cls() for cls in classes)) for _ in range(number)]


# Recipients


def test_order_is_by_priority_class_definition_and_id(make_world: MakeWorld) -> None:
    One = component_of("One", b=calls("b"), a=calls("a"), first=calls("first", MODIFY))
    Two = component_of("Two", c=calls("c"))
    world = make_world(Two, One)
    world.spawn(One(), Two())
    world.spawn(One())
    expected = ["first 2", "first 3", "c 2", "b 2", "b 3", "a 2", "a 3"]
    assert call(world) == expected  # all entities finish a phase before the next phase begins


def test_handlers_in_a_step_run_by_entity_id_whatever_the_attach_order(
    make_world: MakeWorld,
) -> None:
    world = make_world(Ear)
    first, second, third = crowd(world, 3)
    for one in (third, first, second):
        world.attach(one, Ear())
    assert call(world) == ["ear 2", "ear 3", "ear 4"]
    world.attach(first, world.detach(first, Ear))
    assert call(world) == ["ear 2", "ear 3", "ear 4"]
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


def test_world_rule_hears_a_broadcast_once_and_first(make_world: MakeWorld) -> None:
    Soon = component_of("Soon", hear=calls("soon", APPLY))
    world = make_world(Soon, Watch)
    world.attach(world.root, Watch())
    crowd(world, 2, Soon)
    assert call(world) == ["WATCH 1", "soon 2", "soon 3"]


def test_thing_hears_a_broadcast_only_while_it_has_an_owner(make_world: MakeWorld) -> None:
    Soon = component_of("Soon", hear=calls("soon", APPLY))
    world = make_world(Bell, Soon)
    mine, other, lost = crowd(world, 3, Bell)
    (owner,) = crowd(world, 1, Soon)
    assert call(world) == ["soon 5"]
    for thing in (other, mine):
        world.set_owner(thing, owner)
    assert call(world) == ["soon 5", "BELL 2", "BELL 3"]
    world.set_owner(other, None)
    world.set_owner(mine, lost)
    assert call(world) == ["soon 5", "BELL 2"]


def test_broadcast_reaches_every_listener_whichever_entity_enacts_it(make_world: MakeWorld) -> None:
    world = make_world(Ear)
    first, second, gone = crowd(world, 3, Ear)
    world.despawn(gone)
    for enactor in (world.root, first, second, gone):
        assert world.publish(Call(enactor)).log == ["ear 2", "ear 3"]
    assert world.sequence == 4
    assert world.publish(Step(world.root)).done  # a broadcast needs no recipients


# Rejected broadcasts.


def test_first_refusal_fails_a_broadcast_for_everyone(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 3, Wall, Ear)
    settled = world.publish(Call(world.root, 3, lambda heard, w: heard.fail("no")))
    assert settled.log == ["wall 2", "wall 3"]
    assert (settled.outcome, settled.reason, refuser(settled)) == (FAILED, "no", "Wall.look")


def test_always_handlers_of_all_entities_run_after_a_refusal(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Wall, Late)
    settled = world.publish(Call(world.root, 2, lambda heard, w: heard.fail("no")))
    assert settled.log == ["wall 2", "LATE 2", "LATE 3"]


def test_handler_can_replace_a_broadcast(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Wall, Ear)
    settled = world.publish(Call(world.root, 2, lambda heard, w: heard.replace(Drill(w.root))))
    assert settled.log == ["wall 2"]
    replacement = settled.replacement
    assert isinstance(replacement, Drill)
    assert replacement.log == ["wall 2", "wall 3", "ear 2", "ear 3"]
    assert replacement.cause is settled


# Changes during a broadcast


def test_component_added_during_a_broadcast_waits_for_the_next(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Ear)
    (later,) = crowd(world, 1)

    def come(heard: Call, world: World) -> None:
        world.spawn(Ear(), Late())
        world.attach(later, Ear())

    assert call(world, 2, come) == ["ear 2", "ear 3"]
    assert call(world) == ["ear 2", "ear 3", "ear 4", "ear 5", "LATE 5"]


def test_entity_despawned_during_a_broadcast_is_skipped_at_once(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear, Late)
    alive: list[bool] = []

    def eat(heard: Call, world: World) -> None:
        world.despawn(second)
        alive.append(second.alive)

    assert call(world, 2, eat) == ["ear 2", "ear 4", "LATE 2", "LATE 4"]
    assert (alive, second.alive) == ([True], False)
    assert call(world) == ["ear 2", "ear 4", "LATE 2", "LATE 4"]


@pytest.mark.parametrize("before", [False, True], ids=["nested only", "both"])
def test_entity_is_called_again_if_an_error_cancels_its_despawn(
    make_world: MakeWorld, before: bool
) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear, Late)

    def fail(heard: Call, world: World) -> None:
        world.despawn(second)
        raise ZeroDivisionError

    def nest(heard: Call, world: World) -> None:
        if before:
            world.despawn(second)
        with suppress(ZeroDivisionError):
            call(world, 2, fail)

    others = ["ear 2", "ear 4", "LATE 2", "LATE 4"]
    everyone = ["ear 2", "ear 3", "ear 4", "LATE 2", "LATE 3", "LATE 4"]
    assert call(world, 2, nest) == (others if before else everyone)
    assert call(world) == (others if before else everyone)
    assert second.alive is not before


def test_all_entities_receive_the_next_broadcast_after_an_interrupt(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Ear)

    def stop(heard: Call, world: World) -> None:
        world.spawn(Ear())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call(world, 2, stop)
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


def test_plan_shows_a_step_for_each_handler(make_world: MakeWorld) -> None:
    world = make_world(*ALL, Agent)
    assert [(step.handler.label, step.role) for step in world.plan(Call).steps] == [
        ("Wall.look", "everyone"),
        ("Bell.ring", "everyone"),
        ("Ear.hear", "everyone"),
        ("Late.mourn", "everyone"),
    ]
    assert [(step.handler.label, step.role) for step in world.plan(Step).steps] == [
        ("Agent.look", "everyone"),
        ("Agent.act", "everyone"),
    ]


def test_preview_of_a_broadcast_ends_before_apply(make_world: MakeWorld) -> None:
    Body = component_of("Body", consider=calls("consider", RESOLVE), do=calls("do", APPLY))
    world = make_world(*ALL, Body, Agent)
    crowd(world, 2, Wall, Body, Ear)
    crowd(world, 1, Agent)
    tell = world.preview(Call(world.root, 3, lambda heard, w: heard.fail("no")))
    assert (tell.event.log, tell.reason) == (["wall 2", "wall 3"], "no")
    tell = world.preview(Call(world.root))
    assert tell.event.log == ["wall 2", "wall 3", "consider 2", "consider 3"]
    assert world.preview(Step(world.root)).event.log == ["look 4"]
    assert (world.sequence, world.draws()) == (0, [])
