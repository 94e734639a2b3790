"""The rules of instant effects: teleport, push, summon, raise, alarm, and more."""

from __future__ import annotations

from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.movement.collision import Collision, Rooted
from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.components.things.breakable import Breakable
from bidden.components.things.gear import Gear
from bidden.events.body import ChangeMana, HowMuchMore
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect
from bidden.events.magic import (
    Alarm,
    Blink,
    CanApply,
    MayComeTo,
    RaiseDead,
    Shove,
    Summon,
    Sunder,
    Transfuse,
)
from bidden.events.minds import Rouse, side_of
from bidden.events.movement import Arrive, Displace, Leave
from bidden.events.places import Spawn
from bidden.events.queries import WhatIsAt
from bidden.events.things import Break, UseUp
from bidden.grid.neighbours import step_straight
from bidden.grid.tiles import free_beside, is_free
from bidden.kinds import CORPSE
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.state import Item, Levels, Look, OneWay
from eventcore import APPLY, MODIFY, REACT, RESOLVE, Component, Entity, World, component, handles
from eventcore.time import TURN


@component
class Blinking(Component):
    """Teleports a creature to a free tile in view, chosen or drawn."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_room(self, question: CanApply, world: World) -> None:
        if isinstance(question.instant, Blink):
            question.could &= bool(_spots(question.instant, world))

    @handles(MayComeTo, MODIFY, via="world")
    def tell_whether_it_looks_free(self, question: MayComeTo, world: World) -> None:
        """Answer True for a free tile, and for one where only an unnoticed creature stands."""
        who, level = question.enactor, question.enactor[Position].level
        question.free = is_free(question.x, question.y, level, world) or any(
            is_unnoticed(who, thing, world)
            for thing in world.ask(WhatIsAt(world.root, question.x, question.y, level)).found
        )

    @handles(Blink, APPLY, via="world")
    def move_to_the_tile(self, blink: Blink, world: World) -> None:
        """Move the target to the chosen tile. If there is none, or if it is taken, draw one."""
        spots = _spots(blink, world)
        if (blink.x, blink.y) not in spots:  # somebody unseen may stand there
            blink.x, blink.y = world.stream("magic").pick(spots)
        world.publish(Leave(blink.target))
        place = blink.target[Position]
        place.x, place.y = blink.x, blink.y

    @handles(Blink, REACT, via="world")
    def publish_the_arrival(self, blink: Blink, world: World) -> None:
        world.publish(Arrive(blink.target))


def _spots(blink: Blink, world: World) -> list[tuple[int, int]]:
    here = blink.target[Position]
    near = (
        (x, y)
        for x, y in in_view_of(blink.target, world)
        if max(abs(x - here.x), abs(y - here.y)) <= blink.within
    )
    return sorted((x, y) for x, y in near if is_free(x, y, here.level, world))


@component
class Shoving(Component):
    """Moves a creature in a straight line, unless it is rooted."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_room(self, question: CanApply, world: World) -> None:
        shove = question.instant
        if isinstance(shove, Shove) and shove.enactor is not shove.target:
            question.could &= _landing(shove, world) is not None

    @handles(Shove, MODIFY, via="world")
    def find_where_it_ends(self, shove: Shove, world: World) -> None:
        spot = _landing(shove, world)
        if spot is not None:
            shove.x, shove.y = spot

    @handles(Shove, RESOLVE, via="world")
    def come_to_be_there(self, shove: Shove, world: World) -> None:
        if shove.x >= 0:
            level = shove.target[Position].level
            world.publish(Displace(shove.enactor, shove.target, shove.x, shove.y, level))


def _landing(shove: Shove, world: World) -> tuple[int, int] | None:
    """Return the last tile of the way, or None if there is no way or the creature is rooted."""
    here, by = shove.target[Position], shove.enactor[Position]
    dx, dy = step_straight(here.x - by.x, here.y - by.y)
    if Rooted in shove.target or here.level != by.level or not (dx or dy):
        return None
    if shove.tiles < 0:
        dx, dy = -dx, -dy
    spot, ground = None, world.root[Levels].at(here.level)
    x, y = here.x, here.y
    for _ in range(abs(shove.tiles)):
        x, y = x + dx, y + dy
        if ground.is_wall(x, y) or _is_barred(x, y, here.level, world):
            break
        spot = x, y
        if ground.is_chasm(x, y):
            break
    return spot


def _is_barred(x: int, y: int, level: int, world: World) -> bool:
    things = world.ask(WhatIsAt(world.root, x, y, level)).found
    return any(Collision in it or OneWay in it or is_shut_door(it) for it in things)


@component
class Summoning(Component):
    """Spawns creatures beside their summoner."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_room(self, question: CanApply, world: World) -> None:
        if isinstance(question.instant, Summon):
            question.could &= any(
                True for _ in free_beside(question.instant.target[Position], world)
            )

    @handles(Summon, RESOLVE, via="world")
    def spawn_the_creatures(self, summon: Summon, world: World) -> None:
        by, here = summon.target, summon.target[Position]
        for x, y in [*free_beside(here, world)][: summon.count]:
            comer = world.publish(Spawn(by, None, summon.what, x, y, here.level)).made
            if comer is not None:
                summon.come.append(comer)

    @handles(Summon, REACT, via="world")
    def bind_the_creatures(self, summon: Summon, world: World) -> None:
        for comer in summon.come:
            world.publish(Affect(summon.target, comer, summon.bond))


@component
class Raising(Component):
    """Turns a corpse into a creature, on the side in its table."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_a_corpse(self, question: CanApply, world: World) -> None:
        """Answer False if no corpse is in view and in range, on a free tile."""
        if isinstance(question.instant, RaiseDead):
            question.could &= _nearest(question.instant, world) is not None

    @handles(RaiseDead, RESOLVE, via="world")
    def raise_the_nearest(self, raising: RaiseDead, world: World) -> None:
        """Use up the corpse, and spawn the creature in its place."""
        corpse = _nearest(raising, world)
        if corpse is not None:
            by, spot = raising.target, corpse[Position].spot
            if world.publish(UseUp(by, corpse)).done:
                raising.come = world.publish(Spawn(by, None, raising.what, *spot, TURN)).made


def _nearest(raising: RaiseDead, world: World) -> Entity | None:
    """Return the nearest corpse; of two equally near, the one with the lower id."""
    who = raising.target
    here, view, found = who[Position], in_view_of(who, world), []
    for thing in world.having(Item, Look, Position):
        there = thing[Position]
        if thing[Look].kind != CORPSE or there.level != here.level:
            continue
        far = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
        near = far <= raising.within**2 and there.tile in view
        if near and is_free(*there.spot, world):
            found.append((far, thing.id, thing))
    return min(found)[2] if found else None


@component
class Alarms(Component):
    """Wakes allies that know of no enemy, and sends them after the one in the alarm."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_anyone_would_come(self, question: CanApply, world: World) -> None:
        """Answer False if no enemy is known, or if no ally in earshot needs to be told."""
        if isinstance(question.instant, Alarm):
            question.could &= bool(_listeners(question.instant, world))

    @handles(Alarm, RESOLVE, via="world")
    def send_them_there(self, alarm: Alarm, world: World) -> None:
        """Wake all who hear it, and send them to the enemy's place."""
        who, mind = alarm.target, alarm.target[Mind]
        for fellow in _listeners(alarm, world):
            if world.publish(Rouse(who, fellow, mind.goal_x, mind.goal_y)).done:
                alarm.heard.append(fellow)


def _listeners(alarm: Alarm, world: World) -> list[Entity]:
    """Return the allies in earshot that know of no enemy, in order of id."""
    who = alarm.target
    mind, here, side = who.get(Mind), who[Position], side_of(world, who)
    if mind is None or mind.goal_x < 0 or not side:
        return []
    return [
        ally
        for ally in world.having(Mind, Position)
        if ally is not who
        and ally[Mind].goal_x < 0
        and (far := ally[Position].distance(here)) is not None
        and far <= alarm.within
        and side_of(world, ally) == side
    ]


@component
class Transfusion(Component):
    """Turns hit points into as much mana as is missing. At least one hit point stays."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_any(self, question: CanApply, world: World) -> None:
        """Answer False if no mana is missing, or if the creature has one hit point."""
        if isinstance(question.instant, Transfuse):
            question.could &= _amount(question.instant.target, world) > 0

    @handles(Transfuse, MODIFY, via="world")
    def measure_the_blood(self, instant: Transfuse, world: World) -> None:
        """Set the number of hit points to convert."""
        instant.amount = _amount(instant.target, world)

    @handles(Transfuse, RESOLVE, via="world")
    def turn_blood_to_mana(self, instant: Transfuse, world: World) -> None:
        by, to = instant.enactor, instant.target
        loss = TakeDamage(by, to, instant.amount, sure=True, source="blood to mana", kind="magic")
        if world.publish(loss).done:
            world.publish(ChangeMana(by, to, instant.amount, source="blood to mana"))


def _amount(who: Entity, world: World) -> int:
    health = who.get(Health)
    spare = 0 if health is None else health.hp - 1
    return min(spare, world.ask(HowMuchMore(who, "mana")).room)


@component
class Sundering(Component):
    """Breaks a wielded weapon."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_it_can_break(self, question: CanApply, world: World) -> None:
        """Answer False if the creature wields no breakable weapon."""
        if isinstance(question.instant, Sunder):
            question.could &= _weapon_of(question.instant.target) is not None

    @handles(Sunder, RESOLVE, via="world")
    def break_it(self, sunder: Sunder, world: World) -> None:
        weapon = _weapon_of(sunder.target)
        if weapon is not None:
            world.publish(Break(sunder.enactor, sunder.target, weapon))


def _weapon_of(who: Entity) -> Entity | None:
    for thing in who.owned:
        if Breakable in thing and Gear in thing and thing[Gear].is_weapon:
            return thing
    return None
