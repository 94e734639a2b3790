"""Muting: a handler left out of every chain of one world, and of no other."""

import pytest

from eventcore import (
    APPLY,
    MODIFY,
    VALIDATE,
    Action,
    Component,
    Query,
    RegistrationError,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)


@event
class Push(Action):
    by: int


@event
class HowFar(Query):
    far: int = 0


@component
class Cart(Component):
    x: int = 0

    @handles(Push, VALIDATE)
    def stop_at_the_wall(self, push: Push, world: World) -> None:
        if self.x + push.by > 3:
            push.fail("wall")

    @handles(Push, APPLY)
    def roll(self, push: Push, world: World) -> None:
        self.x += push.by

    @handles(HowFar, MODIFY)
    def tell(self, far: HowFar, world: World) -> None:
        far.far = self.x


def test_a_muted_handler_is_in_no_chain(debug: bool) -> None:
    world = World(components=[Cart], debug=debug, mute=["Cart.stop_at_the_wall", "Cart.tell"])
    cart = world.spawn(Cart())
    assert world.publish(Push(cart, 9)).done
    assert (cart[Cart].x, world.ask(HowFar(cart)).far) == (9, 0)
    assert [step.handler.label for step in world.plan(Push, cart).steps] == ["Cart.roll"]


def test_a_preview_leaves_it_out_as_well() -> None:
    world = World(components=[Cart], mute=["Cart.stop_at_the_wall"])
    assert world.preview(Push(world.spawn(Cart()), 9)).event.reason is None


def test_an_event_whose_only_doer_is_muted_fails_with_nothing() -> None:
    world = World(components=[Cart], mute=["Cart.roll"])
    assert world.publish(Push(world.spawn(Cart()), 1)).reason == "nothing"


def test_another_world_of_the_same_components_hears_it() -> None:
    World(components=[Cart], mute=["Cart.stop_at_the_wall"])
    world = World(components=[Cart])
    assert world.publish(Push(world.spawn(Cart()), 9)).reason == "wall"


def test_a_loaded_world_is_muted_where_that_is_asked() -> None:
    world = World(components=[Cart])
    cart = world.spawn(Cart(x=3))
    loaded = load_world(save_world(world), components=[Cart], mute=["Cart.stop_at_the_wall"])
    assert loaded.publish(Push(loaded[cart.id], 1)).done


@pytest.mark.parametrize(
    ("mute", "said"),
    [
        (["Cart.rol"], "mute='Cart.rol': there is no such handler; there is Cart.roll"),
        (["x"], "mute='x': there is no such handler; there is Cart.stop_at_the_wall, Cart.r"),
        ("Cart.roll", "mute='Cart.roll': give a list of handlers, as in ['Cart.roll']"),
    ],
    ids=["near", "far", "text"],
)
def test_what_is_no_handler_cannot_be_muted(mute: list[str], said: str) -> None:
    with pytest.raises(RegistrationError) as caught:
        World(components=[Cart], mute=mute)
    assert str(caught.value).startswith(said)
