"""Items: weapons, armour and their weight."""

from eventcore import (
    APPLY,
    MODIFY,
    VALIDATE,
    Action,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
    role,
)

from .fighting import Attack, Fighter, Health, Hurt
from .turns import COMPONENTS as BEFORE
from .turns import HowFast
from .walking import Look, Place


@event
class Take(Action):
    """An entity picks up an item. The event can fail with "far"."""

    thing: Entity = role()


@component
class Item(Component):
    """An item can be taken. Its weight slows down its owner."""

    weight: int = 0

    @handles(Take, VALIDATE, role="thing")
    def check_reach(self, take: Take, world: World) -> None:
        place = take.thing.get(Place)
        if place is None or place.tile != take.enactor[Place].tile:
            take.fail("far")

    @handles(Take, APPLY, role="thing")
    def change_owner(self, take: Take, world: World) -> None:
        world.detach(take.thing, Place)
        world.set_owner(take.thing, take.enactor)

    @handles(HowFast, MODIFY + 10, via="owner")
    def slow_down(self, question: HowFast, world: World) -> None:
        question.speed -= self.weight


@component
class Blade(Component):
    """A blade makes the attacks of its owner stronger."""

    edge: int

    @handles(Attack, MODIFY + 10, via="owner")
    def add_edge(self, attack: Attack, world: World) -> None:
        attack.strength += self.edge


@component
class Armour(Component):
    """Armour reduces the damage of blows to its owner, but not of poison."""

    soak: int

    @handles(Hurt, MODIFY, role="target", via="owner")
    def soften(self, hurt: Hurt, world: World) -> None:
        if hurt.by == "blow":
            hurt.points = max(0, hurt.points - self.soak)


COMPONENTS = (*BEFORE, Item, Blade, Armour)


if __name__ == "__main__":
    world = World(components=COMPONENTS, debug=True)
    hero = world.spawn(Look("hero", "@"), Place(1, 1), Fighter("hero", 2), Health(9))
    rat = world.spawn(Look("rat", "r"), Place(2, 1), Fighter("cave", 3), Health(9))
    sword = world.spawn(Look("sword", "/"), Place(1, 1), Item(), Blade(3))
    mail = world.spawn(Look("mail", "["), Place(5, 1), Item(weight=25), Armour(2))

    def compare() -> None:
        blow, bite = world.preview(Attack(hero, rat)), world.preview(Hurt(rat, hero, 3))
        print(f"strikes for {blow.event.strength}, is hurt for {bite.event.points} of 3,", end=" ")
        print("speed", world.ask(HowFast(hero)).speed)

    compare()
    print("takes the sword:", world.publish(Take(hero, sword)).done)
    compare()
    print("takes the mail:", world.publish(Take(hero, mail)).reason)
    world.set_owner(mail, hero)
    compare()
    world.set_owner(sword, None)
    compare()
