"""The cave: a random map with creatures and items, and the actions of the hero."""

from eventcore import AIM, APPLY, REACT, Action, Change, Component, World, component, event, handles

from .fighting import Fighter, Health
from .things import COMPONENTS as BEFORE
from .things import Armour, Blade, Item, Take
from .turns import Act, Fangs, Hunter, Pace
from .walking import Look, Move, Place, Walls, draw

STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@event
class Dig(Change):
    """The world digs a cave with the given number of tiles."""

    tiles: int


@component
class Digger(Component):
    """A world rule that digs a cave by walking through the rock at random."""

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
    """A fluttering creature moves in random directions."""

    @handles(Act, REACT)
    def flutter(self, act: Act, world: World) -> None:
        world.publish(Move(act.enactor, *world.stream("flutter").pick(STEPS)))


@event
class Wait(Action):
    """The hero lets a turn pass."""


@event
class PickUp(Action):
    """The hero takes the item on its tile. The event can fail with "empty"."""


@component
class Hero(Component):
    """The entity that the player controls."""

    @handles(Wait, APPLY)
    def wait(self, wait: Wait, world: World) -> None:
        """Change nothing. Without this handler, the action would fail."""

    @handles(PickUp, AIM)
    def take(self, pick_up: PickUp, world: World) -> None:
        for thing in world.having(Item, Place):
            if thing[Place].tile == pick_up.enactor[Place].tile:
                pick_up.replace(Take(pick_up.enactor, thing))
                return
        pick_up.fail("empty")


def people(world: World) -> None:
    """Put the hero, creatures and items on random tiles."""
    rows = world.root[Walls].rows
    floor = [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == "."]
    free = world.stream("people").shuffled(floor)
    world.spawn(Place(*free.pop()), Look("sword", "/"), Item(), Blade(3))
    world.spawn(Place(*free.pop()), Look("mail", "["), Item(weight=20), Armour(1))
    hero = world.spawn(Place(*free.pop()), Look("hero", "@"), Fighter("hero", 2), Health(24))
    world.attach(hero, Hero())
    creatures: list[list[Component]] = [
        [Look("rat", "r"), Fighter("cave", 2), Health(4), Hunter(hero)],
        [Look("rat", "r"), Fighter("cave", 2), Health(4), Hunter(hero)],
        [Look("snake", "s"), Fighter("cave", 1), Health(5), Hunter(hero), Pace(150), Fangs(3)],
        [Look("bat", "b"), Fighter("cave", 1), Health(2), Pace(200), Flutter()],
    ]
    actors = [hero, *(world.spawn(Place(*free.pop()), *parts) for parts in creatures)]
    for actor in actors:
        world.agenda.schedule(actor)


def build(world: World, tiles: int = 110) -> None:
    """Dig the cave, and fill it."""
    world.attach(world.root, Walls([]))
    world.attach(world.root, Digger())
    world.publish(Dig(world.root, tiles))
    people(world)


COMPONENTS = (*BEFORE, Digger, Flutter, Hero)

if __name__ == "__main__":
    world = World(seed=5, components=COMPONENTS, debug=True)
    other = World(seed=5, components=COMPONENTS, debug=True)
    for _ in range(100):
        other.stream("flutter").below(4)
    for each in (world, other):
        build(each)
    print(draw(world))
    print("same cave after 100 other draws:", draw(world) == draw(other))
    print("draws:", dict(world.draws()), dict(other.draws()))
