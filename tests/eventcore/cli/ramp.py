"""A chain to draw, with each thing a drawing can show. The drawings name these lines."""

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Action,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Roll(Action):
    """Something rolls against something."""

    target: Entity = role()


@event
class Rest(Notice):
    """Nobody hears it."""


@component
class Slope(Component):
    @handles(Roll, APPLY, via="world")
    def pull(self, roll: Roll, world: World) -> None: ...


@component
class Wheel(Component):
    @handles(Roll, AIM)
    def turn(self, roll: Roll, world: World) -> None: ...

    @handles(Action, VALIDATE, always=True)
    def squeak(self, action: Action, world: World) -> None: ...

    @handles(Roll, APPLY)
    def go(self, roll: Roll, world: World) -> None: ...


@component
class Grease(Component):
    @handles(Roll, MODIFY, via="owner")
    def ease(self, roll: Roll, world: World) -> None: ...


@component
class Wall(Component):
    @handles(Roll, RESOLVE, role="target")
    def crack(self, roll: Roll, world: World) -> None: ...

    @handles(Roll, REACT, role="target")
    def ring(self, roll: Roll, world: World) -> None: ...


ORDER = (Slope, Wheel, Grease, Wall)


def make_world() -> World:
    return World(components=ORDER)


class Shelf:
    """Something to look into by name."""

    order = ORDER


WORLD = make_world()
EMPTY: tuple[type[Component], ...] = ()
NUMBER = 7
MIXED = (Wheel, int)


def needs(seed: int) -> World:
    return World(seed=seed, components=ORDER)
