from eventcore import APPLY, VALIDATE, Action, Component, World, component, event, handles


@event
class Move(Action):
    dx: int


@component
class Track(Component):
    x: int = 0

    @handles(Move, VALIDATE)
    def stop_at_the_wall(self, move: Move, world: World) -> None:
        if self.x + move.dx > 3:
            move.fail("wall")

    @handles(Move, APPLY)
    def step(self, move: Move, world: World) -> None:
        self.x += move.dx


world = World(seed=1, components=[Track])
walker = world.spawn(Track(x=2))
print([world.publish(Move(walker, 1)).reason for _ in range(2)], walker[Track].x)
