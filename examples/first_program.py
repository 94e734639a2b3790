from eventcore import APPLY, VALIDATE, Action, Component, Simulation, World
from eventcore import component, event, handles


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


class Walk(Simulation):
    components = (Track,)
    intents = (Move,)

    def setup(self, start: int = 2) -> None:
        self.world.attach(self.world.root, Track(start))


if __name__ == "__main__":
    with Walk.record("walk.jsonl", seed=1, overwrite=True) as walk:
        print([walk.perform(Move, 1).reason for _ in range(2)], walk.world.root[Track].x)
    print(Walk.verify("walk.jsonl") or "the replay is identical")
