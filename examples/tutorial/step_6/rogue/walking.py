"""Walking: who stands where, and walls that stop whoever would walk into them."""

from eventcore import APPLY, VALIDATE, Action, Component, World, component, event, handles


@event
class Move(Action):
    """Take a step. Fails with "wall"."""

    dx: int = 0
    dy: int = 0


@component
class Place(Component):
    """Stands on a tile, counted from the upper left corner."""

    x: int
    y: int

    @property
    def tile(self) -> tuple[int, int]:
        return self.x, self.y

    @handles(Move, APPLY)
    def step(self, move: Move, world: World) -> None:
        self.x += move.dx
        self.y += move.dy


@component
class Walls(Component):
    """A rule of the world: it has the map, and lets nobody walk into a wall."""

    rows: list[str]

    @handles(Move, VALIDATE, via="world")
    def stop(self, move: Move, world: World) -> None:
        x, y = move.enactor[Place].tile
        if self.rows[y + move.dy][x + move.dx] == "#":
            move.fail("wall")


@component
class Look(Component):
    """Is called something, and drawn as a letter."""

    name: str
    glyph: str


def draw(world: World) -> str:
    """Draw the map, with everybody on it; who came later is drawn over who was there before."""
    rows = [list(row) for row in world.root[Walls].rows]
    for who in world.having(Place, Look):
        x, y = who[Place].tile
        rows[y][x] = who[Look].glyph
    return "\n".join("".join(row) for row in rows)


COMPONENTS = (Walls, Place, Look)

if __name__ == "__main__":
    world = World(components=COMPONENTS, debug=True)
    world.attach(world.root, Walls(["#######", "#..#..#", "#.....#", "#######"]))
    hero = world.spawn(Look("hero", "@"), Place(1, 1))
    for dx, dy in [(1, 0), (1, 0), (0, 1), (1, 0)]:
        move = world.publish(Move(hero, dx, dy))
        print("done" if move.done else f"refused: {move.reason}")
    print(draw(world))
