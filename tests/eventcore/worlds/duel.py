"""A small world for tests of traces, with blows that are strengthened, deflected and refused."""

from __future__ import annotations

import attrs

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
    Notice,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Shove(Action):
    target: Entity = role()


@event
class Blow(Action):
    target: Entity = role()
    strength: int = 0
    words: list[str] = attrs.field(factory=list)


@event
class Hurt(Change):
    target: Entity = role()
    strength: int = 0


@event
class Groan(Notice):
    pass


@component
class Wounds(Component):
    deep: int = 0


@component
class Arm(Component):
    weight: int = 9
    swings: int = 0

    @handles(Shove, AIM)
    def strike_instead(self, shove: Shove, world: World) -> None:
        shove.replace(Blow(shove.enactor, shove.target))

    @handles(Blow, MODIFY)
    def put_weight_behind_it(self, blow: Blow, world: World) -> None:
        blow.strength += self.weight
        blow.words.append("weight")

    @handles(Blow, RESOLVE)
    def land(self, blow: Blow, world: World) -> None:
        world.publish(Hurt(blow.enactor, blow.target, blow.strength))

    @handles(Blow, APPLY)
    def tire(self, blow: Blow, world: World) -> None:
        self.swings += 1


@component
class Shield(Component):
    """An owned item that deflects blows from its owner, and wears out."""

    dents: int = 0

    @handles(Blow, VALIDATE, role="target", via="owner")
    def refuse_the_light(self, blow: Blow, world: World) -> None:
        if blow.enactor[Arm].weight < 3:
            blow.fail("shield")

    @handles(Blow, MODIFY + 10, role="target", via="owner")
    def turn_aside(self, blow: Blow, world: World) -> None:
        blow.strength -= 4

    @handles(Blow, APPLY, role="target", via="owner")
    def be_dented(self, blow: Blow, world: World) -> None:
        self.dents += 1


@component
class Flesh(Component):
    hp: int = 20
    scars: list[int] = attrs.field(factory=list)

    @handles(Hurt, APPLY, role="target")
    def bleed(self, hurt: Hurt, world: World) -> None:
        self.hp -= hurt.strength
        self.scars.append(hurt.strength)
        hurt.target[Wounds].deep += 1

    @handles(Hurt, REACT, role="target")
    def groan(self, hurt: Hurt, world: World) -> None:
        self.hp += 1
        world.publish(Groan(hurt.target))
        self.hp += 2

    @handles(Groan)
    def shiver(self, groan: Groan, world: World) -> None:
        self.hp -= 10


@component
class Judge(Component):
    counted: int = 0

    @handles(Blow, REACT, via="world")
    def count(self, blow: Blow, world: World) -> None:
        self.counted += 1


@component
class Witness(Component):
    """Handles all actions, even refused actions. A plain duel has no witness."""

    @handles(Action, AIM, always=True)
    def watch(self, action: Action, world: World) -> None: ...


CLASSES = (Judge, Arm, Shield, Flesh, Wounds)


def fighters(world: World, weight: int = 9) -> tuple[Entity, Entity]:
    """Return a fighter (2) and an opponent (3) who owns a shield (4)."""
    world.attach(world.root, Judge())
    striker, struck = world.spawn(Arm(weight)), world.spawn(Flesh(), Wounds())
    world.set_owner(world.spawn(Shield()), struck)
    return striker, struck
