"""Blows: their reach, strength and damage, and weapons that reach farther or hit harder."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.body import HowMuchIsItWorth
from bidden.events.combat import Attack, Hit, TakeDamage
from bidden.events.effects import Stumble, WhatIs, what_is
from bidden.events.minds import Sleeps, are_foes, is_by_nature_of
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt
from bidden.perception.senses.sight import sees
from bidden.rules.combat.shields import is_blocked
from bidden.state import AVERAGE, Fighter, Levels, Side
from eventcore import AIM, MODIFY, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Slaying(Component):
    """Adds to the attacks of its wielder against enemies of a side.

    Attributes:
        side: The side.
        strength: Added to the strength of the attack.
    """

    side: str
    strength: int

    @handles(Attack, MODIFY + 5, via="owner")
    def strike_harder(self, attack: Attack, world: World) -> None:
        """Add to the strength of a blow against a creature of the side."""
        if is_by_nature_of(attack.target, self.side):
            attack.strength += self.strength


@component
class Ambush(Component):
    """Multiplies the attacks of its wielder against sleepers.

    Attributes:
        times: The factor, applied before the target's defence.
    """

    times: Annotated[int, Meta(ge=2)] = 2

    # After all that adds to the blow, before the defence, at MODIFY + 10.
    @handles(Attack, MODIFY + 8, via="owner")
    def strike_who_sleeps(self, attack: Attack, world: World) -> None:
        """Multiply the strength of a blow against a sleeping creature."""
        if world.ask(Sleeps(attack.target)).asleep:
            attack.strength *= self.times


@component
class Piercing(Component):
    """Lets a part of the strength of each attack ignore defence.

    Attributes:
        percent: The percentage of the strength that ignores defence, rounded up.
    """

    percent: Annotated[int, Meta(ge=1, le=100)] = 50

    # Once all that adds to the blow has, and before the defence is taken from it.
    @handles(Attack, MODIFY + 9)
    def come_through(self, attack: Attack, world: World) -> None:
        """Store how much of the blow ignores defence."""
        attack.least = max(attack.least, self.of(attack.strength))

    def of(self, strength: int) -> int:
        """Return the part of a blow that always comes through."""
        return -(-strength * self.percent // 100)


@component
class Strike(Component):
    """Lets its entity attack its neighbours, and enemies within reach of its weapon."""

    @handles(Attack, VALIDATE + 10)
    def reach(self, attack: Attack, world: World) -> None:
        """Fail if the target is out of reach."""
        far = attack.enactor[Position].distance(attack.target[Position])
        if far is None or far > what_is(world, attack.enactor, "reach", 1):
            attack.fail("far")

    @handles(Attack, MODIFY)
    def put_weight_behind_it(self, attack: Attack, world: World) -> None:
        """Add the attack. The strength of a blow is the attack minus the defence.

        Each 5 points of strength above the average count as a point of attack.
        """
        who, nature = attack.enactor, attack.enactor[Fighter]
        strength = what_is(world, who, "strength", nature.strength)
        attack.strength += what_is(world, who, "attack", nature.attack)
        attack.strength += (strength - AVERAGE) // 5

    @handles(Attack, RESOLVE)
    def land_the_blow(self, attack: Attack, world: World) -> None:
        """Damage the target by at least 1, unless it blocks."""
        if is_blocked(attack.enactor, attack.target, world):
            return
        damage = TakeDamage(attack.enactor, attack.target, max(1, attack.strength))
        dealt = world.publish(damage).dealt
        world.publish(Hit(attack.enactor, attack.target, dealt))

    @handles(HowMuchIsItWorth, MODIFY)
    def tell_its_worth(self, question: HowMuchIsItWorth, world: World) -> None:
        """Add the attack."""
        question.points += question.enactor[Fighter].attack


@component
class Reach(Component):
    """Lets its wielder attack over free tiles.

    Attributes:
        tiles: The reach, in tiles.
    """

    tiles: Annotated[int, Meta(ge=2)] = 2

    @handles(WhatIs, MODIFY + 38, via="owner")
    def reach_further(self, question: WhatIs, world: World) -> None:
        if question.stat == "reach":
            question.value += self.tiles - 1

    # After bumping into the next tile, at AIM + 10.
    @handles(Move, AIM + 12, via="owner")
    def strike_from_afar(self, move: Move, world: World) -> None:
        """Attack the first visible foe in the direction of a step instead of stepping."""
        who, level = move.enactor, move.enactor[Position].level
        if abs(move.dx) > 1 or abs(move.dy) > 1 or isinstance(move.cause, Stumble):
            return
        for far in range(self.tiles):
            x, y = move.x + move.dx * far, move.y + move.dy * far
            if world.root[Levels].at(level).is_wall(x, y):
                return
            there = world.ask(WhatIsAt(world.root, x, y, level)).found
            if any(is_shut_door(thing) for thing in there):
                return
            other = next((thing for thing in there if Side in thing and thing is not who), None)
            if other is not None:
                if far and are_foes(world, who, other) and sees(who, other, world):
                    move.replace(Attack(who, other))
                return


@component
class Sweep(Component):
    """Lets attacks of its wielder hurt a second enemy beside them.

    Attributes:
        percent: The percentage of the damage, after the defence of the first target, that the
            second takes; rounded down, at least 1.
    """

    percent: Annotated[int, Meta(ge=1)] = 50

    # Once the blow has landed.
    @handles(Attack, RESOLVE + 10, via="owner")
    def strike_another(self, attack: Attack, world: World) -> None:
        """Damage the adjacent visible foe with the lowest id."""
        who = attack.enactor
        for other in world.having(Fighter, Position):
            beside = other[Position].distance(who[Position]) == 1
            if other is attack.target or not beside:
                continue
            if are_foes(world, who, other) and sees(who, other, world):
                strength = max(1, attack.strength * self.percent // 100)
                world.publish(TakeDamage(who, other, strength))
                return
