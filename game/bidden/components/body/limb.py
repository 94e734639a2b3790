"""Limbs: parts of a body, which share their damage with it and may leave an item."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.bodies import DoesItStand, Join, Sever, Suffer
from bidden.events.combat import Die, TakeDamage, WhatHarmFollows
from bidden.events.effects import WhatIs
from bidden.events.minds import WhoseSide, side_of
from bidden.events.places import Fall, Spawn
from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Component,
    Entity,
    World,
    component,
    handles,
)

_WHOLE = 100


@component
class Limb(Component):
    """Makes its entity a part of a body: it has hit points of its own, and comes off at 0.

    Attributes:
        of: The body.
        joint: The joint that holds it.
        share: The percentage of its damage that the body also takes; rounded up.
        leaves: The item it leaves, by the name of its table in items.toml.
        vital: Whether the body dies when it is lost.
        aloft: The additional defence while its body stands on legs.
    """

    of: Entity | None = None
    joint: str = ""
    share: Annotated[int, Meta(ge=0, le=_WHOLE)] = 50
    leaves: str = ""
    vital: bool = False
    aloft: Annotated[int, Meta(ge=0)] = 0

    @handles(Join, APPLY, role="target")
    def join(self, join: Join, world: World) -> None:
        self.of, self.joint = join.enactor, join.joint

    # After its effects, which must not change the side of a single part.
    @handles(WhoseSide, MODIFY + 10)
    def take_the_side_of_the_body(self, question: WhoseSide, world: World) -> None:
        body = self._body()
        if body is not None:
            question.side = side_of(world, body, (*question.asked, question.enactor))

    @handles(WhatIs, MODIFY + 45)
    def be_out_of_reach(self, question: WhatIs, world: World) -> None:
        """Add the defence of a part that is held up."""
        body = self._body() if question.stat == "defence" and self.aloft else None
        if body is not None and world.ask(DoesItStand(body)).stands:
            question.add(self.aloft, "its height")

    # After it has lost hit points, and before it comes off.
    @handles(TakeDamage, REACT - 5, role="target")
    def share_the_harm(self, damage: TakeDamage, world: World) -> None:
        for harm in self._harm_to_the_body(damage, damage.dealt):
            world.publish(harm)

    @handles(WhatHarmFollows, MODIFY)
    def tell_what_the_body_suffers(self, question: WhatHarmFollows, world: World) -> None:
        """Add the share of the body."""
        question.found += self._harm_to_the_body(question.harm, question.dealt)

    @handles(Die, AIM, role="target")
    def come_off_instead(self, die: Die, world: World) -> None:
        body = self._body()
        if body is not None and not isinstance(die, Sever):
            by, of = die.enactor, die.source
            die.replace(Sever(by, die.target, of, die.outright, body=body, joint=self.joint))

    @handles(Die, APPLY, role="target")
    def depart(self, die: Die, world: World) -> None:
        world.despawn(die.target)

    # At the time when other creatures leave a corpse.
    @handles(Die, REACT - 4, role="target")
    def leave_something(self, die: Die, world: World) -> None:
        if self.leaves:
            here = die.target[Position]
            world.publish(Spawn(die.target, None, self.leaves, *here.spot))

    # Once attached parts are off too, and before other rules ask which creatures are left.
    @handles(Sever, REACT - 14, role="target")
    def take_the_body_along(self, cut: Sever, world: World) -> None:
        """Kill the body if it cannot live without this part."""
        if self.vital and cut.body is not None and cut.enactor is not cut.body:
            world.publish(Die(cut.enactor, cut.body, cut.source, outright=True))

    @handles(Fall, VALIDATE)
    def hold_on(self, fall: Fall, world: World) -> None:
        if self._body() is not None:
            fall.fail("held")

    def _harm_to_the_body(self, damage: TakeDamage, dealt: int) -> list[TakeDamage]:
        body = self._body()
        loss = -(-dealt * self.share // _WHOLE)
        if body is None or not loss:
            return []
        by, of, kind = damage.enactor, damage.source, damage.kind
        return [Suffer(by, body, loss, sure=True, source=of, kind=kind)]

    def _body(self) -> Entity | None:
        return self.of if self.of is not None and self.of.alive else None
