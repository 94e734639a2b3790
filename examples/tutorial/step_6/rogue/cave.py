"""The cave: dug by chance, and lived in by who moves by chance."""

from eventcore import APPLY, REACT, Change, Component, World, component, event, handles

from .fighting import Fighter, Health
from .things import COMPONENTS as BEFORE
from .things import Armour, Blade, Item
from .turns import Act, Fangs, Hunter, Pace
from .walking import Look, Move, Place, Walls, draw

STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@event
class Dig(Change):
    """Dig the cave, so many tiles of it; enacted by the world itself."""

    tiles: int


@component
class Digger(Component):
    """A rule of the world: goes about in the rock at random, and leaves floor behind."""

    width: int = 30
    height: int = 9

    @handles(Dig, APPLY)
    def dig(self, dig: Dig, world: World) -> None:
        chance = world.stream("cave")
        x, y = self.width // 2, self.height // 2
        floor = {(x, y)}
        while len(floor) < dig.tiles:
            dx, dy = chance.pick(STEPS)
            x = min(max(x + dx, 1), self.width - 2)
            y = min(max(y + dy, 1), self.height - 2)
            floor.add((x, y))
        world.root[Walls].rows = [
            "".join(".#"[(x, y) not in floor] for x in range(self.width))
            for y in range(self.height)
        ]


@component
class Flutter(Component):
    """Goes any way when its turn comes."""

    @handles(Act, REACT)
    def go_any_way(self, act: Act, world: World) -> None:
        world.publish(Move(act.enactor, *world.stream("flutter").pick(STEPS)))


@component
class Hero(Component):
    """Is the one that is played."""


def people(world: World) -> None:
    """Put the hero, creatures and things on tiles drawn by lot."""
    rows = world.root[Walls].rows
    floor = [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == "."]
    lots = world.stream("people").shuffled(floor)
    world.spawn(Place(*lots.pop()), Look("sword", "/"), Item(), Blade(3))
    world.spawn(Place(*lots.pop()), Look("mail", "["), Item(weight=20), Armour(1))
    hero = world.spawn(Place(*lots.pop()), Look("hero", "@"), Fighter("hero", 2), Health(24))
    world.attach(hero, Hero())
    made: list[list[Component]] = [
        [Look("rat", "r"), Fighter("cave", 2), Health(4), Hunter(hero)],
        [Look("rat", "r"), Fighter("cave", 2), Health(4), Hunter(hero)],
        [Look("snake", "s"), Fighter("cave", 1), Health(5), Hunter(hero), Pace(150), Fangs(3)],
        [Look("bat", "b"), Fighter("cave", 1), Health(2), Pace(200), Flutter()],
    ]
    actors = [hero, *(world.spawn(Place(*lots.pop()), *parts) for parts in made)]
    for actor in actors:
        world.agenda.schedule(actor)


COMPONENTS = (*BEFORE, Digger, Flutter, Hero)


def make_cave(seed: int) -> World:
    """Make a world with a cave, and nobody in it."""
    world = World(seed=seed, components=COMPONENTS, debug=True)
    world.attach(world.root, Walls([]))
    world.attach(world.root, Digger())
    return world


if __name__ == "__main__":
    one, other = make_cave(seed=5), make_cave(seed=5)
    for _ in range(100):
        other.stream("flutter").below(4)
    for world in (one, other):
        world.publish(Dig(world.root, 110))
        people(world)
    print(draw(one))
    print("the same cave, whatever bats have drawn:", draw(one) == draw(other))
    print("drawn so often:", dict(one.draws()), dict(other.draws()))
