"""Component classes inherit handlers, and may override them."""

from typing import Any

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Component,
    World,
    component,
    handles,
)
from eventcore.dispatch.order import plan_of_classes
from tests.eventcore.worlds.bodies import Dawn, Hit, Legs, Walk, says


@component
class Parent(Component):
    @handles(Walk, VALIDATE)
    def one(self, walk: Walk, world: World) -> None:
        """Do nothing."""

    @handles(Hit, APPLY, role="target", via="owner", always=True)
    def two(self, hit: Hit, world: World) -> None:
        """Do nothing."""

    def no_handler(self) -> None:
        """Do nothing."""


def heard(cls: type[Component], *kinds: Any) -> list[tuple[str, int, str, str, bool]]:
    found = [step.handler for kind in kinds for step in plan_of_classes(kind, [cls]).steps]
    return [(h.label, h.priority, h.role, h.via, h.always) for h in found]


def test_override_has_the_registration_of_what_it_overrides_or_its_own() -> None:
    @component
    class Child(Parent):
        def one(self, walk: Walk, world: World) -> None:
            walk.log.append("child")

    @component
    class Later(Parent):
        @handles(Walk, REACT)
        def one(self, walk: Walk, world: World) -> None:
            """Do nothing."""

    assert heard(Child, Walk) == [("Child.one", 100, "enactor", "self", False)]
    assert heard(Later, Walk) == [("Later.one", 1000, "enactor", "self", False)]
    world = World(components=[Child, Legs])
    assert world.publish(Walk(world.spawn(Child(), Legs()))).log == ["child", "legs"]


def test_handlers_of_two_parents_come_in_the_order_of_inheritance() -> None:
    @component
    class Left(Component):
        left = says("left", Dawn)

    @component
    class Right(Component):
        right = says("right", Dawn)

    @component
    class Both(Left, Right):
        both = says("both", Dawn)

    world = World(components=[Both])
    assert world.publish(Dawn(world.spawn(Both()))).log == ["right", "left", "both"]
