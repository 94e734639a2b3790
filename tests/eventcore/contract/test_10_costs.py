"""Only ``Action.cost`` decides how much time an action takes."""

from __future__ import annotations

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    VALIDATE,
    Action,
    Component,
    World,
    component,
    event,
    handles,
)
from eventcore.testing import MakeWorld
from eventcore.time import TURN
from tests.eventcore.worlds.bodies import Legs, Walk, component_of, does


@event
class Blow(Action):
    """Replaces a bump."""


Arm = component_of("Arm", land=does(lambda blow, world: None, Blow, APPLY))


def test_done_action_costs_a_turn_and_a_refused_action_costs_nothing(
    make_world: MakeWorld,
) -> None:
    Wall = component_of("Wall", stop=does(lambda walk, world: walk.fail("wall"), Walk, VALIDATE))
    world = make_world(Wall, Legs)
    assert world.publish(Walk(world.spawn(Legs()))).cost == TURN
    assert world.publish(Walk(world.spawn(Wall(), Legs()))).cost == 0
    assert world.publish(Walk(world.spawn())).cost == 0


def test_handlers_may_change_the_time_cost_of_an_action(make_world: MakeWorld) -> None:
    @component
    class Web(Component):
        strong: bool = True

        @handles(Walk, VALIDATE)
        def hold(self, walk: Walk, world: World) -> None:
            if self.strong:
                walk.fail("web", cost=40)

        @handles(Walk, MODIFY)
        def slow(self, walk: Walk, world: World) -> None:
            walk.cost += 50

    world = make_world(Web, Legs)
    assert world.publish(Walk(world.spawn(Web(), Legs()))).cost == 40
    assert world.publish(Walk(world.spawn(Web(strong=False), Legs()))).cost == 150


def test_replaced_action_takes_what_its_replacement_takes(make_world: MakeWorld) -> None:
    @component
    class Bump(Component):
        tired: bool = False

        @handles(Walk, AIM)
        def strike(self, walk: Walk, world: World) -> None:
            walk.replace(Blow(walk.enactor))

        @handles(Blow, VALIDATE)
        def ache(self, blow: Blow, world: World) -> None:
            blow.cost = 70
            if self.tired:
                blow.fail("tired", cost=30)

    world = make_world(Bump, Arm)
    assert world.publish(Walk(world.spawn(Bump(), Arm()))).cost == 70
    refused = world.publish(Walk(world.spawn(Bump(tired=True), Arm())))
    assert (refused.failed, refused.cost) == (True, 30)
