"""Fighting: whoever walks into a foe strikes it, and whoever has lost too much dies."""

from eventcore import (
    AIM,
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

from .walking import COMPONENTS as BEFORE
from .walking import Look, Move, Place, Walls, draw


@event
class Attack(Action):
    """Strike somebody. Fails with "friend"; handlers at MODIFY add to its strength."""

    target: Entity = role()
    strength: int = 0


@event
class Hurt(Change):
    """Lose hit points, by whatever the text says. Handlers at MODIFY may lessen it."""

    target: Entity = role()
    points: int = 0
    by: str = "blow"


@event
class Die(Change):
    """Be no more."""

    target: Entity = role()


@component
class Fighter(Component):
    """Is on a side, and strikes those of others."""

    side: str
    strength: int = 1

    @handles(Move, AIM)
    def strike_who_stands_there(self, move: Move, world: World) -> None:
        x, y = move.enactor[Place].tile
        for other in world.having(Place, Health):
            if other[Place].tile == (x + move.dx, y + move.dy):
                move.replace(Attack(move.enactor, other))

    @handles(Attack, VALIDATE, role="target")
    def spare_friends(self, attack: Attack, world: World) -> None:
        other = attack.enactor.get(Fighter)
        if other is not None and other.side == self.side:
            attack.fail("friend")

    @handles(Attack, MODIFY)
    def put_weight_behind_it(self, attack: Attack, world: World) -> None:
        attack.strength += self.strength

    @handles(Attack, RESOLVE)
    def land_it(self, attack: Attack, world: World) -> None:
        world.publish(Hurt(attack.enactor, attack.target, attack.strength))


@component
class Health(Component):
    """Has hit points, and dies without."""

    hp: int

    @handles(Hurt, APPLY, role="target")
    def lose_them(self, hurt: Hurt, world: World) -> None:
        self.hp -= hurt.points

    @handles(Hurt, REACT, role="target")
    def die_of_it(self, hurt: Hurt, world: World) -> None:
        if self.hp <= 0:
            world.publish(Die(hurt.enactor, hurt.target))

    @handles(Die, APPLY, role="target")
    def leave(self, die: Die, world: World) -> None:
        world.despawn(die.target)


COMPONENTS = (*BEFORE, Fighter, Health)

if __name__ == "__main__":
    world = World(components=COMPONENTS, debug=True)
    world.attach(world.root, Walls(["#######", "#.....#", "#######"]))
    hero = world.spawn(Look("hero", "@"), Place(1, 1), Fighter("hero", 2), Health(9))
    world.spawn(Look("rat", "r"), Place(3, 1), Fighter("cave"), Health(3))
    world.observe(Hurt, lambda hurt: print(hurt.target[Look].name, "loses", hurt.points))
    world.observe(Die, lambda die: print(die.target[Look].name, "dies"))
    for _ in range(4):
        world.publish(Move(hero, 1, 0))
        print(draw(world).splitlines()[1])
