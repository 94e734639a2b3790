"""Health: hit points, damage, healing and death."""

from __future__ import annotations

from typing import Final

from bidden.events.body import IMPROVEMENTS, Heal, HowMuchIsItWorth, HowMuchMore, Improve, Refill
from bidden.events.combat import Die, TakeDamage, Wound, resistance_to
from bidden.events.effects import what_is
from eventcore import AIM, APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles

_WHOLE: Final = 100


@component
class Health(Component):
    """The hit points of a creature.

    Attributes:
        hp: Hit points left; at 0 it dies.
        most: Maximum hit points.

    Raises:
        ValueError: The hit points are below 0 or above the most.
    """

    hp: int
    most: int

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.hp <= self.most:
            raise ValueError(f"`hp` is {self.hp}, but must be from 0 to `most` ({self.most})")

    def vigour(self, world: World) -> int:
        """Return the present maximum of its hit points, after wounds and effects."""
        return max(1, min(self.most, what_is(world, self.entity, "vigour", self.most)))

    def after_a_wound(self, world: World) -> int:
        """Return its hit points after a wound replaced death: half of the maximum, rounded up."""
        return -(-self.vigour(world) // 2)

    @handles(TakeDamage, MODIFY + 20, role="target")
    def resist(self, damage: TakeDamage, world: World) -> None:
        """Reduce the strength by the target's resistance. Fail at 100 %.

        The rest is rounded up, so partial resistance leaves at least 1. A negative resistance adds
        damage.
        """
        percent = what_is(world, damage.target, resistance_to(damage.kind))
        if percent >= _WHOLE:
            damage.fail("immune")
        elif percent:
            damage.strength = -(-damage.strength * (_WHOLE - percent) // _WHOLE)

    @handles(TakeDamage, APPLY, role="target")
    def lose_hit_points(self, damage: TakeDamage, world: World) -> None:
        """Lose hit points, drawn from 1 to the strength."""
        most = self.hp if damage.outright else max(1, damage.strength)
        surely = damage.sure or damage.outright
        loss = most if surely else world.stream("combat").roll(1, most)
        damage.dealt = min(self.hp, loss)
        self.hp -= damage.dealt

    @handles(TakeDamage, REACT, role="target")
    def die_of_it(self, damage: TakeDamage, world: World) -> None:
        if self.hp == 0:
            by, to, harm = damage.enactor, damage.target, damage.kind
            world.publish(Die(by, to, damage.source, damage.outright, harm))

    @handles(Refill, AIM, role="target")
    def tell_what_refills(self, refill: Refill, world: World) -> None:
        """Store how many hit points are missing after the wound."""
        refill.amount = max(0, self.after_a_wound(world) - self.hp)

    @handles(HowMuchMore, MODIFY)
    def tell_how_much_is_missing(self, question: HowMuchMore, world: World) -> None:
        """Answer with the missing and the maximum hit points."""
        if question.store == "health":
            question.most = self.most
            question.room += self.vigour(world) - self.hp

    @handles(Heal, VALIDATE, role="target")
    def refuse_the_unhurt(self, heal: Heal, world: World) -> None:
        if self.hp >= self.vigour(world):
            heal.fail("full")

    @handles(Heal, APPLY, role="target")
    def regain_hit_points(self, heal: Heal, world: World) -> None:
        """Regain hit points, up to the present maximum."""
        heal.gained = min(max(0, heal.amount), self.vigour(world) - self.hp)
        self.hp += heal.gained

    @handles(Improve, APPLY)
    def grow(self, improve: Improve, world: World) -> None:
        if improve.option == "hp":
            self.most += IMPROVEMENTS["hp"]
            self.hp += IMPROVEMENTS["hp"]

    # Once the wound is taken.
    @handles(Wound, APPLY + 10, role="target")
    def sink(self, wound: Wound, world: World) -> None:
        """Lose the hit points above the new maximum."""
        self.hp = min(self.hp, self.vigour(world))

    @handles(HowMuchIsItWorth, MODIFY)
    def tell_its_worth(self, question: HowMuchIsItWorth, world: World) -> None:
        """Add its maximum hit points."""
        question.points += self.most


@component
class LeavesCorpse(Component):
    """Lets its entity die.

    Attributes:
        corpse: The name of its corpse; by default its own name with "corpse".
    """

    corpse: str = ""

    @handles(Die, APPLY, role="target")
    def depart(self, die: Die, world: World) -> None:
        """Leave the world after all other consequences."""
        world.despawn(die.target)
