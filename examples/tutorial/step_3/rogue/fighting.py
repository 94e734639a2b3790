"""Fighting: entities attack the enemies they walk into, and die when they lose all hit points."""

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
    """An entity attacks another entity. The event can fail with "friend"."""

    target: Entity = role()
    strength: int = 0


@event
class Hurt(Change):
    """An entity loses hit points."""

    target: Entity = role()
    points: int = 0
    by: str = "blow"


@event
class Die(Change):
    """An entity dies."""

    target: Entity = role()


@component
class Fighter(Component):
    """A fighter belongs to a side, and attacks entities of other sides."""

    side: str
    strength: int = 1

    @handles(Move, AIM)
    def attack_instead(self, move: Move, world: World) -> None:
        x, y = move.enactor[Place].tile
        for other in world.having(Place, Health):
            if other[Place].tile == (x + move.dx, y + move.dy):
                move.replace(Attack(move.enactor, other))

    @handles(Attack, VALIDATE, role="target")
    def spare_friends(self, attack: Attack, world: World) -> None:
        attacker = attack.enactor.get(Fighter)
        if attacker is not None and attacker.side == self.side:
            attack.fail("friend")

    @handles(Attack, MODIFY)
    def add_strength(self, attack: Attack, world: World) -> None:
        attack.strength += self.strength

    @handles(Attack, RESOLVE)
    def hit(self, attack: Attack, world: World) -> None:
        world.publish(Hurt(attack.enactor, attack.target, attack.strength))


@component
class Health(Component):
    """The hit points of an entity. The entity dies when it has lost them all."""

    hp: int

    @handles(Hurt, APPLY, role="target")
    def lose_points(self, hurt: Hurt, world: World) -> None:
        self.hp -= hurt.points

    @handles(Hurt, REACT, role="target")
    def die(self, hurt: Hurt, world: World) -> None:
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
