"""Throwing and shooting: targets, strength and damage."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import Hit, Impact, Shoot, TakeDamage, Throw
from bidden.events.effects import what_is
from bidden.events.queries import WhatIsAt, WhatIsInTheWay
from bidden.events.things import LetGo
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.rules.combat.shields import is_blocked
from bidden.state import Fighter, Item, Levels
from eventcore import MODIFY, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Marksman(Component):
    """Lets its entity throw items, and shoot with the wielded weapon.

    The strength is half of the attack, rounded down, plus what the missile adds, minus the defence.
    Damage is drawn from 1 to that. A shot uses what the weapon adds. The Quiver decides whether it
    takes a missile. A throw takes one item of a stack.
    """

    @handles(Throw, VALIDATE + 20)
    def find_where_it_lands(self, throw: Throw, world: World) -> None:
        """Find where the item will land, and which creature is in its way."""
        here = throw.enactor[Position]
        if throw.item is None or Position in throw.item:
            throw.fail("no thing")
        elif not _is_inside(throw.x, throw.y, here, world) or (throw.x, throw.y) == here.tile:
            throw.fail("no aim")
        else:
            way = world.ask(WhatIsInTheWay(world.root, *here.tile, throw.x, throw.y, here.level))
            throw.struck, throw.to_x, throw.to_y = way.struck, way.end_x, way.end_y

    @handles(Throw, MODIFY)
    def add_strength_to_the_throw(self, throw: Throw, world: World) -> None:
        """Add half of the attack, and the item's throwing value."""
        if throw.item is not None:
            throw.strength += self._half_of_the_attack(world) + throw.item[Item].thrown

    @handles(Throw, RESOLVE)
    def throw_the_item(self, throw: Throw, world: World) -> None:
        """Move the item to where it lands, and hit the creature in its way."""
        who, item = throw.enactor, throw.item
        if item is None:
            return
        world.publish(LetGo(who, who, item, throw.to_x, throw.to_y, count=1))
        if throw.struck is not None:
            world.publish(Impact(who, throw.struck, item, throw.strength))

    @handles(Shoot, VALIDATE + 20)
    def take_aim(self, shot: Shoot, world: World) -> None:
        """Find the target. Fail without a bow, out of sight, and if nobody is there."""
        who = shot.enactor
        if what_is(world, who, "ranged") <= 0:
            shot.fail("no bow")
        elif not _is_inside(shot.x, shot.y, who[Position], world):
            shot.fail("no aim")
        elif (shot.x, shot.y) not in in_view_of(who, world):
            shot.fail("out of sight")
        else:
            found = world.ask(WhatIsAt(world.root, shot.x, shot.y, who[Position].level)).found
            others = (thing for thing in found if Fighter in thing and thing is not who)
            noticed = (other for other in others if not is_unnoticed(who, other, world))
            shot.struck = next(noticed, None)
            if shot.struck is None:
                shot.fail("nobody there")

    @handles(Shoot, MODIFY)
    def draw_the_bow(self, shot: Shoot, world: World) -> None:
        """Add half of the attack, and the ranged value of the bow."""
        ranged = what_is(world, shot.enactor, "ranged")
        shot.strength += self._half_of_the_attack(world) + ranged

    @handles(Shoot, RESOLVE)
    def release_the_arrow(self, shot: Shoot, world: World) -> None:
        if shot.struck is not None:
            world.publish(Impact(shot.enactor, shot.struck, None, shot.strength))

    @handles(Impact, RESOLVE, role="enactor")
    def hurt(self, impact: Impact, world: World) -> None:
        """Damage the target, by at least 1, unless it blocks. After a shot, publish the hit."""
        by, to = impact.enactor, impact.target
        if is_blocked(by, to, world):
            return
        damage = TakeDamage(by, to, max(1, impact.strength), kind="missile")
        dealt = world.publish(damage).dealt
        if impact.item is None:
            world.publish(Hit(by, to, dealt))

    def _half_of_the_attack(self, world: World) -> int:
        me = self.entity
        return what_is(world, me, "attack", me[Fighter].attack) // 2


def _is_inside(x: int, y: int, here: Position, world: World) -> bool:
    """Return whether a tile lies on the level."""
    ground = world.root[Levels].at(here.level)
    return 0 <= x < ground.width and 0 <= y < ground.height
