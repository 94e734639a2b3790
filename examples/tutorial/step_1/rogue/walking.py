"""Walking: entities on a map, and walls that stop them."""

from eventcore import APPLY, VALIDATE, Action, Component, World, component, event, handles


@event
class Move(Action):
    """An entity takes a step. The event can fail with "wall"."""

    dx: int = 0
    dy: int = 0


@component
class Place(Component):
    """The position of an entity, counted in tiles from the upper left corner."""

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
    """A world rule: nobody walks into a wall."""

    rows: list[str]

    @handles(Move, VALIDATE, via="world")
    def block(self, move: Move, world: World) -> None:
        x, y = move.enactor[Place].tile
        if self.rows[y + move.dy][x + move.dx] == "#":
            move.fail("wall")


@component
class Look(Component):
    """The name of the entity, and the letter that the map shows."""

    name: str
    glyph: str


def draw(world: World) -> str:
    """Draw the map with all entities. Later entities cover earlier entities."""
    rows = [list(row) for row in world.root[Walls].rows]
    for entity in world.having(Place, Look):
        x, y = entity[Place].tile
        rows[y][x] = entity[Look].glyph
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
