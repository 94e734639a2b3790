"""Throwing and shooting: targets, strength and damage, and the missiles that are used up."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Hit, Impact, Shoot, TakeDamage, Throw
from bidden.events.effects import what_is
from bidden.events.queries import WhatIsAt, WhatIsInTheWay, WhichMissile
from bidden.events.things import LetGo, UseUp
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.rules.combat.shields import is_blocked
from bidden.state import Ammunition, Fighter, Item, Levels
from eventcore import APPLY, MODIFY, REACT, RESOLVE, VALIDATE, Component, World, component, handles

_SURE = 100


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
    ground = world.root[Levels].at(here.level)
    return 0 <= x < ground.width and 0 <= y < ground.height


@component
class Launcher(Component):
    """Lets its item shoot missiles of a kind.

    Attributes:
        missile: The kind, by the name of an item; a creature with the launcher also gets missiles.
        slow: The percentage by which a shot takes longer than another action.
    """

    missile: Annotated[str, Meta(min_length=1)]
    slow: Annotated[int, Meta(ge=0)] = 0

    @handles(WhichMissile, MODIFY, via="owner")
    def tell_what_it_shoots(self, question: WhichMissile, world: World) -> None:
        question.kind = self.missile

    @handles(Shoot, APPLY, via="owner")
    def take_long_to_load(self, shot: Shoot, world: World) -> None:
        """Make the shot slower by a percentage."""
        shot.cost += shot.cost * self.slow // 100


@component
class Quiver(Component):
    """Uses one of its entity's missiles for each shot; without it, missiles never run out.

    The missile comes to lie where it was shot, or breaks.
    """

    # Before the target is found, at VALIDATE + 20: nobody aims without a missile.
    @handles(Shoot, VALIDATE + 15)
    def reach_for_a_missile(self, shot: Shoot, world: World) -> None:
        """Find the missile. Fail if the weapon needs one and there is none."""
        which = world.ask(WhichMissile(shot.enactor))
        if which.kind and which.found is None:
            shot.fail("no missile")
        shot.missile = which.found

    # Once the bow is drawn, and before it is guarded against.
    @handles(Shoot, MODIFY + 2)
    def add_what_the_missile_is_worth(self, shot: Shoot, world: World) -> None:
        if shot.missile is not None:
            shot.strength += shot.missile[Ammunition].strength

    # Before the shot hits, because its consequences may reach what lies there.
    @handles(Shoot, RESOLVE - 10)
    def let_it_fly(self, shot: Shoot, world: World) -> None:
        """Place one missile where the shot goes, or in front of a wall."""
        who, here, spot = shot.enactor, shot.enactor[Position], (shot.x, shot.y)
        if shot.missile is None:
            return
        # A creature inside a wall may be hit.
        if world.root[Levels].at(here.level).is_wall(*spot):
            way = world.ask(WhatIsInTheWay(world.root, here.x, here.y, *spot, here.level))
            spot = way.end_x, way.end_y
        world.publish(LetGo(who, who, shot.missile, *spot, count=1))

    # Before the shot costs food, at REACT, which may starve the shooter.
    @handles(Shoot, REACT - 3)
    def break_as_chance_has_it(self, shot: Shoot, world: World) -> None:
        missile = shot.missile
        if missile is None or not missile.alive or Position not in missile:
            return
        odds = missile[Ammunition].breaks
        if odds and world.stream("missiles").chance(odds, _SURE):
            world.publish(UseUp(shot.enactor, missile))
