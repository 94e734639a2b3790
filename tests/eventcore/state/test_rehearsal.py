"""With a rehearsal, either all of several events happen or none of them."""

from __future__ import annotations

from typing import Any

import pytest

from eventcore import (
    APPLY,
    RESOLVE,
    VALIDATE,
    Action,
    Change,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
    rehearse,
    role,
)
from eventcore.errors import CascadeError, DispatchError
from eventcore.state.digest import state_digest
from eventcore.time import Scheduled
from tests.eventcore.worlds.clones import clone_world


@event
class Pay(Change):
    payer: Entity = role()
    gold: int = 0


@event
class Buy(Action):
    prices: list[int]


@event
class Dream(Action):
    pass


@event
class Cancel(Action):
    payment: Scheduled


@event
class Inherit(Action):
    deceased: Entity


@component
class Purse(Component):
    gold: int

    @handles(Pay, VALIDATE)
    def check(self, pay: Pay, world: World) -> None:
        if pay.gold > self.gold:
            pay.fail("too poor")

    @handles(Pay, APPLY)
    def pay(self, pay: Pay, world: World) -> None:
        self.gold -= pay.gold
        world.stream("coins").below(6)

    @handles(Buy, VALIDATE)
    def check_all(self, buy: Buy, world: World) -> None:
        refused = rehearse(world, *parts_of(buy))
        if refused is not None:
            buy.fail(str(refused.reason))

    @handles(Buy, RESOLVE)
    def pay_all(self, buy: Buy, world: World) -> None:
        for part in parts_of(buy):
            world.publish(part)

    @handles(Cancel, APPLY)
    def cancel(self, cancel: Cancel, world: World) -> None:
        assert cancel.payment.cancel()

    @handles(Inherit, APPLY)
    def inherit(self, inherit: Inherit, world: World) -> None:
        self.gold += inherit.deceased[Purse].gold

    @handles(Dream, VALIDATE)
    def dream_of_a_dream(self, dream: Dream, world: World) -> None:
        rehearse(world, Dream(dream.enactor))

    @handles(Dream, APPLY)
    def wake(self, dream: Dream, world: World) -> None:
        """Do nothing. Without this handler, nothing would apply the action."""


def parts_of(buy: Buy) -> list[Pay]:
    return [Pay(buy.enactor, buy.enactor, price) for price in buy.prices]


@pytest.fixture
def world(debug: bool) -> World:
    return World(components=[Purse], debug=debug)


@pytest.mark.parametrize(
    ("prices", "reason", "left"),
    [([6, 4], None, 0), ([6, 5], "too poor", 10), ([11], "too poor", 10), ([], None, 10)],
)
def test_parts_of_an_action_happen_all_or_none(
    world: World, prices: list[int], reason: str | None, left: int
) -> None:
    buyer = world.spawn(Purse(10))
    assert world.preview(Buy(buyer, prices)).reason == reason
    assert buyer[Purse].gold == 10
    assert world.publish(Buy(buyer, prices)).reason == reason
    assert buyer[Purse].gold == left


def test_rehearsal_leaves_the_world_and_the_events_as_they_are(world: World) -> None:
    buyer = world.spawn(Purse(10))
    before = state_digest(world)
    part = Pay(buyer, buyer, 7)
    refused = rehearse(world, part, Pay(buyer, buyer, 7))
    assert refused is not None
    assert (refused.reason, refused.failed, part.outcome.value) == ("too poor", True, "continue")
    assert state_digest(world) == before
    assert world.publish(part).done


def test_rehearsed_event_of_an_entity_that_is_gone_is_refused(world: World) -> None:
    gone, buyer = world.spawn(Purse(1)), world.spawn(Purse(10))
    world.despawn(gone)
    refused = rehearse(world, Pay(buyer, buyer, 1), Pay(buyer, gone, 1))
    assert refused is not None
    assert refused.reason == "gone"


def test_handler_reads_a_gone_entity_in_a_rehearsal(world: World) -> None:
    gone, heir = world.spawn(Purse(5)), world.spawn(Purse(10))
    world.despawn(gone)
    assert rehearse(world, Inherit(heir, gone)) is None
    assert heir[Purse].gold == 10


def test_rehearsed_event_holds_the_handle_of_the_copy(world: World) -> None:
    buyer = world.spawn(Purse(10))
    payment = world.schedule(Pay(buyer, buyer, 1), 5)
    assert rehearse(world, Cancel(buyer, payment)) is None
    assert payment.pending


def test_recursive_rehearsal_raises_a_cascade_error(world: World) -> None:
    world.depth_limit = 5
    dreamer = world.spawn(Purse(0))
    with pytest.raises(CascadeError):
        world.publish(Dream(dreamer))


def test_rehearsal_refuses_what_could_not_be_published(world: World) -> None:
    buyer = world.spawn(Purse(10))
    foreign = clone_world(world)[buyer.id]
    used = world.publish(Pay(buyer, buyer, 1))
    mistakes: list[Any] = [used, Pay(foreign, foreign, 1), "Pay", Pay]
    for mistake in mistakes:
        with pytest.raises(DispatchError):
            rehearse(world, mistake)
