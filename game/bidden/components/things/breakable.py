"""Breaking: gear cracks first, and breaks then; thrown flasks let out their contents."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Hit, Throw
from bidden.events.effects import WhatIs, what_is
from bidden.events.ground import Ignite, Pour, WhatSpreads
from bidden.events.things import Break, Crack, Distinguish, UseUp
from eventcore import APPLY, MODIFY, REACT, RESOLVE, Component, World, component, handles

_OF: Final = 1000


@component(version=2)
class Breakable(Component):
    """Lets its item break while it is worn or wielded; the chance depends on weapon and armour.

    Damage cracks a sound item, and breaks a cracked one. At each blow, a weapon is damaged with the
    chance of its own ``striking`` plus the ``hardness`` of all that the target wears. Armour is
    damaged with the chance of its own ``struck`` plus the ``force`` of the attacker's weapon.

    Attributes:
        striking: The chance in 1000 to crack or break when its wielder attacks; 0 for never.
        struck: The chance in 1000 to crack or break when its wearer is attacked; 0 for never.
        hardness: Added to the chance that a weapon breaks on its wearer.
        force: Added to the chance that armour breaks under its wielder's attacks.
        cracked: Whether it is cracked.
    """

    striking: Annotated[int, Meta(ge=0)] = 0
    struck: Annotated[int, Meta(ge=0)] = 0
    hardness: Annotated[int, Meta(ge=0)] = 0
    force: Annotated[int, Meta(ge=0)] = 0
    cracked: bool = False

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Treat the gear of older saves as sound, with equal chances when struck."""
        odds = ("striking", "struck", "hardness", "force")
        return fields | {name: 2 * fields[name] for name in odds} | {"cracked": False}

    @handles(WhatIs, MODIFY + 30, via="owner")
    def tell(self, question: WhatIs, world: World) -> None:
        """Add its hardness or force to the stat of its wearer."""
        if question.stat in ("hardness", "force"):
            question.value += self.hardness if question.stat == "hardness" else self.force

    @handles(Hit, REACT - 10, via="owner")
    def break_at_the_blow(self, hit: Hit, world: World) -> None:
        """Perhaps crack or break at the wielder's blow."""
        if self.striking:
            self._try(hit, self.striking + what_is(world, hit.target, "hardness"), world)

    @handles(Hit, REACT, role="target", via="owner")
    def break_under_the_blow(self, hit: Hit, world: World) -> None:
        """Perhaps crack or break when the wearer is struck."""
        if self.struck:
            self._try(hit, self.struck + what_is(world, hit.enactor, "force"), world)

    def _try(self, hit: Hit, odds: int, world: World) -> None:
        owner = self.entity.owner
        if owner is not None and world.stream("breaking").chance(min(odds, _OF), _OF):
            breaks = Break if self.cracked else Crack
            world.publish(breaks(hit.enactor, owner, self.entity))

    @handles(Crack, APPLY, role="item")
    def be_cracked(self, crack: Crack, world: World) -> None:
        self.cracked = True

    @handles(Distinguish, APPLY, role="item")
    def be_sound(self, distinguish: Distinguish, world: World) -> None:
        """Halve the chances of a masterwork."""
        self.striking, self.struck = (self.striking + 1) // 2, (self.struck + 1) // 2

    @handles(Break, RESOLVE, role="item")
    def fall_to_pieces(self, breaking: Break, world: World) -> None:
        world.publish(UseUp(breaking.target, self.entity))


@component
class Spill(Component):
    """Lets its item break where it lands after a throw.

    Attributes:
        kind: Its contents, by the name of a kind of terrain; empty for nothing.
        radius: The radius of the spill, in tiles.
        amount: The amount of gas on each tile.
        lights: Whether it ignites fuel there.
    """

    kind: str = ""
    radius: Annotated[int, Meta(ge=0)] = 0
    amount: Annotated[int, Meta(ge=0)] = 0
    lights: bool = False

    @handles(WhatSpreads, MODIFY - 10, role="item")
    def tell_what_is_in_it(self, question: WhatSpreads, world: World) -> None:
        """Add its contents, and the tiles that it sets on fire."""
        question.pours, question.radius, question.amount = self.kind, self.radius, self.amount
        if self.lights:
            question.sparks = [*question.sparks, (question.x, question.y)]

    # Once it lies there and has hurt its target.
    @handles(Throw, REACT - 2, role="item")
    def break_where_it_lands(self, throw: Throw, world: World) -> None:
        """Release its contents, and use up the item."""
        who, level = throw.enactor, throw.enactor[Position].level
        there = world.ask(WhatSpreads(who, self.entity, level, throw.to_x, throw.to_y))
        world.publish(UseUp(who, self.entity))
        if there.laid:
            world.publish(Pour(who, level, there.pours, there.laid, there.amount))
        for tile in there.lit:
            world.publish(Ignite(who, level, *tile))
