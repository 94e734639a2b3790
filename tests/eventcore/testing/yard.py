"""A yard to test the kit in: walkers on a line, a wall, a guard who strikes, and rolls of dice."""

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
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
    role,
)


@event
class Move(Action):
    """Someone takes a step."""

    dx: int


@event
class Hit(Change):
    """Someone is hit."""

    target: Entity = role()
    strength: int = 0


@component
class Track(Component):
    """Where someone is on a line that ends at 3."""

    x: int = 0

    @handles(Move, VALIDATE)
    def stop_at_the_wall(self, move: Move, world: World) -> None:
        if self.x + move.dx > 3:
            move.fail("wall")

    @handles(Move, APPLY)
    def step(self, move: Move, world: World) -> None:
        self.x += move.dx


@component
class Boots(Component):
    """Longer steps."""

    @handles(Move, MODIFY)
    def stretch(self, move: Move, world: World) -> None:
        move.dx *= 2


@component
class Thorns(Component):
    """Whoever moves is hurt."""

    @handles(Move, RESOLVE)
    def prick(self, move: Move, world: World) -> None:
        world.publish(Hit(self.entity, self.entity, 4))


@component
class Flesh(Component):
    """Hit points."""

    hp: int = 9

    @handles(Hit, MODIFY, role="target")
    def toughen(self, hit: Hit, world: World) -> None:
        hit.strength -= 1

    @handles(Hit, APPLY, role="target")
    def bleed(self, hit: Hit, world: World) -> None:
        self.hp -= world.stream("combat").roll(1, hit.strength)

    @handles(Hit, REACT, role="target")
    def cry(self, hit: Hit, world: World) -> None:
        pass
